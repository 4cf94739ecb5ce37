import { writeOgg } from "@herald/common/audio/ogg.ts";
import { decodeOpus } from "@herald/common/audio/opus.ts";
import type { InteractionTrace, Member, SeenMessage } from "@herald/playground";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/shared/clock.ts";
import { measureRms } from "../audio/sounds.ts";
import { alone, button, labelsOf, showing, withSound } from "../support/answers.ts";
import { lookUpNumber } from "../support/look-into.ts";
import { measureTurns, packetsIn, readOgg } from "../support/ogg.ts";
import { serverPanel } from "../support/server-panel.ts";
import { answer, hold, ifAsked, refuse, speakThroughout } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

/** How far this machine's clock is ahead of Discord's, in ms. */
let aheadMs = 0;

const { upstream, herald, playground, owner, member } = await useWorld(
	{},
	{ clock: { ...systemClock, now: () => systemClock.now() + aheadMs } },
	systemClock,
);
playground.voice.join(member);
playground.voice.join(owner);
beforeEach(() => {
	herald.advance(61_000);
	upstream.behave(speakThroughout);
});

afterEach(async () => {
	await herald.use(owner, "stop").firstAnswer();
});

const say = (text: string, who = member, values: Record<string, string> = { as: "channel" }) =>
	herald.say(who, text, values);
const spokenIn = (trace: InteractionTrace) => showing(trace, /speaks in <#/);
/** Makes Herald join the channel of both members. */
const come = () => herald.use(owner, "join").message(({ content }) => content.startsWith("Herald is in"));
const queue = async () => (await herald.use(owner, "queue").firstAnswer()).content;
const queueIsEmpty = () => expect.poll(queue).toMatch(/The queue is empty/);
/** Begins a text that lasts until the end of a test. */
const beginLong = async (who = member) => {
	const trace = say(`The first text, ${"which goes on for a while, ".repeat(8)}and ends`, who);
	await spokenIn(trace);
	return trace;
};
const voiceState = (id: string) => playground.home.guild.voiceStates.get(id);
/** Resolves when the text has ended: its message then has only one button left. */
const ended = (trace: InteractionTrace) => trace.message((seen) => seen.components.length === 1);

describe("in a voice channel", () => {
	test("Herald joins, says for whom and where, and is heard with end-to-end encryption, whole and without gaps", async () => {
		playground.voice.forgetHeard(owner);
		const trace = say("Hello to everybody in this channel");
		const { content, components } = await spokenIn(trace);
		expect(content).toMatch(
			new RegExp(`^\\*\\*Kore\\*\\* speaks in <#${playground.home.voice.id}> · now\\n> Hello to everybody`),
		);
		expect(components).toHaveLength(3);
		await ended(trace);
		const { packets, gaps, plain } = playground.voice.heard(owner);
		expect(plain).toBe(0);
		expect(gaps.filter(({ lost }) => lost > 0)).toEqual([]);
		const sounds = packets.filter(({ opus }) => opus.length > 3).map(({ opus }) => opus);
		expect(sounds.length * 20).toBeGreaterThan(2_500);
		expect(readOgg(writeOgg(sounds, (sounds.length - 1) * 20)).durationMs).toBeGreaterThan(2_500);
	});

	test("automatic delivery speaks where Herald already is, a file needs no second request, and the queue shows who waits", async () => {
		await come();
		const first = say("The first of two texts for the channel", member, {});
		await spokenIn(first);
		// Longer than a first Line, which is short if a listener waits for it.
		const long = `The second of two texts for the channel, ${"which goes on for a while, ".repeat(4)}and ends.`;
		const second = say(long, owner, {});
		expect((await spokenIn(second)).content).toMatch(/2nd in the queue, in about \d+ s/);
		const content = await queue();
		expect(content).toMatch(
			new RegExp(`2 messages[\\s\\S]*<@${member.user.id}>[\\s\\S]*<@${owner.user.id}>`),
		);
		// The member's own texts show their first words, and other members' texts don't.
		expect(content).toMatch(/ s · The second of two texts for the…$/m);
		expect(content).not.toContain("The first");
		const waiting = await spokenIn(second);
		const file = await withSound(playground.click(owner, waiting, button(waiting, "say:file:")));
		expect(file.content).toMatch(/The second of two/);
		herald.use(owner, "stop");
		await ended(second);
		expect(upstream.requests).toHaveLength(3);
	});

	test("a file has a button to say it in the member's channel, if Herald may join there", async () => {
		const { voice, home } = playground;
		await herald.use(owner, "leave").firstAnswer();
		const labels = async (who: Member, values = {}) => {
			const seen = await withSound(say("Could be heard", who, values));
			return { seen, labels: labelsOf(seen) };
		};
		const label = "Say it in the voice channel";
		const asked = await labels(member);
		expect(asked.labels[0]).toBe(label);
		expect((await labels(member, { as: "file" })).labels).not.toContain(label);
		playground.setPermissions(home.bot, { deny: ["Speak"] }, home.voice);
		expect((await labels(member)).labels).not.toContain(label);
		playground.setPermissions(home.bot, {}, home.voice);
		voice.leave(owner);
		expect((await labels(owner)).labels).not.toContain(label);
		voice.join(owner, home.voice);
		const press = (who: Member) => playground.click(who, asked.seen, button(asked.seen, label));
		expect((await press(owner).firstAnswer()).content).toMatch(/^Only the member who used the command/);
		const heard = press(member);
		expect((await spokenIn(heard)).content).toContain(`speaks in <#${home.voice.id}>`);
		await ended(heard);
	});

	test("texts are heard in the order of their commands, whichever is acknowledged first", async () => {
		const held = playground.faults.hold({ path: /callback$/ });
		const first = say("The first text, whose acknowledgement is late");
		await held.arrived;
		const second = say("The second text, which is acknowledged at once", owner);
		expect((await spokenIn(second)).content).toMatch(/2nd in the queue/);
		held.release();
		expect((await spokenIn(first)).content).toMatch(/ · now\n/);
		herald.use(owner, "stop");
		await ended(first);
		await ended(second);
	});

	test("a member's message that another member has spoken isn't heard once its author opts out", async () => {
		await come();
		await beginLong(owner);
		const message = playground.post(member, "Words that wait for their turn");
		const second = playground.messageCommand(owner, "Speak", message);
		expect((await spokenIn(second)).content).toMatch(/2nd in the queue/);
		await herald.use(member, "voice me", { reading: "off" }).firstAnswer();
		expect((await ended(second)).content).toMatch(/ · not played\n/);
		expect(await queue()).toMatch(/1 message/);
		await herald.use(member, "voice me", { reading: "on" }).firstAnswer();
	});

	test("a spoken message that is deleted while it waits isn't heard, whether deleted alone or with others", async () => {
		await come();
		await beginLong(owner);
		const messages = [
			playground.post(owner, "Deleted alone"),
			playground.post(member, "Deleted together 1"),
			playground.post(owner, "Deleted together 2"),
			playground.post(member, "Stays and is spoken"),
		];
		const waiting = messages.map((message) => playground.messageCommand(owner, "Speak", message));
		for (const each of waiting) expect((await spokenIn(each)).content).toMatch(/in the queue/);
		const [alone, ...others] = messages;
		playground.messages.delete((alone as SeenMessage).id);
		playground.deleteTogether(others.slice(0, 2));
		const over = await Promise.all(waiting.slice(0, 3).map(ended));
		for (const { content } of over) expect(content).toMatch(/ · not played\n/);
		expect(await queue()).toMatch(/2 messages/);
	});

	test("a text waits while its channel is the server's AFK channel", async () => {
		const { gateway, home } = playground;
		const { guild, voice } = home;
		const { afkChannelId } = guild;
		const setAway = (id: string | null) => {
			guild.afkChannelId = id;
			const changed = { id: guild.id, owner_id: guild.ownerId, afk_channel_id: id };
			gateway.dispatch("GUILD_UPDATE", changed, guild.id);
		};
		await come();
		const trace = await beginLong();
		setAway(voice.id);
		await trace.message(({ content }) => /is the AFK channel/.test(content));
		setAway(afkChannelId);
		expect((await ended(trace)).content).toMatch(/ · finished\n/);
	});

	test("a text's answer is edited and keeps its buttons, however wrong this machine's clock is", async () => {
		for (const hours of [-2, 2]) {
			aheadMs = hours * 60 * 60_000;
			const trace = say(`${hours} hours ahead`);
			await trace.message(({ content, components }) => content !== "" && components.length === 3);
			await ended(trace);
		}
		aheadMs = 0;
	});

	test("a text whose acknowledgement Discord refuses isn't spoken, as the channel wouldn't know whose it is", async () => {
		playground.faults.fail({ path: /callback$/ }, 404, 10_062, "Unknown interaction");
		const before = playground.voice.heard(owner).packets.length;
		say("Nobody would know who said this");
		await expect
			.poll(() => herald.logs.some((line) => line.command === "say" && line.outcome === "too late"))
			.toBe(true);
		await queueIsEmpty();
		const after = say("This one is heard");
		await ended(after);
		expect(playground.voice.heard(owner).packets.length).toBeGreaterThan(before);
	});

	test("a text that ends before it is acknowledged isn't called unfinished after a restart", async () => {
		const underWay = () =>
			lookUpNumber(herald.dataDir, "SELECT count(*) FROM kept_values WHERE kind = 'answer'");
		await come();
		const known = say("Heard twice");
		await ended(known);
		await expect.poll(underWay).toBe(0);
		const held = playground.faults.hold({ path: /callback$/ });
		const trace = say("Heard twice");
		await held.arrived;
		await expect.poll(underWay).toBe(1);
		await queueIsEmpty();
		held.release();
		expect((await ended(trace)).content).toMatch(/· finished/);
		await expect.poll(underWay).toBe(0);
	});

	test("a text isn't spoken if a moderator deletes its answer before it is written", async () => {
		const { asked, behave } = hold();
		upstream.behave(behave);
		const held = playground.faults.hold({ method: "PATCH", path: /original/ });
		const trace = say("Nobody can skip this one");
		await held.arrived;
		await asked;
		playground.messages.delete((await trace.message((seen) => seen.thinking)).id);
		held.release();
		await queueIsEmpty();
	});

	test("a text heard without its style comes as a file from the same sound, without a request", async () => {
		const silent = answer({ candidates: [{ content: {}, finishReason: "OTHER" }] });
		upstream.behave(ifAsked("amused", silent, speakThroughout));
		const { length: before } = upstream.requests;
		const trace = say("A text with a style that comes to nothing", owner, { as: "channel", style: "amused" });
		const message = await ended(trace);
		const { length: asked } = upstream.requests;
		expect(asked - before).toBe(3);
		await withSound(playground.click(owner, message, button(message, "say:file:")));
		expect(upstream.requests.length).toBe(asked);
	});

	test("members may skip and stop their own texts; for others', they need permission to move members, or a majority", async () => {
		const long = "A rather long text that goes on and on, so that there is time enough to press a button. "
			.repeat(3)
			.trim();
		const owners = say(long, owner);
		await spokenIn(owners);
		expect((await herald.use(member, "skip").firstAnswer()).content).toMatch(/Others are listening: 1 of 2/);
		expect((await herald.use(member, "stop").firstAnswer()).content).toMatch(/Others are listening/);
		expect((await herald.use(member, "leave").message((seen) => !seen.thinking)).content).toMatch(
			/Others are listening/,
		);
		expect((await herald.use(owner, "skip").firstAnswer()).content).toBe("Skipped 1 message.");
		expect((await ended(owners)).content).toMatch(/ · skipped\n/);
		const mine = say(`${long} Mine.`, member);
		const answered = await spokenIn(mine);
		playground.click(member, answered, button(answered, "say:skip:"));
		expect((await ended(mine)).content).toMatch(/ · skipped\n/);
	});

	test("a text without credit ends at once, where it was requested, with one sentence and a button for a code", async () => {
		const { length: before } = upstream.requests;
		upstream.behave(refuse(403, "insufficient_user_quota"));
		const sentence = "One of very many sentences that nobody has paid for, and that nobody will ever hear. ";
		const trace = say(sentence.repeat(20).trim());
		const told = await showing(trace, /no credit left/);
		expect(told.content.match(/account that pays for speech has no credit left/g)).toHaveLength(1);
		expect(told.components.map(({ custom_id: id }) => String(id).split(":").slice(0, 2).join(":"))).toEqual([
			"say:file",
			"redeem:open",
			"say:again",
		]);
		expect(upstream.requests.length - before).toBeLessThanOrEqual(3);
	});

	test("a member in no channel is offered the voice channels, and needn't type the text again", async () => {
		const { voice, home } = playground;
		const person = playground.world.addMember(home.guild, { username: "walks" });
		const values = { text: "Not typed twice", as: "channel" };
		const refused = await playground.command(person, "say", values, { locale: "de" }).firstAnswer();
		expect(refused.content).toContain(
			`Tritt zuerst einem Sprachkanal bei oder wähle einen aus. <#${home.voice.id}> <#${home.secondVoice.id}>`,
		);
		expect(labelsOf(refused)).toEqual(["Als Datei", "Noch einmal sagen"]);
		const press = (n: number) => playground.click(person, refused, String(refused.components[n]?.custom_id));
		await withSound(press(0));
		voice.join(person, home.voice);
		await press(1).message(({ content }) => content.includes(`<#${home.voice.id}>`));
		voice.leave(person);
	});

	test("a member who is muted or where Herald may not join is privately told what is missing", async () => {
		const { voice, home } = playground;
		voice.setServerMute(member, true);
		expect(await say("Muted").firstAnswer()).toMatchObject(alone(/You are server muted/));
		voice.setServerMute(member, false);
		playground.setPermissions(home.bot, { deny: ["Speak"] }, home.secondVoice);
		voice.leave(member);
		voice.join(member, home.secondVoice);
		expect((await say("There").firstAnswer()).content).toMatch(/\*\*Speak\*\* permission/);
		playground.setPermissions(home.bot, {}, home.secondVoice);
		voice.move(member, home.voice);
	});

	test("the time alone in a channel can be set, and Herald leaves on request", async () => {
		expect(await serverPanel(playground, owner).set({ aloneSeconds: 30 })).toMatch(
			/empty channel after:\*\* 30 seconds[\s\S]*10 minutes \(default\)/,
		);
		await come();
		expect((await herald.use(owner, "leave").message((seen) => !seen.thinking)).content).toMatch(
			/^Herald has left <#/,
		);
		expect(voiceState(playground.home.bot.user.id)).toBeUndefined();
		expect((await herald.use(member, "help").firstAnswer()).content).not.toContain("<#");
		await come();
		expect((await herald.use(member, "help").firstAnswer()).content).toContain(
			`Herald is in <#${playground.home.voice.id}>`,
		);
	});

	test("a changed time alone applies to a wait that has already begun", async () => {
		const { voice, home } = playground;
		await come();
		for (const who of [owner, member]) voice.leave(who);
		// Once `/help` is answered, Herald knows that both have left.
		await herald.use(owner, "help").firstAnswer();
		onTestFinished(async () => {
			aheadMs = 0;
			for (const who of [owner, member]) voice.join(who);
			await serverPanel(playground, owner).set({ aloneSeconds: "" });
		});
		aheadMs = 10_000;
		await serverPanel(playground, owner).set({ aloneSeconds: 10 });
		await expect.poll(() => voiceState(home.bot.user.id)).toBeUndefined();
	});

	test("a dialogue is heard with its speakers and pauses, is queued under their names, and is free as a file afterwards", async () => {
		playground.voice.forgetHeard(owner);
		const text = "Kore: Who is there, behind the door? Puck: Nobody but me, I am afraid.";
		const trace = say(text);
		await showing(trace, /^\*\*Kore, Puck\*\* speaks? in <#/);
		expect(await queue()).toContain("Kore, Puck");
		const over = await ended(trace);
		const heard = measureTurns(playground.voice.heard(owner).packets.map(({ opus }) => opus));
		const [words, pause, others] = heard.slice(heard.findIndex((ms) => ms > 1_500));
		expect(Math.min(words ?? 0, others ?? 0)).toBeGreaterThan(1_500);
		expect(pause).toBeGreaterThanOrEqual(300);
		expect(pause).toBeLessThanOrEqual(500);
		expect(upstream.requests).toHaveLength(2);
		const file = await withSound(playground.click(member, over, button(over, "say:file:")));
		expect(file.content).toContain("**Kore, Puck** ·");
		expect(JSON.stringify(file.components)).not.toContain("say:revoice:");
		expect(measureTurns(packetsIn(file.attachments[0]?.bytes as Uint8Array))).toHaveLength(3);
		expect(upstream.requests).toHaveLength(2);
	});

	test("the volume of voice channels applies from the next text on, cached ones included, and not to files", async () => {
		const loudnessOf = (packets: readonly Uint8Array[]) => 20 * Math.log10(measureRms(decodeOpus(packets)));
		const hear = async (): Promise<number> => {
			playground.voice.forgetHeard(owner);
			await ended(say("How loud is this?"));
			const packets = playground.voice.heard(owner).packets.filter(({ opus }) => opus.length > 3);
			return loudnessOf(packets.map(({ opus }) => opus));
		};
		const panel = serverPanel(playground, owner);
		const before = await hear();
		const requests = upstream.requests.length;
		const shown = await panel.set({ volumeDb: -12 });
		expect(shown).toContain("**Volume in voice channels:** -12 dB");
		expect(Math.abs((await hear()) - before + 12)).toBeLessThan(1);
		const quiet = await withSound(say("How loud is this?", member, { as: "file" }));
		const file = packetsIn(quiet.attachments[0]?.bytes as Uint8Array);
		expect(Math.abs(loudnessOf(file) - before)).toBeLessThan(1);
		const reset = await panel.set({ volumeDb: null });
		expect(reset).toContain("**Volume in voice channels:** 0 dB (default)");
		expect(Math.abs((await hear()) - before)).toBeLessThan(0.5);
		expect(upstream.requests).toHaveLength(requests);
	});

	test("the longest text in a voice channel is limited by its duration at the chosen speed", async () => {
		const panel = serverPanel(playground, owner);
		await panel.set({ textSeconds: 5 });
		const text = "This is a sentence that takes about four seconds to say at a voice's own pace.";
		const sayAt = (speed: number) => herald.say(member, text, { as: "channel", speed });
		expect(await sayAt(0.5).firstAnswer()).toMatchObject(alone(/5 seconds/));
		await spokenIn(sayAt(2));
		await panel.reset("limits");
	});
});
