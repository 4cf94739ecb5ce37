import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { withSound } from "../support/answers.ts";
import { startWorld } from "../support/world.ts";

const read = async (stream: IncomingMessage): Promise<Buffer> => Buffer.concat(await stream.toArray());

/**
 * Behaves like the proxies that operators put before Discord: passes requests on, waits for rate limits itself, and
 * tells its clients nothing of them. Answers the first request for each path in `slow` with 408 and a page of its own.
 */
const startProxy = async (slow: RegExp[]) => {
	let target = "";
	const passed: string[] = [];
	const ask = async ({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> => {
		const asked = request(new URL(url ?? "", target), { method, headers } as object);
		asked.end(body);
		const [answer] = (await once(asked, "response")) as [IncomingMessage];
		if (answer.statusCode !== 429) return answer;
		answer.resume();
		await wait(Number(answer.headers["x-ratelimit-reset-after"]) * 1_000);
		return ask({ method, url, headers } as IncomingMessage, body);
	};
	const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
		const body = await read(incoming);
		passed.push(`${incoming.method} ${incoming.url}`);
		const at = slow.findIndex((path) => path.test(incoming.url ?? ""));
		if (at >= 0) {
			slow.splice(at, 1);
			response.writeHead(408, { "content-type": "text/plain" }).end("Request Timeout");
			return;
		}
		const answer = await ask(incoming, body);
		const headers = Object.fromEntries(
			Object.entries(answer.headers).filter(([name]) => !/^(x-ratelimit|retry-after|connection)/.test(name)),
		);
		response.writeHead(answer.statusCode ?? 502, headers).end(await read(answer));
	};
	const server = createServer((incoming, response) => void pass(incoming, response));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {
		/** The address without a path, as people write it. */
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		passed,
		standBefore: (url: string) => {
			target = url;
		},
	};
};

test("Herald works behind a proxy that handles rate limits and gives up slow requests", async () => {
	const { herald, member, stop } = await startWorld();
	onTestFinished(stop);
	const proxy = await startProxy([/\/gateway\/bot/, /\/callback/, /original$/]);
	proxy.standBefore(herald.playground.url);
	await herald.restart({ DISCORD_API_URL: proxy.url });
	herald.playground.faults.rateLimit({ method: "PATCH", path: /original$/ }, 0.1);
	const message = await withSound(herald.say(member, "Through the proxy", { as: "file" }));
	expect(message.content).toMatch(/> Through the proxy$/);
	expect(proxy.passed.some((request) => request.startsWith("PATCH /api/v10/webhooks/"))).toBe(true);
});
