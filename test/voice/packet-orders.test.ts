import { describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { linesOf, makeText } from "./marked-lines.ts";
import { expectNothingLeft, herald, startAnother, useVoiceHerald } from "./set-up.ts";
import { beginText, quickVoice } from "./support.ts";

useVoiceHerald();

const heardLines = () => linesOf(herald.voice.heard(herald.home.owner).packets);
const expectHeard = async (text: { readonly ended: Promise<unknown> }, lines: readonly number[]) => {
	expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
	expect(heardLines()).toEqual(lines);
	expect(herald.voice.heard(herald.home.owner)).toMatchObject({ plain: 0 });
};
/** Patient enough for half a second between packets. */
const patient = { ...quickVoice, readyMs: 6_000, stateMs: 2_500, serverMs: 6_000 };

const orders = (["state", "server"] as const).flatMap((first) =>
	[0, 60, 500].map((gapMs) => ({ first, gapMs })),
);

describe.each(orders)("with the $first first and $gapMs ms between", (order) => {
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

test("a state that comes later than it may names another channel: the connection is made anew there", async () => {
	await startAnother({ ...patient, backoffBaseMs: 500, backoffMaxMs: 1_000 });
	const { home, voice } = herald;
	const { text } = await beginText(herald);
	voice.orderPackets({ first: "server", gapMs: 700 });
	voice.move(home.owner, home.secondVoice);
	voice.move(home.bot, home.secondVoice);
	await expectHeard(text, [1, 2]);
	expect(home.guild.voiceStates.get(herald.client.user.id)?.channelId).toBe(home.secondVoice.id);
});

test("a join of the channel that Discord takes Herald to be in goes out first", async () => {
	const { home, voice } = herald;
	const { text } = await beginText(herald);
	voice.ignoreRejoins(true);
	voice.close(4006);
	await expectHeard(text, [1, 2]);
	await eventually(() => expect(voice.isConnected(home.guild)).toBe(true));
});
