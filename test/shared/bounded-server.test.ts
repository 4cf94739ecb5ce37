import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import {
	createBoundedServer,
	releaseConnection,
	type ServerBounds,
	setOwner,
} from "@herald/common/bounded-server.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { afterEach, expect, test } from "vitest";

const wide: ServerBounds = { connectionsMax: 100, waitingMax: 50, requestMs: 60_000, unreadMs: 60_000 };
/** A body far larger than what the system buffers for a connection. */
const long = Buffer.alloc(16 * 1024 * 1024, "x");

let stop = () => {};
const sockets: Socket[] = [];
afterEach(() => {
	for (const socket of sockets.splice(0)) socket.destroy();
	stop();
});

/** Starts a server whose answers the test gives. */
const start = async (bounds: Partial<ServerBounds> = {}) => {
	const begun: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = [];
	const server = createBoundedServer(createServer, { ...wide, ...bounds }, (request, response) => {
		const owner = request.headers["x-owner"];
		if (owner !== undefined) setOwner(request, Number(owner));
		begun.push({ request, response });
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	stop = () => void server.close().closeAllConnections();
	const { port } = server.address() as AddressInfo;
	/** Opens a connection, and waits until the server has it. */
	const open = async (written = "", reads = true) => {
		const accepted = once(server, "connection");
		const socket = connect(port, "127.0.0.1").on("error", () => {});
		sockets.push(socket);
		if (reads) socket.resume();
		await accepted;
		socket.write(written);
		return socket;
	};
	return { server, begun, open };
};

const ask = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const withhold = (owner?: number) =>
	`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n${owner === undefined ? "" : `X-Owner: ${owner}\r\n`}\r\n`;
const isOpen = ({ closed }: Socket) => !closed;
const closed = (socket: Socket | undefined) => eventually(() => expect(socket?.closed).toBe(true));

test("each request of a connection begins once the answer before it is sent, in order", async () => {
	const { begun, open } = await start();
	const socket = await open(ask("/1") + ask("/2") + ask("/3"));
	let heard = "";
	socket.on("data", (bytes) => {
		heard += bytes;
	});
	for (const path of ["/1", "/2", "/3"]) {
		await eventually(() => expect(begun.at(-1)?.request.url).toBe(path));
		begun.at(-1)?.response.end(`answer to ${path}`);
	}
	await eventually(() =>
		expect(heard.match(/answer to \/\d/g)).toEqual(["/1", "/2", "/3"].map((at) => `answer to ${at}`)),
	);
	expect(begun).toHaveLength(3);
});

test("a connection that keeps sending requests before it is answered is closed, with only its first request begun", async () => {
	const { begun, open } = await start();
	const socket = await open(ask("/").repeat(1_000));
	await closed(socket);
	expect(begun).toHaveLength(1);
	expect(begun[0]?.response.destroyed).toBe(true);
});

test("of many requests sent at once, one is answered before other connections have their turn", async () => {
	const { server, begun, open } = await start();
	server.on("request", (_request, response) => response.end("at once"));
	const socket = await open(withhold().concat("123456789").repeat(1_000));
	await closed(socket);
	expect(begun).toHaveLength(1);
});

test("after a client hangs up, none of its further requests begins", async () => {
	const { begun, open } = await start();
	const socket = await open(ask("/1") + ask("/2"));
	await eventually(() => expect(begun).toHaveLength(1));
	socket.destroy();
	await once((begun[0] as (typeof begun)[number]).response, "close");
	await open(ask("/other"));
	await eventually(() => expect(begun.map(({ request }) => request.url)).toEqual(["/1", "/other"]));
});

test.each([
	["headers", "GET / HTTP/1.1\r\nHost: a\r\nX-Half"],
	["a body", withhold()],
])("an incomplete request is given up: %s", async (_, written) => {
	const { open } = await start({ requestMs: 100 });
	await closed(await open(written));
});

test("if all connections are taken, one that waits for its client makes room", async () => {
	const { begun, open } = await start({ connectionsMax: 4, waitingMax: 3 });
	const [silent] = [await open()];
	for (let n = 0; n < 3; n += 1) await open(ask(`/${n}`));
	await eventually(() => expect(begun).toHaveLength(3));
	const last = await open(ask("/last"));
	await closed(silent);
	await eventually(() => expect(begun).toHaveLength(4));
	// Now no connection waits for its client, so a new one is refused.
	await closed(await open());
	begun.at(-1)?.response.end("answered");
	await once(last, "data");
});

test("a connection whose answer isn't read to its end counts as waiting", async () => {
	const { begun, open } = await start({ waitingMax: 2 });
	for (let n = 0; n < 5; n += 1) {
		await open(ask("/"), false);
		await eventually(() => expect(begun).toHaveLength(n + 1));
		begun[n]?.response.end(long);
	}
	await open();
	await eventually(() => expect(begun.filter(({ response }) => !response.destroyed)).toHaveLength(1));
});

const upgrade = "Connection: Upgrade\r\nUpgrade: h2c\r\n";

test("a client that prefers another protocol is answered, and counts like any other", async () => {
	const { begun, open } = await start({ waitingMax: 2 });
	const socket = await open(ask("/", upgrade));
	await eventually(() => expect(begun).toHaveLength(1));
	begun[0]?.response.end("answered");
	expect(String(await once(socket, "data"))).toContain("answered");
	for (let n = 0; n < 4; n += 1) await open(ask("/", upgrade).trimEnd());
	await eventually(() => expect(sockets.filter(isOpen)).toHaveLength(2));
});

test("a connection taken over for another protocol leaves the server's bounds", async () => {
	const { server, open } = await start({ waitingMax: 2, unreadMs: 100 });
	server.on("upgrade", releaseConnection);
	const upgraded = once(server, "upgrade");
	const socket = await open(ask("/", upgrade));
	await upgraded;
	for (let n = 0; n < 4; n += 1) await open();
	await eventually(() => expect(sockets.filter(isOpen)).toEqual([socket]));
});

test("the owner with the most waiting connections loses its own, and nobody else's", async () => {
	const { begun, open } = await start({ waitingMax: 4 });
	const modest = await open(withhold(1));
	await eventually(() => expect(begun).toHaveLength(1));
	for (let n = 0; n < 10; n += 1) {
		await open(withhold(2));
		await eventually(() => expect(begun).toHaveLength(n + 2));
	}
	for (let n = 0; n < 10; n += 1) await open();
	await eventually(() => expect(sockets.filter(isOpen)).toHaveLength(4));
	modest.write("123456789");
	await eventually(() => expect(begun[0]?.request.complete).toBe(true));
});
