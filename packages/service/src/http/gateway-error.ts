import type { GatewayErrorBody } from "@herald/common/wire/errors.ts";
import { unspokenLanguage } from "@herald/common/wire/errors.ts";
import type { FastifyRequest } from "fastify";
import { LanguageError } from "../engine/speech-engine.ts";

/** A refusal in the shape that gateways of this interface use for errors; docs/interface.md 7 shows none. */
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

const refuseLanguage = ({ about, message }: LanguageError): GatewayError => {
	const field = about === "language" ? "generationConfig.speechConfig.languageCode" : "contents";
	return new GatewayError(400, `${field}: ${message}`, { code: unspokenLanguage });
};

/** @returns the answer to an address that the service does not serve */
export const invalidUrl = (method: string, path: string): GatewayError =>
	new GatewayError(404, `Invalid URL (${method} ${path})`, { type: "invalid_request_error" });

/** @returns the JSON of an error */
export const writeGatewayError = (
	{ message, type, code }: GatewayError,
	requestId: string,
): GatewayErrorBody => ({
	error: { message: `${message} (request id: ${requestId})`, type, param: "", code },
});

/** @returns the requested path as it was sent, without its query */
export const pathOf = (request: FastifyRequest): string => (request.raw.url ?? "/").split("?", 1)[0] ?? "/";

/** @returns the client's view of an error; undefined for errors of the service itself */
export const toGatewayError = (error: unknown, request: FastifyRequest): GatewayError | undefined => {
	if (error instanceof GatewayError) return error;
	if (error instanceof LanguageError) return refuseLanguage(error);
	switch ((error as { code?: unknown }).code) {
		case "FST_ERR_CTP_BODY_TOO_LARGE":
			return new GatewayError(413, `body: is larger than ${request.routeOptions.bodyLimit} bytes`, {
				code: "read_request_body_failed",
			});
		case "FST_ERR_BAD_URL":
			return new GatewayError(404, "Invalid URL", { type: "invalid_request_error" });
		default: {
			const status = (error as { statusCode?: unknown }).statusCode;
			return typeof status === "number" && status >= 400 && status < 500
				? invalidRequest("body: can't be read")
				: undefined;
		}
	}
};
