import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linesOf, makeText } from "./marked-lines.ts";
import { beginText, type Place, startVoiceHerald, type VoiceHerald } from "./support.ts";
import { watchLeaks } from "./watch-leaks.ts";

export const expectHeard = async (
	{ voice }: VoiceHerald,
	{ owner }: Pick<Place, "owner">,
	text: { readonly ended: Promise<unknown> },
	lines: readonly number[],
) => {
	expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
	expect(linesOf(voice.heard(owner).packets)).toEqual(lines);
	expect(voice.heard(owner)).toMatchObject({ plain: 0 });
};

const farewells = [
	{ code: 4014, afterMs: 0 },
	{ code: 4022, afterMs: 0 },
	{ code: 4014, afterMs: 250 },
	{ code: 4022, afterMs: 250 },
	{ code: 4022, afterMs: 900 },
];
const codes = [4014, 4022];

/**
 * Tests joins, moves and leaves in which Discord sends `first` (Herald's voice state, or the voice server) before the
 * other. Each test has a guild of its own, and all run side by side, because they mostly wait.
 */
export const testPacketOrder = (first: "state" | "server"): void => {
	describe.each([0, 60, 500])("with %i ms between the packets,", (gapMs) => {
		let herald: VoiceHerald;
		let expectNothingLeft: () => Promise<void>;
		const places: Place[] = [];

		beforeAll(async () => {
			herald = await startVoiceHerald();
			expectNothingLeft = watchLeaks(herald);
			herald.voice.orderPackets({ first, gapMs });
		});
		afterAll(() => herald.stop());

		const openPlace = async (): Promise<Place> => {
			const place = await herald.openPlace();
			places.push(place);
			return place;
		};

		test.concurrent("a text is heard after a join, and another one after leaving and joining again", async () => {
			const { sessions } = herald;
			const place = await openPlace();
			const owner = await herald.enter(place.owner, place.voice);
			const text = makeText(owner.id, [1]);
			await sessions.say(owner, text);
			await expectHeard(herald, place, text, [1]);
			const left = sessions.leave(owner);
			const second = makeText(owner.id, [2]);
			await sessions.say(owner, second);
			await left;
			await expectHeard(herald, place, second, [1, 2]);
		});

		test.concurrent.each(farewells)(
			"a move is followed, if the old connection closes with $code after $afterMs ms",
			async (farewell) => {
				const { voice, sessions } = herald;
				const place = await openPlace();
				const { text } = await beginText(herald, [1, 2], place);
				voice.move(place.owner, place.secondVoice);
				voice.sayFarewell(farewell);
				voice.move(place.bot, place.secondVoice);
				await expectHeard(herald, place, text, [1, 2]);
				expect(text.events).toContainEqual({ kind: "moved", channelId: place.secondVoice.id });
				expect(sessions.channelOf(place.guild.id)).toBe(place.secondVoice.id);
				expect(place.guild.voiceStates.get(herald.client.user.id)?.channelId).toBe(place.secondVoice.id);
			},
		);

		test.concurrent.each(codes)(
			"a change of region moves the text to the new server, if the old one closes with %i",
			async (code) => {
				const place = await openPlace();
				const { text } = await beginText(herald, [1, 2], place);
				herald.voice.changeServer(place.guild, { code, afterMs: 0 });
				await expectHeard(herald, place, text, [1, 2]);
			},
		);

		test.concurrent.each(codes)("a removal with code %i ends everything with a sentence", async (code) => {
			const place = await openPlace();
			const { text } = await beginText(herald, [1, 2], place);
			herald.voice.sayFarewell({ code });
			herald.voice.kick(place.bot);
			expect(await text.ended).toMatchObject({ how: "left", trouble: { reason: "removed" } });
		});

		test("no further connections were made, and nothing is left", async () => {
			const { sessions, voice } = herald;
			expect(places).toHaveLength(1 + farewells.length + 2 * codes.length);
			// Herald connected twice in each guild, and once where it was removed.
			expect(voice.counts.identified).toBe(2 * places.length - codes.length);
			for (const { guild, owner } of places)
				if (sessions.channelOf(guild.id)) await sessions.leave(await herald.memberOf(owner));
			await expectNothingLeft();
		});
	});
};
