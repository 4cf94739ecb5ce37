import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { BodyTooLarge, collectBody } from "@herald/common/wire/http.ts";
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from "undici";
import { isSystemError, VoiceError } from "./voice.ts";

export interface PublishedFile {
	readonly url: string;
	/** Undefined if the publisher doesn't say. */
	readonly bytes?: number | undefined;
	/** Undefined if the publisher gives none. */
	readonly digest?: { readonly algorithm: "md5" | "sha256"; readonly hex: string } | undefined;
}

const redirectsMax = 5;
/** How long a publisher may send nothing, in ms. */
const silenceMs = 30_000;

const env = process.env;
const silence = { headersTimeout: silenceMs, bodyTimeout: silenceMs };
/** Uses the proxies of npm's settings, which npm hands to its scripts, or else those of the environment. */
const byProxy = new EnvHttpProxyAgent({
	...(env.npm_config_proxy && { httpProxy: env.npm_config_proxy }),
	...(env.npm_config_https_proxy && { httpsProxy: env.npm_config_https_proxy }),
	...(env.npm_config_noproxy && { noProxy: env.npm_config_noproxy }),
	...silence,
});
/** Connects without a proxy, for addresses on this machine. */
const direct = new Agent(silence);

/** A mirror on this machine needs no TLS. */
const isLocal = ({ hostname }: URL): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

const checkAddress = (url: URL, from?: URL): URL => {
	const isSafe =
		url.protocol === "https:" || (url.protocol === "http:" && isLocal(from ?? url) && isLocal(url));
	if (!isSafe) throw new VoiceError(`${url.host} can't be asked safely: only https is.`);
	if (url.username !== "" || url.password !== "")
		throw new VoiceError(`${url.host} was given with a password in its address: leave it out.`);
	return url;
};

/**
 * @returns the first answer that is no redirect, and its address
 * @throws VoiceError if a host can't be reached, there are too many redirects, or an address isn't safe
 */
const ask = async (address: string, headers: Record<string, string>, signal: AbortSignal) => {
	let url = checkAddress(new URL(address));
	for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
		const answer = await request(url, { dispatcher: isLocal(url) ? direct : byProxy, headers, signal }).catch(
			(error: unknown) => {
				signal.throwIfAborted();
				const { code, message } = error as { code?: string; message: string };
				throw new VoiceError(`${url.host} can't be reached (${code ?? message}).`);
			},
		);
		const { location } = answer.headers;
		if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== "string")
			return { url, answer };
		// The body of a redirect is discarded, even if it breaks off.
		await answer.body.dump({ limit: 64 * 1024 }).catch(() => {});
		url = checkAddress(new URL(location, url), url);
	}
	throw new VoiceError(`${new URL(address).host} redirects too often.`);
};

const refuse = async ({ body, statusCode }: Dispatcher.ResponseData, url: URL): Promise<never> => {
	// The status says enough. The body is discarded, even if it breaks off.
	await body.dump({ limit: 64 * 1024 }).catch(() => {});
	throw new VoiceError(`${url.host} answers ${statusCode} for ${basename(url.pathname)}.`);
};

/**
 * @returns a small text, such as a list or a card
 * @throws VoiceError when the text can't be had or is longer than `bytesMax` @throws the signal's reason
 */
export const fetchText = async (address: string, bytesMax: number, signal: AbortSignal): Promise<string> => {
	const { url, answer } = await ask(address, { accept: "*/*", "user-agent": "herald" }, signal);
	if (answer.statusCode !== 200) return refuse(answer, url);
	const bytes = await collectBody(answer.body, bytesMax, false).catch((error: unknown) => {
		signal.throwIfAborted();
		throw new VoiceError(
			error instanceof BodyTooLarge
				? `${url.host} sends more than a list or a card has.`
				: `${url.host} stopped in the middle of its answer: try again.`,
		);
	});
	return Buffer.from(bytes).toString("utf8");
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const hasDigest = async (path: string, { digest }: PublishedFile): Promise<boolean> => {
	if (!digest) return true;
	const hash = createHash(digest.algorithm);
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex") === digest.hex.toLowerCase();
};

/** @returns whether an answer begins at byte `from` of the file */
const goesOn = ({ statusCode, headers }: Dispatcher.ResponseData, from: number): boolean =>
	statusCode === 206 && String(headers["content-range"]).startsWith(`bytes ${from}-`);

/**
 * Downloads a file unless it exists. Goes on where an earlier try stopped, if the server can do that.
 *
 * @param path - the path of the complete file; an incomplete file is at `PATH.part`
 * @param onProgress - called with how many bytes of the file are there, with those of earlier tries
 * @throws VoiceError when the file can't be had, or isn't what its publisher lists @throws the signal's reason
 * @throws the system's error, as for a full disk
 */
export const download = async (
	file: PublishedFile & { readonly bytes: number },
	path: string,
	signal: AbortSignal,
	onProgress: (bytes: number) => void,
): Promise<void> => {
	const { bytes } = file;
	if (existsSync(path)) return;
	const part = `${path}.part`;
	const from = sizeOf(part) < bytes ? sizeOf(part) : 0;
	const headers = {
		"accept-encoding": "identity",
		"user-agent": "herald",
		...(from > 0 && { range: `bytes=${from}-` }),
	};
	const { url, answer } = await ask(file.url, headers, signal);
	const resumes = goesOn(answer, from);
	if (answer.statusCode === 416) rmSync(part, { force: true });
	if (!resumes && answer.statusCode !== 200) return refuse(answer, url);
	let there = resumes ? from : 0;
	const stopped = () =>
		new VoiceError(`${url.host} stopped at ${there} of ${bytes} bytes: run it again, and it goes on there.`);
	const count = async function* (chunks: AsyncIterable<Buffer>) {
		for await (const chunk of chunks) {
			there += chunk.length;
			onProgress(there);
			if (there > bytes)
				throw new VoiceError(`${url.host} sends more than the ${bytes} bytes that its list says.`);
			yield chunk;
		}
	};
	const written = createWriteStream(part, { flags: resumes ? "a" : "w", mode: 0o600 });
	try {
		await pipeline(answer.body, count, written, { signal });
	} catch (error) {
		// A file that is still being opened would be there again.
		if (!written.closed) await once(written, "close").catch(() => {});
		if (there > bytes) rmSync(part, { force: true });
		signal.throwIfAborted();
		if (error instanceof VoiceError || isSystemError(error)) throw error;
		throw stopped();
	}
	if (there < bytes) throw stopped();
	if (!(await hasDigest(part, file))) {
		rmSync(part, { force: true });
		throw new VoiceError(
			`What ${url.host} sends for ${basename(path)} isn't what its list says: its digest is another.`,
		);
	}
	renameSync(part, path);
};
