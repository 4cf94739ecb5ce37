import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { RawSocket } from "./raw-socket.ts";
import { client, enter, playground, useDiscord } from "./use-playground.ts";

useDiscord();

/** Sends bytes to a port. @returns what comes back until an answer's headers end or the connection closes */
const talk = async (port: number, text: string | Buffer, ca?: string): Promise<string> => {
	const host = "127.0.0.1";
	const socket = ca === undefined ? connect({ port, host }) : connectSecurely({ port, host, ca });
	const heard: Buffer[] = [];
	socket.on("data", (bytes: Buffer) => {
		heard.push(bytes);
		if (Buffer.concat(heard).includes("\r\n\r\n")) socket.destroy();
	});
	socket.on("error", () => {});
	socket.write(text);
	await once(socket, "close");
	return Buffer.concat(heard).toString("latin1");
};

type Headers = Readonly<Record<string, string>>;
/** The text of a request with no headers but these, the host's, and one that ends the connection. */
const get = (path: string, headers: Headers = {}, port = playground.port, method = "GET") => {
	const all = { Host: `127.0.0.1:${port}`, Connection: "close", ...headers };
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
	return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
};
const upgrade = (port: number, path: string, headers: Headers = {}) => {
	const key = { "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==" };
	return get(path, { Connection: "Upgrade, close", Upgrade: "websocket", ...key, ...headers }, port);
};

const oddPaths = "// /// //[ //:0 /\\ * http://[ /% /gateway% /gateway/../x ? //@ /#".split(" ");

const isAlive = async () => expect((await fetch(playground.url)).status).toBe(200);

test("a WebSocket to an odd address, of another site's page, or by another name of this machine is refused", async () => {
	const { port, url } = playground;
	for (const path of oddPaths)
		expect(await talk(port, upgrade(port, path)), path).toMatch(/^HTTP\/1.1 40[04] /);
	for (const [headers, answer] of [
		[{ Origin: "https://example.com" }, "403 Forbidden"],
		[{ Host: `playground.example.com:${port}` }, "403 Forbidden"],
		[{ Origin: url }, "101 Switching Protocols"],
		[{ Host: `localhost:${port}` }, "101 Switching Protocols"],
	] as const)
		expect(await talk(port, upgrade(port, "/gateway", headers))).toContain(`HTTP/1.1 ${answer}\r\n`);
	await isAlive();
});

test("requests of another site's page, or by another name of this machine, are refused, even if the browser doesn't say what they are for", async () => {
	const statusOf = async (path: string, headers: Headers) =>
		(await talk(playground.port, get(path, headers))).split(" ", 2)[1];
	const from = (site: string, mode?: string, dest = "") => ({
		"Sec-Fetch-Site": site,
		...(mode && { "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest }),
	});
	const foreign = ["cross-site", "same-site"].flatMap((site) => [from(site, "no-cors", "image"), from(site)]);
	for (const path of ["/", "/playground/live?as=ada", "/attachments/1/2/3"])
		for (const headers of [
			...foreign,
			...[{ Host: "evil.example" }, { Origin: "http://evil.example" }, { Origin: "null" }],
		])
			expect(await statusOf(path, headers), path).toBe("403");
	const own = [from("same-origin"), from("none"), { Host: `localhost:${playground.port}` }];
	for (const headers of [...own, from("cross-site", "navigate", "document")])
		expect(await statusOf("/", headers)).toBe("200");
});

test("an unknown address is refused before a body arrives", async () => {
	for (const path of ["/elsewhere", "/playground/api/elsewhere", "/api/v10/elsewhere"]) {
		const request = get(path, { "Content-Length": "1000" }, playground.port, "POST");
		expect(await talk(playground.port, request), path).toMatch(/^HTTP\/1.1 404 /);
	}
});

test("of many requests sent at once on a connection, only as many begin as answers are read", async () => {
	const asked = get("/api/v10/users/@me", {
		Connection: "keep-alive",
		Authorization: `Bot ${playground.token}`,
	});
	const socket = connect(playground.port, "127.0.0.1").on("error", () => {});
	socket.resume().write(asked.repeat(1_000));
	await eventually(() => expect(socket.closed).toBe(true));
	await isAlive();
	expect(playground.requests.length).toBeLessThan(10);
});

test("a file that is requested but not read is in memory once, however many request it", async () => {
	const { home } = playground;
	const bytes = Buffer.alloc(10_000_000, "x");
	const { attachments } = playground.post(home.owner, "A large one", {}, [
		{ filename: "large.bin", contentType: undefined, bytes },
	]);
	const url = new URL(String(attachments[0]?.url));
	const before = process.memoryUsage().arrayBuffers;
	const sockets = Array.from({ length: 20 }, () => connect(playground.port, "127.0.0.1"));
	for (const socket of sockets) socket.write(get(url.pathname));
	await Promise.all(sockets.map((socket) => once(socket, "readable")));
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
	for (const socket of sockets) socket.destroy();
	await isAlive();
});

/** An object that can't be converted to text or a number. */
const unreadable = { toString: 1, valueOf: 1 };
const oddValues = [
	...[null, true, 0, -1, 2 ** 63, "", "x", "\u0000", "9".repeat(400)],
	...[[], [[]], {}, unreadable, [unreadable]],
];

/** For each field of an object and each odd value, a copy of the object with the value in the field. */
const spoilt = (fields: Readonly<Record<string, unknown>>): object[] =>
	Object.keys(fields).flatMap((name) => oddValues.map((value) => ({ ...fields, [name]: value })));

/** Sends each message on a connection of its own, after `first` if there is one, and closes the connection. */
const sendEach = async (
	url: string,
	messages: readonly (string | Buffer | object)[],
	{ ca, first }: { readonly ca?: string; readonly first?: object } = {},
) => {
	const written = (message: string | Buffer | object) =>
		typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message);
	for (const message of messages) {
		const socket = new WebSocket(url, { ...(ca !== undefined && { ca }) }).on("error", () => {});
		for (const each of [...(first ? [first] : []), message]) {
			await once(socket, "message");
			socket.send(written(each));
		}
		socket.close();
		await once(socket, "close");
	}
	await isAlive();
};

const login = (more: object = {}) => ({ token: playground.token, intents: 513, properties: {}, ...more });

test("connections that never log in make room for newer ones, and a bot that has logged in stays", async () => {
	await enter();
	const sockets: RawSocket[] = [];
	for (let n = 0; n < 257; n += 1) {
		const socket = new RawSocket(playground.gatewayUrl);
		sockets.push(socket);
		await socket.op(10);
	}
	expect(await sockets[0]?.closed).toBe(1006);
	const [, second, ...others] = sockets;
	second?.send({ op: 1, d: null });
	await second?.op(11);
	expect(client.isReady()).toBe(true);
	expect(playground.gateway.counts).toMatchObject({ identified: 1, resumed: 0 });
	for (const socket of [second, ...others]) socket?.close();
});

test("nothing that a client sends to the gateway before or after its login throws", async () => {
	const { home, gatewayUrl, token } = playground;
	await sendEach(gatewayUrl, [
		...spoilt({ op: 2, d: login() }),
		...spoilt(login({ shard: [0, 1] })).map((d) => ({ op: 2, d })),
		...spoilt({ token, session_id: "x", seq: 1 }).map((d) => ({ op: 6, d })),
		...["", "{", "[]", "null", '{"op":1e999}', Buffer.from([0, 255])],
	]);
	const guild_id = home.guild.id;
	const frames = [
		...spoilt({ guild_id, query: "a", limit: 1, user_ids: [], nonce: "1" }).map((d) => ({ op: 8, d })),
		...spoilt({ guild_id, channel_id: home.voice.id, self_mute: false }).map((d) => ({ op: 4, d })),
		...spoilt({ op: 3, d: {} }),
	];
	await sendEach(gatewayUrl, frames, { first: { op: 2, d: login() } });
});

test("nothing that is sent to a voice server throws", async () => {
	const { certificate } = playground.voice.certificate;
	const { guild, voice } = playground.home;
	const gateway = await RawSocket.logIn(playground, { intents: 129 });
	await gateway.event("READY");
	gateway.send({ op: 4, d: { guild_id: guild.id, channel_id: voice.id } });
	const { endpoint } = await gateway.event<{ endpoint: string }>("VOICE_SERVER_UPDATE");
	const url = `wss://${endpoint}/?v=8`;
	const port = Number(new URL(url).port);
	for (const path of oddPaths)
		expect(await talk(port, upgrade(port, path), certificate), path).toMatch(/^HTTP\/1.1 (40|101)/);
	const foreign = { Origin: "https://example.com" };
	expect(await talk(port, upgrade(port, "/", foreign), certificate)).toContain("403 Forbidden");
	const identity = {
		...{ server_id: "1", user_id: "1", session_id: "x", token: "x" },
		max_dave_protocol_version: 1,
	};
	const frames = [...spoilt({ op: 0, d: identity }), ...spoilt(identity).map((d) => ({ op: 0, d }))];
	const others = ["", "{", ...[[], [26], [99, 1]].map((bytes) => Buffer.from(bytes))];
	await sendEach(url, [...frames, ...others], { ca: certificate });
	const udp = createSocket("udp4");
	for (const size of [0, 1, 8, 11, 12, 13, 32, 74, 1_400])
		for (const first of [0, 0x80, 0x90, 0xff]) {
			const packet = Buffer.alloc(size, first);
			await new Promise((resolve) => udp.send(packet, port, "127.0.0.1", resolve));
		}
	udp.close();
	await isAlive();
});

test("no request over HTTP crashes the playground", async () => {
	await enter();
	const { home, port } = playground;
	const { id } = playground.post(home.owner, "hello");
	const command = "/playground/api/command";
	const messages = `/api/v10/channels/${home.text.id}/messages`;
	const places = [
		..."/playground/live /playground/voice /playground/api/post /api/v10/users/@me".split(" "),
		...["/attachments/1/2/3", "/options/", command, messages, `${messages}/${id}`],
	];
	const queries = "|?|?as=a&as=b&guild=&guild=x|?as[]=1&channel=%|?limit=1e9&before=-1&after=%00".split("|");
	const authorized = { Authorization: `Bot ${playground.token}` };
	const post = (path: string, body: string, type = "application/json") => {
		const headers = { "Content-Type": type, "Content-Length": `${Buffer.byteLength(body)}` };
		return get(path, { ...authorized, ...headers }, port, "POST") + body;
	};
	const range = { ...authorized, Range: "bytes=9-1,-,99999999999999999999-" };
	const bodies = ["{", "[]", "null", '""', `${"[".repeat(9_000)}`, '{"__proto__":{"x":1}}'];
	const requests = [
		...oddPaths.map((path) => get(path, authorized)),
		...places.flatMap((place) => queries.map((query) => get(place + query, authorized))),
		...places.map((place) => get(place, range)),
		...bodies.flatMap((body) => places.map((place) => post(place, body))),
		...spoilt({ content: "x", embeds: [], components: [], poll: {}, message_reference: {}, flags: 0 }).map(
			(fields) => post(messages, JSON.stringify(fields)),
		),
		...spoilt({ as: "ada", name: "say", values: { text: "x" }, locale: "en-US", channel: "1" }).map(
			(fields) => post(command, JSON.stringify(fields)),
		),
		post(messages, "--x\r\n\r\n\r\n", "multipart/form-data; boundary=x"),
		post(messages, "x", "multipart/form-data"),
		"GET\r\n\r\n",
		"\u0000\u0001\r\n\r\n",
		"CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: x\r\n\r\n",
	];
	const answers = await Promise.all(requests.map((request) => talk(port, request)));
	const failed = requests.filter((_, at) => answers[at]?.startsWith("HTTP/1.1 5"));
	expect(failed.map((request) => request.slice(0, 600))).toEqual([]);
	await isAlive();
});

test("a member who leaves a server while a page shows it doesn't crash the playground", async () => {
	const { home, url } = playground;
	const page = await fetch(`${url}/playground/live?as=ben&guild=${home.guild.id}`);
	playground.world.removeMember(home.ordinary);
	playground.post(home.owner, "Where is Ben?");
	expect(await page.text()).toContain("event: guild");
	await isAlive();
});
