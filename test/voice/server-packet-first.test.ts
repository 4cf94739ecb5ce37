import { eventually } from "@herald/common/testing/eventually.ts";
import { describe, expect, test } from "vitest";
import { expectHeard, testPacketOrder } from "./packet-order.ts";
import { clock, herald, home, startAnother, useVoiceHerald, voice } from "./set-up.ts";
import { beginText, waitsFor } from "./support.ts";

testPacketOrder("server");

describe("Herald", () => {
	useVoiceHerald();

	test("makes the connection anew if a late voice state names another channel", async () => {
		await startAnother({ backoffBaseMs: 500, backoffMaxMs: 1_000 });
		const { text } = await beginText(herald);
		voice.orderPackets({ first: "server", gapMs: 3_600_000 });
		voice.move(home.owner, home.secondVoice);
		voice.move(home.bot, home.secondVoice);
		await waitsFor(herald, 500);
		voice.orderPackets();
		await herald.seen(home.bot, home.secondVoice.id);
		clock.advance(500);
		await expectHeard(herald, home, text, [1, 2]);
		expect(home.guild.voiceStates.get(herald.client.user.id)?.channelId).toBe(home.secondVoice.id);
	});

	test("joins a channel that Discord believes it is already in by leaving it first", async () => {
		const { text } = await beginText(herald);
		voice.troubles.rejoinsIgnored = true;
		voice.close(4006);
		await expectHeard(herald, home, text, [1, 2]);
		await eventually(() => expect(voice.isConnected(home.guild)).toBe(true));
	});
});
