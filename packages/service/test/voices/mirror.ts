import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { piperVoice } from "../speech-tools.ts";

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * Serves a file, or the rest of it that a range asks for.
 *
 * @param upTo - the byte at which the connection ends, once `written` resolves
 */
export const serve =
	(
		bytes: Uint8Array,
		upTo = Number.POSITIVE_INFINITY,
		written: () => PromiseLike<unknown> = async () => {},
	): Answer =>
	(response, { headers }) => {
		const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
		response.writeHead(from > 0 ? 206 : 200, {
			"content-length": bytes.length - from,
			...(from > 0 && { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
		});
		response.write(bytes.subarray(from, upTo));
		if (upTo >= bytes.length) response.end();
		else void written().then(() => response.socket?.end());
	};

/** Starts a mirror of the publishers on this machine, for `VOICES_URL`. Addresses without an answer get a 404. */
export const openMirror = async () => {
	const answers = new Map<string, Answer>();
	const asked: IncomingMessage[] = [];
	const mirror = createServer((request, response) => {
		asked.push(request);
		response.on("error", () => {});
		const answer = answers.get(String(request.url));
		if (answer) answer(response, request);
		else response.writeHead(404).end();
	});
	mirror.listen(0, "127.0.0.1");
	await once(mirror, "listening");
	return {
		address: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
		answers,
		asked,
		/** Lists one English voice, whose model is these bytes, and serves its files. */
		publishJoe: (bytes: Uint8Array) => {
			const settings = piperVoice ? readFileSync(`${piperVoice}.json`) : Buffer.from("{}");
			const contents = {
				"en/joe/en_US-joe-medium.onnx": bytes,
				"en/joe/en_US-joe-medium.onnx.json": settings,
				"en/joe/MODEL_CARD": Buffer.from("* License: CC0\u001b[31m\n"),
			};
			const files: Record<string, object> = {};
			for (const [file, content] of Object.entries(contents)) {
				answers.set(`/${file}`, serve(content));
				files[file] = { size_bytes: content.length, md5_digest: md5(content) };
			}
			const key = "en_US-joe-medium";
			const voice = { key, language: { code: "en_US" }, quality: "medium", num_speakers: 1, files };
			answers.set("/voices.json", (response) => response.end(JSON.stringify({ [key]: voice })));
		},
		close: () => {
			mirror.closeAllConnections();
			mirror.close();
		},
	};
};
