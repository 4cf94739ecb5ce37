import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { requestIdHeader } from "@herald/common/wire/http.ts";
import { GatewayError, writeGatewayError } from "./gateway-error.ts";

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
	ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive"],
	HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The body's chunk extensions are too large"],
	HPE_HEADER_OVERFLOW: [431, "The headers are too large"],
};

const type = "invalid_request_error";

/** Answers invalid HTTP and requests that arrive too slowly in the usual shape; there is no request to reply to. */
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

/** Answers an `Expect` header that asks for anything but 100-continue. */
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
