import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** The header with a request's id, by which both sides find the request in their logs. */
export const requestIdHeader = "x-oneapi-request-id";
/** The header with the client's own correlation id, which the answer repeats. */
export const correlationHeader = "x-request-id";
/** The header in which Herald's own service lists a request's unknown fields. */
export const ignoredFieldsHeader = "x-ignored-fields";
/** The only header in which Google's own endpoint accepts keys. */
export const googleKeyHeader = "x-goog-api-key";

export const isGoogle = (baseUrl: string): boolean =>
	new URL(baseUrl).hostname === "generativelanguage.googleapis.com";

export const acceptHeaders = { accept: "application/json", "accept-encoding": "identity" } as const;

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The most bytes of an error that are read: more than a service's errors have. A proxy's page may be longer. */
export const errorBodyMaxBytes = 64 * 1024;
/** How long to wait for a connection, in ms: far longer than a reachable service takes to accept it. */
export const connectTimeoutMs = 5_000;

/** An answer as received, not yet parsed. */
export interface ReceivedAnswer {
	readonly status: number;
	/** By lower-case name. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	/** Only the beginning if it is long. */
	readonly body: string;
}

export class BodyTooLarge extends Error {
	override readonly name = "BodyTooLarge";
}

/** Reads at most `maxBytes` of a body. @throws BodyTooLarge if it is longer and `truncate` isn't set */
export const collectBody = async (
	body: AsyncIterable<Uint8Array> & { destroy(): unknown; on(event: "error", listener: () => void): unknown },
	maxBytes: number,
	truncate: boolean,
): Promise<Uint8Array<ArrayBuffer>> => {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.byteLength;
		chunks.push(chunk);
		if (size <= maxBytes) continue;
		// Destroying a half-read body emits another error, which needs a listener.
		body.on("error", () => {});
		body.destroy();
		if (!truncate) throw new BodyTooLarge();
		break;
	}
	// A copy: a small buffer shares its memory with others.
	return new Uint8Array(Buffer.concat(chunks, Math.min(size, maxBytes)));
};

/** @returns the uncompressed body: no request asks for compression, but some proxies compress all the same */
export const unpacked = (body: Readable, headers: ReceivedAnswer["headers"]): Readable =>
	/^(?:x-)?gzip$/i.test(headers["content-encoding"] ?? "") ? pipeline(body, createGunzip(), () => {}) : body;

/** Receives an answer, with at most the first `maxBytes` of its body. @throws what the connection throws */
export const receiveAnswer = async (
	answer: {
		readonly statusCode: number;
		readonly headers: Readonly<Record<string, string | string[] | undefined>>;
		readonly body: Readable;
	},
	maxBytes = errorBodyMaxBytes,
): Promise<ReceivedAnswer> => {
	const headers = firstHeaders(answer.headers);
	const bytes = await collectBody(unpacked(answer.body, headers), maxBytes, true);
	return { status: answer.statusCode, headers, body: Buffer.from(bytes).toString("utf8") };
};

/** @returns a body's JSON, with or without a byte order mark; undefined if it isn't JSON */
export const readJson = (body: string): unknown => {
	try {
		return JSON.parse(body.charCodeAt(0) === 0xfeff ? body.slice(1) : body);
	} catch {
		return undefined;
	}
};

/** @returns the code of a system's or undici's error, for the log: unlike a message, it never quotes the request */
export const errorCodeOf = (error: unknown): string =>
	typeof (error as { code?: unknown } | null)?.code === "string"
		? (error as { code: string }).code
		: "unknown";

/** @returns the headers by lower-case name, the first value of each */
export const firstHeaders = (
	headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | undefined> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
	);
