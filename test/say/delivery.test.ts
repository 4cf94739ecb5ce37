import { writeWav } from "@herald/common/audio/pcm.ts";
import type { InteractionTrace, Member, SeenMessage } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { alone, button, menuWith, toldAlone, withSound } from "../support/answers.ts";
import { readOgg } from "../support/ogg.ts";
import { answer, answerBody, speakWell, tone } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, owner, member } = await useWorld();
beforeEach(() => {
	herald.advance(61_000);
	upstream.behave(speakWell);
	playground.setPermissions(member, {});
	playground.faults.clear();
});

const say = (text: string, values: Record<string, string> = {}, who = member): InteractionTrace =>
	herald.say(who, text, values);

describe("a voice message", () => {
	test("comes after its caption, with its length and a waveform of its sound", async () => {
		// Half a second of sound, a second of silence, half a second of sound.
		const samples = new Int16Array(48_000);
		samples.set(tone(0.5), 0);
		samples.set(tone(0.5), 36_000);
		upstream.behave(answer(answerBody(writeWav({ samples, sampleRate: 24_000 }))));
		const trace = say("Loud then silent then loud", { as: "voice-message" });
		const message = await trace.message((seen) => seen.voiceMessage);
		const [sound] = message.attachments;
		expect(message).toMatchObject({ content: "", embeds: [], components: [] });
		expect(sound).toMatchObject({ contentType: "audio/ogg" });
		expect((sound?.durationSecs ?? 0) * 1_000).toBeCloseTo(readOgg(sound?.bytes as Uint8Array).durationMs, 0);
		const waveform = [...Buffer.from(sound?.waveform ?? "", "base64")];
		expect(waveform.length).toBeGreaterThan(10);
		expect(waveform.length).toBeLessThanOrEqual(256);
		const third = Math.floor(waveform.length / 3);
		const silence = waveform.slice(third + 1, 2 * third - 1);
		expect(Math.max(...silence)).toBeLessThan(40);
		expect(Math.max(...waveform.slice(0, third))).toBeGreaterThan(150);
		expect(Math.max(...waveform.slice(-third))).toBeGreaterThan(150);
		const caption = trace.messages.find((seen) => !seen.voiceMessage);
		expect(caption?.content).toMatch(/^\*\*Kore\*\* · 0:02/);
	});

	test.each([
		[50_173, 403],
		[50_013, 403],
		[40_005, 413],
	])("that Discord refuses with %i comes as a file, with a note about it", async (code, status) => {
		playground.faults.fail({ method: "POST", path: /^\/webhooks\/\d+\/[^/]+$/ }, status, code);
		const trace = say(`Refused with ${code}`, { as: "voice-message" });
		expect(await withSound(trace)).toMatchObject({
			voiceMessage: false,
			ephemeral: false,
			content: expect.stringMatching(/\*\*Kore\*\*/),
		});
		expect((await trace.message((seen) => seen.ephemeral)).content).toMatch(/sent as a file/);
	});

	test("can be a member's preference", async () => {
		await playground.command(member, "voice me", { delivery: "voice-message" }).firstAnswer();
		expect(await withSound(say("As I like it"))).toMatchObject({ voiceMessage: true });
		expect(await withSound(say("As I like it", { as: "file" }))).toMatchObject({ voiceMessage: false });
		await playground.command(member, "voice me", { reset: true }).firstAnswer();
	});
});

describe("if something is refused,", () => {
	test("a member who may not attach files or send voice messages gets a private sentence and no sound", async () => {
		playground.setPermissions(member, { deny: ["AttachFiles"] });
		expect(await say("May I").firstAnswer()).toMatchObject(alone(/^You can't attach files/));
		playground.setPermissions(member, { deny: ["SendVoiceMessages"] });
		const refused = await say("May I", { as: "voice-message" }).firstAnswer();
		expect(refused).toMatchObject(alone(/^You can't send voice messages/));
		expect((await withSound(say("May I"))).ephemeral).toBe(false);
		const { bot } = playground.home;
		playground.setPermissions(bot, { deny: ["AttachFiles"] });
		expect((await say("May I").firstAnswer()).content).toMatch(/^Herald can't attach files/);
		playground.setPermissions(bot, {});
	});

	test("an error after the public acknowledgement is told privately, and nothing public is left", async () => {
		upstream.behave((response) => response.writeHead(413).end());
		const trace = say("Fail");
		expect(await trace.firstAnswer()).toMatchObject({ ephemeral: true });
		expect(trace.messages.every((seen) => seen.ephemeral)).toBe(true);
	});
});

describe("the buttons under an answer", () => {
	/** Repeats a text in Charon's voice. */
	const revoice = async (answered: SeenMessage) => {
		const menus = await playground.click(member, answered, button(answered, "say:revoice:")).firstAnswer();
		expect(menus).toMatchObject({ ephemeral: true, content: "Which voice?" });
		return playground.select(member, menus, menuWith(menus, "Charon"), ["Charon"]);
	};

	test("repeat the text and its style in another voice, even after a change between file and voice message", async () => {
		const file = await withSound(say("Another voice please", { voice: "Kore", style: "amused" }));
		expect((await withSound(await revoice(file))).content).toMatch(/^\*\*Charon\*\* .*\n> Another voice/);
		expect(upstream.asked()[1]).toMatchObject({ voice: "Charon", style: "amused" });
		const message = playground.click(member, file, button(file, "say:voicemessage:"));
		const caption = await message.message((seen) => !seen.voiceMessage && seen.components.length > 0);
		await (await revoice(caption)).message((seen) => seen.voiceMessage);
		expect(upstream.requests).toHaveLength(2);
	});

	test("turn a file into a voice message and back without another request", async () => {
		const file = await withSound(say("Both ways please"));
		const message = playground.click(member, file, button(file, "say:voicemessage:"));
		await message.message((seen) => seen.voiceMessage);
		const caption = await message.message(
			(seen) => !seen.voiceMessage && seen.components.length > 0 && seen.id !== file.id,
		);
		const back = playground.click(member, caption, button(caption, "say:file:"));
		expect(await back.message((seen) => seen.attachments.length === 1 && seen.id !== file.id)).toMatchObject({
			voiceMessage: false,
		});
		expect(upstream.requests).toHaveLength(1);
	});

	test("work only for the requester, and for a quarter of an hour", async () => {
		const mine = await withSound(say("Mine alone"));
		const press = (who: Member) =>
			playground.click(who, mine, button(mine, "say:voicemessage:")).message((seen) => seen.ephemeral);
		expect((await press(owner)).content).toMatch(/Only the member who used the command/);
		herald.advance(15 * 60_000);
		expect((await press(member)).content).toMatch(/only worked for 14 minutes/);
	});
});

describe("Speak", () => {
	const speak = (message: { id: string }, who = member) =>
		withSound(playground.messageCommand(who, "Speak", message));
	const spoken = () => upstream.texts().at(-1);
	const file = (filename: string, contentType: string) => ({
		filename,
		contentType,
		bytes: new Uint8Array([1]),
	});
	const image = file("a.png", "image/png");

	test("reads a message in the requester's voice, with names for mentions", async () => {
		await playground.command(member, "voice me", { voice: "Puck" }).firstAnswer();
		const message = playground.post(owner, `Look <@${member.user.id}>, **bold** words`);
		expect((await speak(message)).content).toMatch(
			/^\*\*Puck\*\* · 0:\d\d\n> \*\*Ada:\*\* Look @\u200b\w+, bold words/,
		);
		expect(spoken()).toMatch(/^Look \w+, bold words/);
		await playground.command(member, "voice me", { reset: true }).firstAnswer();
	});

	const several = [image, file("b.png", "image/png"), file("c.zip", "application/zip")];
	const poll = { question: "Tea?", answers: ["Yes, please", "No"] };
	test.each([
		["Look at this, an image", () => playground.post(owner, "Look at this", undefined, [image])],
		["2 images, a file", () => playground.post(owner, "", undefined, several)],
		["A poll: Tea? Yes, please, No", () => playground.postPoll(owner, poll)],
		["a sticker: Wave", () => playground.sendSticker(owner, "Wave")],
	])("names what a message shows besides its words: %s", async (said, write) => {
		await speak(write());
		expect(spoken()).toBe(said);
	});

	test("reads the words and attachments of a forwarded message, even if the original is gone", async () => {
		const words = `> **news** for <@${member.user.id}> ||boo||`;
		const original = playground.post(owner, words, undefined, [image]);
		const forwarded = playground.forward(member, original);
		playground.messages.delete(original.id);
		const { content } = await speak(forwarded);
		expect(spoken()).toBe("Forwarded:\nnews for Ben spoiler, an image");
		expect(content).toContain("> **Ben:** Forwarded: news for @\u200bBen ||boo||, an image");
	});

	test("reads a reply's words, and says whom it answers", async () => {
		const question = playground.post(owner, "Which one?");
		for (const ping of [true, false]) {
			const { content } = await speak(playground.reply(member, question, "This one", { ping }));
			expect(spoken()).toBe("In reply to Ada:\nThis one");
			expect(content).toContain("> **Ben:** In reply to @\u200bAda: This one");
		}
	});

	test("names no channel that the requester may not view, and no private thread", async () => {
		const hidden = playground.createChannel({ name: "hidden" });
		playground.setPermissions("everyone", { deny: ["ViewChannel"] }, hidden);
		playground.setPermissions(playground.home.bot, { allow: ["ViewChannel"] }, hidden);
		const response = await fetch(`${playground.apiUrl}/v10/channels/${playground.home.text.id}/threads`, {
			method: "POST",
			headers: { authorization: `Bot ${playground.token}`, "content-type": "application/json" },
			body: JSON.stringify({ name: "Confidential", type: 12 }),
		});
		const { id } = (await response.json()) as { id: string };
		const message = playground.post(owner, `See <#${hidden.id}> and <#${id}>`);
		await speak(message);
		expect(spoken()).toBe("See a channel and a channel");
		await speak(message, owner);
		expect(spoken()).toBe("See hidden and a channel");
	});

	test("reads nothing of a member who opts out by a button under its answer", async () => {
		const heard = await speak(playground.post(owner, "Private words"));
		await playground.command(owner, "voice me", { reading: "off" }).firstAnswer();
		const again = await playground.click(member, heard, button(heard, "say:voicemessage:")).firstAnswer();
		expect(again.content).toMatch(/doesn't want their messages read/);
		await playground.command(owner, "voice me", { reading: "on" }).firstAnswer();
	});

	test("reads nothing of a member who doesn't want to be read aloud, except for themselves", async () => {
		const words = playground.post(owner, "My own words");
		const forwarded = playground.forward(member, words);
		const reply = playground.reply(member, words, "> My own words\nIndeed");
		await playground.command(owner, "voice me", { reading: "off" }).firstAnswer();
		const refusal = (message: { id: string }) =>
			toldAlone(playground.messageCommand(member, "Speak", message));
		expect(await refusal(words)).toBe("Its author doesn't want their messages read aloud.");
		expect(await refusal(forwarded)).toMatch(/^The author of the original message/);
		await speak(words, owner);
		expect(spoken()).toBe("My own words");
		await speak(reply);
		expect(spoken()).toBe("In reply to Ada:\nIndeed");
		await playground.command(owner, "voice me", { reading: "on" }).firstAnswer();
	});

	test("refuses a message with nothing to read", async () => {
		const asked = playground.messageCommand(member, "Speak", playground.post(owner, "…"));
		expect(await toldAlone(asked)).toMatch(/nothing in this text to read aloud/);
	});
});
