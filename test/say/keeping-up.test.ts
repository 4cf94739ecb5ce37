import { eventually } from "@herald/common/testing/eventually.ts";
import { type InteractionTrace, ManualClock, type Member, type SeenMessage } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { alone, button, showing } from "../support/answers.ts";
import { refuseStyles, speakThroughout } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const minute = 60_000;

const clock = new ManualClock();
const { upstream, herald, playground } = await useWorld({ MEMBER_TEXTS_PER_MINUTE: "0" }, { clock });
const { owner, ordinary: ben } = playground.home;
const cleo = playground.world.addMember(playground.home.guild, { username: "cleo", name: "Cleo" });
for (const member of [owner, ben, cleo]) playground.voice.join(member);
beforeEach(async () => {
	upstream.behave(speakThroughout);
	playground.setPermissions(playground.home.bot, {}, playground.home.voice);
	clock.advance(minute);
});

const long = "A rather long text that goes on and on, so that there is time enough to look at what happens. "
	.repeat(3)
	.trim();
const say = (text: string, who = ben): InteractionTrace => herald.say(who, text, { as: "channel" });
const use = (who: Member, name: string) => playground.command(who, name).firstAnswer();
const inLounge = () =>
	playground.messagesFor(owner).filter(({ raw }) => raw.channel_id === playground.home.voice.id);
/** Opus encodes silence in three bytes. */
const isSound = ({ opus }: { readonly opus: Uint8Array }): boolean => opus.length > 3;
const editsOf = (trace: InteractionTrace) => trace.history.filter(({ kind }) => kind === "edited").length;

describe("the answer to a text in a channel", () => {
	test("shows its place in the queue, and that the text has finished", async () => {
		const first = say("The first one");
		await showing(first, / · now\n/);
		const second = say("The second one", owner);
		const third = say(long, cleo);
		await showing(second, / · 2nd in the queue/);
		await showing(third, / · 3rd in the queue/);
		expect((await showing(first, / · finished\n/)).components).toHaveLength(1);
		await showing(second, / · now\n/);
		await showing(second, / · finished\n/);
		// A message's second edit waits until two seconds after the first.
		clock.advance(2_000);
		await showing(third, / speaks in .* · now\n/);
		await use(cleo, "skip");
		await showing(third, / · skipped\n/);
	});

	test("names the member who skipped or stopped another member's text", async () => {
		const skipped = say(long);
		await showing(skipped, / · now\n/);
		await use(owner, "skip");
		await showing(skipped, new RegExp(`^\\*\\*Kore\\*\\* in <#\\d+> · skipped by <@${owner.user.id}>\n`));
		const [stopped, waiting] = [say(long), say(long, cleo)];
		await showing(waiting, /in the queue/);
		await use(owner, "stop");
		for (const trace of [stopped, waiting])
			await showing(trace, new RegExp(` · stopped by <@${owner.user.id}>\n`));
		const own = say(long);
		await showing(own, / · now\n/);
		await use(ben, "stop");
		expect((await showing(own, / · stopped\n/)).content).not.toContain("<@");
	});

	test("shows the right channel after a move", async () => {
		const { voice, home } = playground;
		voice.forgetHeard(owner);
		const trace = say(long);
		await showing(trace, / · now\n/);
		await eventually(() => expect(voice.heard(owner).packets.some(isSound)).toBe(true));
		voice.move(home.bot, home.secondVoice);
		await showing(trace, new RegExp(`speaks in <#${home.secondVoice.id}> · now\n`));
		await use(owner, "leave");
		await showing(
			trace,
			new RegExp(`in <#${home.secondVoice.id}> · not finished\n[^]*Herald left the channel`),
		);
	});

	test("says once that the service refused a style, while the text is spoken without it", async () => {
		upstream.behave(refuseStyles);
		const trace = herald.say(ben, "Hello without a style", { style: "amused", as: "channel" });
		const told = "\n-# The speech service doesn't support styles, so the style was left out.";
		await showing(trace, new RegExp(` · now\n[^]*${told}$`));
		expect((await showing(trace, / · finished\n/)).content.split(told)).toHaveLength(2);
	});

	test("is edited only a few times for many changes, and ends with the last state", async () => {
		const { voice, home } = playground;
		const trace = say(long);
		await showing(trace, / · now\n/);
		const before = editsOf(trace);
		for (let n = 0; n < 60; n++) {
			voice.setServerMute(home.bot, n % 2 === 0);
			await eventually(() => expect(voice.isSpeaking(home.guild)).toBe(n % 2 === 1), 5);
			if (n % 2 === 1) clock.advance(2_000);
		}
		await use(ben, "skip");
		await showing(trace, / · skipped\n/);
		expect(editsOf(trace) - before).toBeLessThanOrEqual(21);
	});

	test.each([
		["is edited as Herald's own message", [], / · skipped\n/],
		["stays unchanged if Herald no longer sees the channel", ["ViewChannel"], / · now\n/],
	] as const)("%s after the interaction's token has expired", async (_, deny, finallyShows) => {
		const { home } = playground;
		const trace = say(long);
		const { id } = await showing(trace, / · now\n/);
		playground.setPermissions(home.bot, { deny }, home.text);
		clock.advance(14 * minute);
		await eventually(() =>
			expect(playground.messagesFor(ben).find((seen) => seen.id === id)?.components).toEqual([]),
		);
		clock.advance(2 * minute);
		const { length: before } = playground.requests;
		await use(ben, "skip");
		await eventually(() =>
			expect(playground.messagesFor(ben).find((seen) => seen.id === id)?.content).toMatch(finallyShows),
		);
		const tried = playground.requests
			.slice(before)
			.filter(({ method, path }) => method === "PATCH" && !path.includes("/webhooks/"));
		expect(tried.map(({ status }) => status)).toEqual(deny.length > 0 ? [] : [200]);
		playground.setPermissions(home.bot, {}, home.text);
	});
});

describe("a vote on skipping", () => {
	test("is one message in the voice channel's chat that all listeners can press, edited until it is decided", async () => {
		const { length: before } = inLounge();
		const trace = say(long, owner);
		await showing(trace, / · now\n/);
		expect(await use(ben, "skip")).toMatchObject(alone(/1 of 2 votes/));
		const vote = await eventually(() => {
			const message = inLounge()[before];
			const told = `<@${ben.user.id}> wants to skip <@${owner.user.id}>'s text: 1 of 2 votes.`;
			expect(message?.content).toBe(told);
			return message as SeenMessage;
		});
		playground.click(cleo, vote, button(vote, "say:skip:"));
		await showing(trace, / · skipped by vote\n/);
		await eventually(() => {
			const [decided, ...more] = inLounge().slice(before);
			expect(more).toEqual([]);
			expect(decided).toMatchObject({
				id: vote.id,
				content: `<@${owner.user.id}>'s text was skipped, as <@${ben.user.id}> suggested.`,
				components: [],
			});
		});
	});

	test("ends when its text ends", async () => {
		const { length: before } = inLounge();
		const trace = say("A text that is heard before enough have voted", owner);
		await showing(trace, / · now\n/);
		await use(ben, "skip");
		await showing(trace, / · finished\n/);
		await eventually(() =>
			expect(inLounge()[before]).toMatchObject({
				content: `<@${owner.user.id}>'s text has finished, and so has <@${ben.user.id}>'s vote to skip it.`,
				components: [],
			}),
		);
	});

	test("is told only to the members who press if Herald may not write in the channel", async () => {
		const { home } = playground;
		playground.setPermissions(home.bot, { deny: ["SendMessages"] }, home.voice);
		const { length: before } = inLounge();
		const trace = say(long, owner);
		await showing(trace, / · now\n/);
		expect((await use(ben, "skip")).content).toMatch(/1 of 2 votes/);
		expect((await use(cleo, "skip")).content).toBe("Skipped 1 message.");
		await showing(trace, / · skipped by vote\n/);
		expect(inLounge()).toHaveLength(before);
	});
});
