import { WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { REST } from "discord.js";
import { GatewayDispatchEvents } from "discord-api-types/v10";
import { expect, onTestFinished, test, vi } from "vitest";
import { GatewayShards } from "../../../src/discord/patches/gateway-shards.ts";

test("a shard that sends more guilds than one turn reads pauses its connection until the next turn", async () => {
	const told: string[] = [];
	let now = 0;
	const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
	onTestFinished(() => clock.mockRestore());
	let shards: GatewayShards | undefined;
	const manager = new WebSocketManager({
		token: "token",
		intents: 0,
		rest: new REST(),
		buildStrategy: (of) => {
			shards = new GatewayShards(of, {
				passOn: (event) => event,
				fewerIntents: () => undefined,
				keepTrying: async () => undefined,
			});
			return shards;
		},
	});
	const connection = { pause: () => told.push("pause"), resume: () => told.push("resume") };
	Reflect.get(shards ?? {}, "shards").set(0, { connection });
	const arrive = (id: string) =>
		manager.emit(WebSocketShardEvents.Dispatch, {
			shardId: 0,
			data: { op: 0, s: 1, t: GatewayDispatchEvents.GuildCreate, d: { id } },
		} as never);
	arrive("1");
	now += 20;
	arrive("2");
	expect(told).toEqual(["pause"]);
	await vi.waitFor(() => expect(told).toEqual(["pause", "resume"]));
});
