import type { Client } from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Playground } from "../../src/playground/index.ts";
import { startTestPlayground } from "./support.ts";
import { connect, logInForVoice, makePackets, play, ready, trustVoice } from "./voice-support.ts";

let playground: Playground;
let client: Client<true>;

beforeEach(async () => {
	playground = await startTestPlayground();
	trustVoice(playground);
	client = await logInForVoice(playground);
});
afterEach(async () => {
	await client.destroy();
	await playground.stop();
});

test("the real voice library connects, plays, and a member hears every packet", async () => {
	const { world, voice } = playground;
	voice.join(world.owner);
	const { connection, errors, log } = connect(client, world.voice);
	await ready(connection).catch((error) => {
		throw new Error(log.join("\n"), { cause: error });
	});
	const packets = makePackets(20);
	await play(connection, packets);
	const heard = voice.heard(world.owner);
	expect(heard.packets.slice(0, 20).map(({ opus }) => Buffer.from(opus))).toEqual(packets);
	expect(errors).toEqual([]);
	connection.destroy();
});
