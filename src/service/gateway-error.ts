/** A refusal in the shape that gateways of this interface give their errors; interface.md 7 shows none. */
export class GatewayError extends Error {
	override readonly name = "GatewayError";
	readonly status: number;
	readonly type: string;
	readonly code: string;
	/** Seconds, for the Retry-After header. */
	readonly retryAfter: number | undefined;

	constructor(
		status: number,
		message: string,
		{
			type = "new_api_error",
			code = "",
			retryAfter,
		}: { type?: string; code?: string; retryAfter?: number } = {},
	) {
		super(message);
		this.status = status;
		this.type = type;
		this.code = code;
		this.retryAfter = retryAfter;
	}
}

/** @returns a refusal of a body, with a message that names the field */
export const invalidRequest = (message: string): GatewayError =>
	new GatewayError(400, message, { code: "invalid_request" });

/** @returns the answer to an address that the service does not serve */
export const invalidUrl = (method: string, path: string): GatewayError =>
	new GatewayError(404, `Invalid URL (${method} ${path})`, { type: "invalid_request_error" });

/** @returns the JSON of an error */
export const writeGatewayError = ({ message, type, code }: GatewayError, requestId: string) => ({
	error: { message: `${message} (request id: ${requestId})`, type, param: "", code },
});
