import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "@herald/common/log.ts";
import { startEmbeddedService } from "@herald/service";
import { request } from "undici";

/** Herald's own speech service in its own process, behind a proxy that records how long each answer took. */
export const startTimedService = async (dataDir: string, logger: Logger) => {
	const service = await startEmbeddedService({ dataDir, logger });
	let took: number[] = [];
	const door = createServer(async (incoming, outgoing) => {
		if (incoming.method !== "POST") {
			outgoing.writeHead(404).end();
			return;
		}
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk);
		const startedAt = performance.now();
		const at = took.push(0) - 1;
		const gone = new AbortController();
		outgoing.once("close", () => gone.abort());
		try {
			const answer = await request(service.baseUrl + incoming.url, {
				method: "POST",
				headers: { authorization: incoming.headers.authorization ?? "", "content-type": "application/json" },
				body: Buffer.concat(chunks),
				signal: gone.signal,
			});
			const bytes = Buffer.from(await answer.body.arrayBuffer());
			took[at] = performance.now() - startedAt;
			outgoing.writeHead(answer.statusCode, { "content-type": "application/json" }).end(bytes);
		} catch {
			// Ignore clients that hang up, and requests cut by a stop.
			outgoing.destroy();
		}
	});
	door.listen(0, "127.0.0.1");
	await once(door, "listening");
	return {
		baseUrl: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
		apiKey: service.apiKey,
		forget: () => {
			took = [];
		},
		/** How long the first answer since then took, in ms; 0 if there was none. */
		firstMs: () => took[0] ?? 0,
		stop: async () => {
			door.closeAllConnections();
			door.close();
			await service.stop();
		},
	};
};
