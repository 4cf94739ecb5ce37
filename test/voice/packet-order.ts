import { describe, expect, test } from "vitest";
import { linesOf, makeText } from "./marked-lines.ts";
import { expectNothingLeft, herald, startAnother } from "./set-up.ts";
import { beginText, quickVoice } from "./support.ts";

const heardLines = () => linesOf(herald.voice.heard(herald.home.owner).packets);
export const expectHeard = async (text: { readonly ended: Promise<unknown> }, lines: readonly number[]) => {
	expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
	expect(heardLines()).toEqual(lines);
	expect(herald.voice.heard(herald.home.owner)).toMatchObject({ plain: 0 });
};
/** Patient enough for half a second between packets. */
export const patient = { ...quickVoice, readyMs: 6_000, stateMs: 2_500, serverMs: 6_000 };

/** Tests that joins, moves and ends are told with one of the two packets first. */
export const testPacketOrder = (first: "state" | "server"): void => {
	describe.each([0, 60, 500])("with %i ms between", (gapMs) => {
		const order = { first, gapMs };
		test("a join is heard, and so is the next one after a leave", async () => {
			await startAnother(patient);
			const { home, sessions, voice } = herald;
			voice.orderPackets(order);
			const owner = await herald.enter(home.owner);
			const first = makeText(owner.id, [1]);
			await sessions.say(owner, undefined, first);
			await expectHeard(first, [1]);
			expect(voice.counts.identified).toBe(1);
			const left = sessions.leave(owner);
			const second = makeText(owner.id, [2]);
			await sessions.say(owner, undefined, second);
			await left;
			await expectHeard(second, [1, 2]);
			await sessions.leave(owner);
			await expectNothingLeft();
		});

		test.each([
			{ code: 4014, afterMs: 0 },
			{ code: 4022, afterMs: 0 },
			{ code: 4014, afterMs: 250 },
			{ code: 4022, afterMs: 250 },
			{ code: 4022, afterMs: 900 },
		])(
			"a move is gone along with, the old connection closed with $code after $afterMs ms",
			async (farewell) => {
				await startAnother(patient);
				const { home, sessions, voice } = herald;
				const { text } = await beginText(herald);
				voice.orderPackets(order);
				voice.sayFarewell(farewell);
				voice.move(home.owner, home.secondVoice);
				voice.move(home.bot, home.secondVoice);
				await expectHeard(text, [1, 2]);
				expect(text.events).toContainEqual({ kind: "moved", channelId: home.secondVoice.id });
				expect(sessions.channelOf(home.guild.id)).toBe(home.secondVoice.id);
				expect(home.guild.voiceStates.get(herald.client.user.id)?.channelId).toBe(home.secondVoice.id);
				expect(voice.counts.identified).toBe(2);
			},
		);

		test.each([4014, 4022])(
			"a change of the region goes on at the new server, closed with %i",
			async (code) => {
				await startAnother(patient);
				const { home, voice } = herald;
				const { text } = await beginText(herald);
				voice.orderPackets(order);
				voice.sayFarewell({ code });
				voice.changeServer(home.guild);
				await expectHeard(text, [1, 2]);
				expect(voice.counts.identified).toBe(2);
			},
		);

		test.each([4014, 4022])("being sent away with %i ends everything with a sentence", async (code) => {
			await startAnother(patient);
			const { home, voice } = herald;
			const { text } = await beginText(herald);
			voice.orderPackets(order);
			voice.sayFarewell({ code });
			voice.kick(home.bot);
			expect(await text.ended).toMatchObject({ how: "left", trouble: { reason: "removed" } });
			await expectNothingLeft();
		});
	});
};
