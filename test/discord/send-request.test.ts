import { once } from "node:events";
import { createServer } from "node:http";
import { REST } from "discord.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { createSendRequest, restOptions } from "../../src/discord/rest.ts";
import { openPort } from "../support/listen.ts";

/** Starts a server that answers each request with 200 once `answer` resolves. */
const startServer = async (answer: (attempt: number) => Promise<unknown>) => {
	let attempts = 0;
	const server = createServer(async (request, response) => {
		attempts += 1;
		request.resume();
		await answer(attempts);
		response.end("{}");
	});
	onTestFinished(() => server.closeAllConnections());
	return {
		url: `http://127.0.0.1:${await openPort(server)}/api/v10`,
		attempts: () => attempts,
	};
};

const never = new Promise(() => {});
const timing = { answerMs: 400, callbackMs: 400, bytesPerSecond: 1_000, backoffMs: [1, 1] };
const message = (more: object) => JSON.stringify({ content: "Hi", ...more });

test("a large request may take longer, as its size needs on a slow line", async () => {
	const slow = Promise.withResolvers<void>();
	const { url, attempts } = await startServer(() => slow.promise);
	const send = createSendRequest(timing);
	const large = new FormData();
	large.append("files[0]", new Blob([new Uint8Array(60_000)]));
	const upload = send(`${url}/webhooks/1/token`, { method: "POST", body: large });
	// A small request times out while the large one goes on.
	await expect(send(`${url}/webhooks/1/token`, { method: "POST", body: "{}" })).rejects.toThrow(/timeout/);
	slow.resolve();
	expect((await upload).status).toBe(200);
	expect(attempts()).toBe(2);
});

test.each([
	["a message", "/channels/1/messages", {}, 1],
	["a message with a nonce that nobody enforces", "/channels/1/messages", { nonce: "1" }, 1],
	["a message with an enforced nonce", "/channels/1/messages", { nonce: "1", enforce_nonce: true }, 3],
	["a follow-up, whatever it says", "/webhooks/1/token", { nonce: "1", enforce_nonce: true }, 1],
	["an interaction's callback", "/interactions/1/token/callback", {}, 3],
])("after no answer, %s is sent as often as is safe", async (_, path, more, times) => {
	const { url, attempts } = await startServer(() => never);
	const send = createSendRequest(timing);
	await expect(send(url + path, { method: "POST", body: message(more) })).rejects.toThrow(/timeout/);
	expect(attempts()).toBe(times);
});

test("a follow-up that found no connection is sent once there is one", async () => {
	const server = createServer((_, response) => void response.end("{}"));
	const port = await openPort(server);
	server.close();
	await once(server, "close");
	const send = createSendRequest({ answerMs: 5_000, backoffMs: [100, 500, 2_000] });
	const sent = send(`http://127.0.0.1:${port}/webhooks/1/token`, { method: "POST", body: "{}" });
	server.listen(port, "127.0.0.1");
	expect((await sent).status).toBe(200);
});

test("a repeated deletion counts as done if the first one worked, and not if nothing was there", async () => {
	let deleted = false;
	const server = createServer((request, response) => {
		const again = deleted;
		deleted = true;
		if (request.url?.endsWith("/2") || again) response.writeHead(404).end('{"code":10008}');
		else request.socket.destroy();
	});
	const url = `http://127.0.0.1:${await openPort(server)}/channels/1/messages`;
	const send = createSendRequest(timing);
	expect((await send(`${url}/1`, { method: "DELETE" })).status).toBe(204);
	expect((await send(`${url}/2`, { method: "DELETE" })).status).toBe(404);
});

test("requests with the bot's token wait for its rate limit in turn, and answers to interactions don't wait", async () => {
	const paths: string[] = [];
	const server = createServer((request, response) => {
		paths.push(String(request.url));
		response.end("{}");
	});
	const api = `http://127.0.0.1:${await openPort(server)}`;
	const held = new REST(restOptions(api, { windowMs: 2 ** 30 })).setToken("token");
	const limited = vi.fn();
	held.on("rateLimited", limited);
	const stop = new AbortController();
	const waiting = Array.from({ length: 60 }, (_, n) =>
		held.post(`/channels/1/messages/${n}`, { signal: stop.signal }).catch(() => {}),
	);
	await Promise.all(
		Array.from({ length: 60 }, (_, n) => held.post(`/webhooks/1/token${n}`, { auth: false })),
	);
	await Promise.all(waiting.slice(0, 50));
	expect(paths.filter((path) => path.includes("/channels/"))).toHaveLength(50);
	expect(limited).not.toHaveBeenCalled();
	stop.abort();
	paths.length = 0;
	const send = createSendRequest({ windowMs: 20 }, (channelId) => (channelId === "2" ? "other" : "guild"));
	const ofBot = { headers: { Authorization: "Bot token" } };
	// A guild with requests for 200 channels doesn't make another guild's request wait for all of them.
	const busy = Array.from({ length: 200 }, (_, n) => send(`${api}/channels/1${n}/messages`, ofBot));
	await send(`${api}/channels/2/messages`, ofBot);
	expect(paths.length).toBeLessThan(120);
	await Promise.all(busy);
	expect(paths).toHaveLength(201);
});
