import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { writeWav } from "@herald/common/audio/pcm.ts";

const sampleRate = 24_000;
const secondsPerWord = 0.38;

/** @returns a sound as long as the spoken text */
const speak = (text: string): Uint8Array => {
	const seconds = 0.3 + text.split(/\s+/).length * secondsPerWord;
	const samples = Int16Array.from(
		{ length: Math.round(seconds * sampleRate) },
		(_, n) => 9_000 * Math.sin((2 * Math.PI * 220 * n) / sampleRate),
	);
	return writeWav({ samples, sampleRate });
};

/** A speech service that takes `requestMs` per request, and works on `atOnce` requests at a time. */
export const startSlowService = async (requestMs: number, atOnce: number) => {
	const texts: string[] = [];
	const turns = Array.from({ length: atOnce }, () => Promise.resolve());
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request.setEncoding("utf8")) body += chunk;
		// Herald sends HEAD only to keep its connection open.
		if (request.method === "HEAD") {
			response.writeHead(404).end();
			return;
		}
		const text: string = JSON.parse(body).contents[0].parts[0].text;
		texts.push(text);
		const before = turns.shift();
		const done = (before ?? Promise.resolve()).then(() => wait(requestMs));
		turns.push(done);
		await done;
		const inlineData = { mimeType: "audio/wav", data: Buffer.from(speak(text)).toString("base64") };
		response.writeHead(200, { "content-type": "application/json" }).end(
			JSON.stringify({
				candidates: [{ content: { role: "model", parts: [{ inlineData }] }, finishReason: "STOP", index: 0 }],
				usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 64, totalTokenCount: 73 },
			}),
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** The requested texts, in order. */
		texts,
		stop: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
};
