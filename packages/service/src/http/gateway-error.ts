import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type GatewayErrorBody, unspokenLanguage } from "@herald/common/wire/errors.ts";
import { requestIdHeader } from "@herald/common/wire/http.ts";
import type { FastifyRequest } from "fastify";
import { LanguageError, OverlongPhraseError } from "../engine/speech-engine.ts";

/** The type of errors in requests that reach no route. */
const type = "invalid_request_error";

/** A refusal in the shape that gateways use for errors. The interface itself promises no shape (docs/interface.md 7). */
export class GatewayError extends Error {
	override readonly name = "GatewayError";
	readonly status: number;
	readonly type: string = "new_api_error";
	readonly code: string = "";
	readonly headers: Readonly<Record<string, string>> = {};

	constructor(
		status: number,
		message: string,
		more: Partial<Omit<GatewayError, "status" | keyof Error>> = {},
	) {
		super(message);
		this.status = status;
		Object.assign(this, more);
	}
}

/** @param message - names the refused field of the body or query */
export const invalidRequest = (message: string): GatewayError =>
	new GatewayError(400, message, { code: "invalid_request" });

const refuseLanguage = ({ about, message }: LanguageError): GatewayError => {
	const field = about === "language" ? "generationConfig.speechConfig.languageCode" : "contents";
	return new GatewayError(400, `${field}: ${message}`, { code: unspokenLanguage });
};

/** @param seconds - how long the client should wait before another try */
export const tooMany = (message: string, seconds: number): GatewayError =>
	new GatewayError(429, message, { headers: { "retry-after": String(seconds) } });

export const unauthorized = (message: string, code = ""): GatewayError =>
	new GatewayError(401, message, { code, headers: { "www-authenticate": "Bearer" } });

export const invalidUrl = (request: FastifyRequest): GatewayError =>
	new GatewayError(404, `Invalid URL (${request.method} ${pathOf(request)})`, { type });

/** @param allowed - the methods that the address has */
export const wrongMethod = (request: FastifyRequest, allowed: readonly string[]): GatewayError =>
	new GatewayError(405, `${request.method} isn't possible here (${pathOf(request)})`, {
		type,
		headers: { allow: allowed.join(", ") },
	});

export const writeGatewayError = (
	{ message, type, code }: GatewayError,
	requestId: string,
): GatewayErrorBody => ({
	error: { message: `${message} (request id: ${requestId})`, type, param: "", code },
});

/** @returns the requested path as it was sent, without its query */
export const pathOf = (request: FastifyRequest): string => (request.raw.url ?? "/").split("?", 1)[0] ?? "/";

/** @returns the refusal that a client is sent for an error; undefined if the error is the service's fault */
export const toGatewayError = (error: unknown, request: FastifyRequest): GatewayError | undefined => {
	if (error instanceof GatewayError) return error;
	if (error instanceof LanguageError) return refuseLanguage(error);
	if (error instanceof OverlongPhraseError)
		return invalidRequest("contents: a part of the text takes too long to say; write it in other words");
	switch ((error as { code?: unknown }).code) {
		case "FST_ERR_CTP_BODY_TOO_LARGE":
			return new GatewayError(413, `body: is larger than ${request.routeOptions.bodyLimit} bytes`, {
				code: "read_request_body_failed",
			});
		case "FST_ERR_BAD_URL":
			return new GatewayError(404, "Invalid URL", { type });
		default: {
			const status = (error as { statusCode?: unknown }).statusCode;
			return typeof status === "number" && status >= 400 && status < 500
				? invalidRequest("body: can't be read")
				: undefined;
		}
	}
};

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
	ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive"],
	HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The body's chunk extensions are too large"],
	HPE_HEADER_OVERFLOW: [431, "The headers are too large"],
};

/**
 * Answers invalid HTTP, and requests that arrive too slowly, in the shape of other refusals. Writes to the socket,
 * because Fastify has no request to reply to.
 */
export const refuseUnreadable = ({ code }: NodeJS.ErrnoException, socket: Socket): void => {
	if (code === "ECONNRESET" || !socket.writable) {
		socket.destroy();
		return;
	}
	const requestId = randomUUID();
	const [status, message] = refusals[code ?? ""] ?? [400, "The request is not valid HTTP"];
	const body = JSON.stringify(writeGatewayError(new GatewayError(status, message, { type }), requestId));
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		`${requestIdHeader}: ${requestId}`,
		"content-type: application/json; charset=utf-8",
		`content-length: ${Buffer.byteLength(body)}`,
		"connection: close",
	];
	socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
};

/** Refuses an `Expect` header with anything but 100-continue. */
export const refuseExpectation = (_request: IncomingMessage, response: ServerResponse): void => {
	const requestId = randomUUID();
	const refusal = new GatewayError(417, "Expect: only 100-continue is supported", { type });
	response
		.writeHead(refusal.status, {
			[requestIdHeader]: requestId,
			"content-type": "application/json; charset=utf-8",
			connection: "close",
		})
		.end(JSON.stringify(writeGatewayError(refusal, requestId)));
};
