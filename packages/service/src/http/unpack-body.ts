import { createGunzip } from "node:zlib";
import type { FastifyRequest, RequestPayload } from "fastify";
import { GatewayError } from "./gateway-error.ts";

/**
 * Unpacks a body that comes with `content-encoding: gzip`, no further than it is read: whoever reads it bounds it.
 *
 * @returns the body as it was before it was packed
 * @throws GatewayError, 415, for another encoding
 */
export const unpackBody = ({ method, headers }: FastifyRequest, body: RequestPayload): RequestPayload => {
	const encoding = headers["content-encoding"]?.toLowerCase() ?? "identity";
	if (method !== "POST" || encoding === "identity") return body;
	if (encoding !== "gzip")
		throw new GatewayError(415, "content-encoding: only gzip is supported", {
			code: "invalid_request",
			headers: { "accept-encoding": "gzip" },
		});
	// Compared with the content length.
	const unpacked = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
	body.on("data", ({ length }: Buffer) => {
		unpacked.receivedEncodedLength += length;
	});
	body.on("error", (error) => unpacked.destroy(error));
	// A body that is no gzip may break when nobody reads it any more.
	unpacked.on("error", () => {});
	return body.pipe(unpacked);
};
