import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import type { REST } from "discord.js";
import { GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";
import { expect, onTestFinished, test, vi } from "vitest";
import { GatewayShards } from "../../../src/discord/patches/gateway-shards.ts";

const gateway = {
	shards: 1,
	session_start_limit: { total: 1, remaining: 1, reset_after: 0, max_concurrency: 1 },
};

/** Makes shards that aren't connected yet. @returns the shards, and a function that has their manager emit an event */
const makeShards = (url = "wss://127.0.0.1") => {
	let shards: GatewayShards | undefined;
	const manager = new WebSocketManager({
		token: "token",
		intents: 0,
		// By default, the library ends a handshake after 30 s.
		handshakeTimeout: null,
		rest: { get: async () => ({ ...gateway, url }) } as unknown as REST,
		buildStrategy: (of) => {
			shards = new GatewayShards(of, {
				passOn: (event) => event,
				onMalformed: () => {},
				onClosed: () => {},
				fewerIntents: () => undefined,
				keepTrying: async () => undefined,
			});
			return shards;
		},
	});
	if (!shards) throw new Error("the manager has built none");
	const dispatch = (t: GatewayDispatchEvents, d: unknown) => {
		const data = { op: 0, s: 1, t, d } as GatewayDispatchPayload;
		manager.emit(WebSocketShardEvents.Dispatch, { shardId: 0, data });
	};
	return { shards, dispatch };
};

test("a shard that sends more guilds than one turn can read pauses its connection until the next turn", async () => {
	const told: string[] = [];
	let now = 0;
	const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
	onTestFinished(() => clock.mockRestore());
	const { shards, dispatch } = makeShards();
	const connection = { pause: () => told.push("pause"), resume: () => told.push("resume") };
	Reflect.get(shards, "shards").set(0, { connection });
	dispatch(GatewayDispatchEvents.GuildCreate, { id: "1" });
	now += 20;
	dispatch(GatewayDispatchEvents.GuildCreate, { id: "2" });
	expect(told).toEqual(["pause"]);
	await vi.waitFor(() => expect(told).toEqual(["pause", "resume"]));
});

test("a handshake in progress ends when the shards are stopped", async () => {
	const server = createServer().listen(0, "127.0.0.1");
	onTestFinished(() => void server.close());
	await once(server, "listening");
	const { shards } = makeShards(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
	await shards.spawn([0]);
	// This promise never settles: a connection that ends before it was open reports nothing.
	void shards.connect();
	const [socket] = await once(server, "connection");
	const closed = once(socket.resume(), "close");
	await shards.destroy();
	await closed;
});
