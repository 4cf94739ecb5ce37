import { getVoiceConnection } from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import type { DaveDisturbance } from "@herald/playground";
import { describe, expect, test } from "vitest";
import { answerAtOnce, linesOf, makeText } from "./marked-lines.ts";
import { expectNothingLeft, herald, home, say, speech, useVoiceHerald, voice } from "./set-up.ts";
import { beginText, letPass } from "./support.ts";

useVoiceHerald();

const heardLines = () => linesOf(voice.heard(home.owner).packets);
const expectNothingPlain = () => expect(voice.heard(home.owner).plain).toBe(0);
/** The library's DAVE session of the connection, for tests that break it. */
const daveOf = () => {
	const connection = getVoiceConnection(home.guild.id, herald.client.user.id);
	return Reflect.get(Reflect.get(connection?.state ?? {}, "networking").state, "dave");
};

const disturbances: readonly DaveDisturbance[] = [
	"proposals of another epoch",
	"proposals of another group",
	"proposals that are none",
	"a commit of another group",
	"an invalid welcome",
	"a new epoch",
];

describe("a message that doesn't fit a call's encryption", () => {
	test.each(disturbances)("is survived, and the text goes on, never in plain: %s", async (how) => {
		const { text, owner } = await beginText(herald);
		voice.disturbDave(home.guild, how);
		expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
		expect(heardLines()).toEqual([1, 2]);
		expectNothingPlain();
		await herald.sessions.leave(owner);
		await expectNothingLeft();
	});

	test("a frame that can't be encrypted leads to a new connection", async () => {
		const { text } = await beginText(herald);
		daveOf().session.encryptOpus = () => {
			throw new Error("no key");
		};
		expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
		expect(voice.counts.identified).toBe(2);
		expectNothingPlain();
	});

	test("in one guild costs another guild no frame", async () => {
		const other = await herald.openPlace();
		const member = await herald.enter(other.owner, other.voice);
		const { text } = await beginText(herald, [1]);
		speech.answer = answerAtOnce(60);
		const theirs = await say(member, [7]);
		await eventually(() => expect(voice.heard(other.owner).packets.length).toBeGreaterThan(8));
		daveOf().session.encryptOpus = () => {
			throw new Error("no key");
		};
		voice.disturbDave(home.guild, "proposals that are none");
		expect(await theirs.ended).toMatchObject({ how: "heard" });
		const frames = () =>
			voice
				.heard(other.owner)
				.packets.filter(({ opus }) => opus.length === 6)
				.map(({ opus }) => opus[4]);
		// The last frames may still be on their way.
		await eventually(() => expect(frames()).toEqual(Array.from({ length: 61 }, (_, index) => index)));
		expect(await text.ended).toMatchObject({ how: "heard" });
	});
});

describe("encryption that isn't agreed on", () => {
	test("is awaited, then the connection is made anew, and in the end there is a sentence, and nothing in plain", async () => {
		const owner = await herald.enter(home.owner);
		voice.troubles.keyPackagesLost = true;
		const text = makeText(owner.id, [1]);
		const said = herald.sessions.say(owner, text);
		const refused = expect(said).rejects.toMatchObject({ detail: { reason: "cannot_connect" } });
		await letPass(herald, "daveMs");
		await letPass(herald, "daveMs");
		await refused;
		expect(await text.ended).toMatchObject({ how: "left", trouble: { reason: "cannot_connect" } });
		expect(voice.heard(home.owner).packets).toEqual([]);
		expectNothingPlain();
		await expectNothingLeft();
	});

	test("in the middle of a text ends the text with a sentence, and nothing in plain", async () => {
		const { text } = await beginText(herald);
		voice.troubles.keyPackagesLost = true;
		voice.disturbDave(home.guild, "a new epoch");
		// Lets as many new connections fail as are allowed, and one more.
		for (let wait = 0; wait < 6; wait += 1) await letPass(herald, "daveMs");
		expect(await text.ended).toMatchObject({ how: "left", trouble: { reason: "connection_lost" } });
		expectNothingPlain();
		await expectNothingLeft();
	});

	test("for a while in the middle of a word is awaited", async () => {
		const { text } = await beginText(herald);
		voice.troubles.keyPackagesLost = true;
		voice.disturbDave(home.guild, "a new epoch");
		await eventually(() => expect(voice.isSpeaking(home.guild)).toBe(false));
		voice.troubles.keyPackagesLost = false;
		await letPass(herald, "daveMs");
		expect(await text.ended).toMatchObject({ how: "heard" });
		expect(heardLines()).toEqual([1, 2]);
		expectNothingPlain();
	});
});
