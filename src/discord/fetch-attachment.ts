import type { Attachment, Client } from "discord.js";
import { request } from "undici";
import { cutMarks } from "../shared/cut-marks.ts";

const cdn = "https://cdn.discordapp.com";
const discordHost = /(?:^|\.)discord(?:app)?\.com$/;
/** For the whole file, in ms. */
const fetchTimeoutMs = 10_000;

/** A file's bytes, or why there are none. `unreachable` may be tried again. */
export type FetchResult =
	| { readonly ok: true; readonly bytes: Uint8Array }
	| { readonly ok: false; readonly why: "too_large" | "gone" | "unreachable" };

/** Files are only fetched from Discord's CDN, or from a server that replaces Discord on this machine. */
const isKnownPlace = (url: string, apiUrl: string): boolean => {
	if (!URL.canParse(url)) return false;
	const { origin } = new URL(url);
	const api = new URL(apiUrl);
	return origin === cdn || (!discordHost.test(api.hostname) && origin === api.origin);
};

/**
 * Fetches a file that a member attached. Redirects aren't followed.
 *
 * @param maxBytes - the most that is read, whatever size Discord states
 */
export const fetchAttachment = async (
	client: Client,
	{ url, size }: Pick<Attachment, "url" | "size">,
	maxBytes: number,
	timeoutMs = fetchTimeoutMs,
): Promise<FetchResult> => {
	if (size > maxBytes) return { ok: false, why: "too_large" };
	if (!isKnownPlace(url, client.rest.options.api)) return { ok: false, why: "unreachable" };
	try {
		const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(timeoutMs) });
		const chunks: Buffer[] = [];
		let read = 0;
		// Leaving the loop closes the connection.
		for await (const chunk of body as AsyncIterable<Buffer>) {
			read += chunk.length;
			if (statusCode !== 200 || read > maxBytes) break;
			chunks.push(chunk);
		}
		if (statusCode !== 200)
			return { ok: false, why: [403, 404, 410].includes(statusCode) ? "gone" : "unreachable" };
		return read > maxBytes ? { ok: false, why: "too_large" } : { ok: true, bytes: Buffer.concat(chunks) };
	} catch {
		return { ok: false, why: "unreachable" };
	}
};

const fileMaxBytes = 64 * 1024;

/** @returns the lines of an uploaded text file; undefined if it isn't UTF-8 of at most 64 KiB */
export const readTextFile = async (client: Client, file: Attachment): Promise<string[] | undefined> => {
	const fetched = await fetchAttachment(client, file, fileMaxBytes);
	if (!fetched.ok) return undefined;
	try {
		return cutMarks(new TextDecoder("utf-8", { fatal: true }).decode(fetched.bytes)).split(/\r?\n/);
	} catch {
		return undefined;
	}
};
