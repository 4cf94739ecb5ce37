/** An error says what it has to say in far less; a proxy's page may be larger and tells nothing more. */
export const errorBodyMaxBytes = 64 * 1024;
/** A service that can be reached at all answers a connection far sooner. */
export const connectTimeoutMs = 5_000;

/** A body beyond what its reader allowed. */
export class BodyTooLarge extends Error {}

/** Reads a body up to `maxBytes`; beyond, `truncate` says whether the rest is dropped or an error. */
export const readBody = async (
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
		// Destroying a body that is half read makes it fail once more, with nobody left to listen.
		body.on("error", () => {});
		body.destroy();
		if (!truncate) throw new BodyTooLarge();
		break;
	}
	const bytes = new Uint8Array(Math.min(size, maxBytes));
	let offset = 0;
	for (const chunk of chunks) {
		const fits = chunk.subarray(0, bytes.byteLength - offset);
		bytes.set(fits, offset);
		offset += fits.byteLength;
	}
	return bytes;
};

/** @returns the code of a system's or undici's error, for the log: it never holds anything of the request */
export const codeOf = (error: unknown): string =>
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
