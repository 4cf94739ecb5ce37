import type { Attachment } from "discord.js";
import { request } from "undici";

const fileMaxBytes = 64 * 1024;
const fetchTimeoutMs = 10_000;

/** @returns the lines of a text file uploaded to Discord: UTF-8, up to 64 KiB; undefined if it isn't one */
export const readTextFile = async (file: Attachment): Promise<string[] | undefined> => {
	if (file.size > fileMaxBytes) return undefined;
	try {
		const signal = AbortSignal.timeout(fetchTimeoutMs);
		const { statusCode, body } = await request(file.url, { signal });
		const bytes = await body.arrayBuffer();
		if (statusCode !== 200 || bytes.byteLength > fileMaxBytes) return undefined;
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes).split(/\r?\n/);
	} catch {
		return undefined;
	}
};
