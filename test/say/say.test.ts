import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../src/shared/clock.ts";
import { alone, button, showing, withSound } from "../support/answers.ts";
import { readOgg } from "../support/ogg.ts";
import { readMetrics } from "../support/read-metrics.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { hold, refuse, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

/** How far Herald's clock is ahead of Discord's, in ms. */
let aheadMs = 0;

const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
const { upstream, herald, playground, member } = await useWorld({}, { clock }, systemClock);
beforeEach(() => {
	herald.advance(day);
	upstream.behave(speakWell);
});

const say = (text: string, voice?: string, who = member) =>
	herald.say(who, text, { ...(voice && { voice }) });
/** The end of what a log line says about a command. */
const logged = (fields: object) =>
	expect.poll(() => herald.logs).toContainEqual(expect.objectContaining(fields));
/** Restarts Herald with these settings for the rest of a test. */
const restartWith = async (settings: Readonly<Record<string, string>>): Promise<void> => {
	await herald.restart(settings);
	onTestFinished(() => herald.restart({}));
};
const day = 24 * 60 * 60 * 1_000;

describe("/say", () => {
	test("acknowledges, then answers with an Ogg file as long as the answer says", async () => {
		const trace = say("Hello from Herald");
		await trace.acknowledged();
		expect(trace.history[0]).toMatchObject({
			kind: "created",
			message: { thinking: true, ephemeral: false },
		});
		const { content, attachments } = await trace.firstAnswer();
		expect(content).toBe("**Kore** · 0:02\n> Hello from Herald");
		expect(attachments).toMatchObject([{ filename: "Kore_Hello_from_Herald.ogg", contentType: "audio/ogg" }]);
		const { durationMs, channels } = readOgg(attachments[0]?.bytes as Uint8Array);
		expect(channels).toBe(1);
		expect(durationMs).toBeGreaterThan(1_500);
		expect(durationMs).toBeLessThan(2_500);
	});

	test("privately suggests the nearest names for an unknown voice, without a request", async () => {
		expect(await say("Good morning", "Zefir").firstAnswer()).toMatchObject(alone(/Did you mean \*\*Zephyr/));
		expect((await say("Good morning", "§§").firstAnswer()).content).toMatch(/Did you mean \*\*\w+\*\*, /);
		expect(upstream.requests).toEqual([]);
	});

	test("speaks markup as a person would read it and shows names for mentions, but notifies nobody", async () => {
		const { owner, text: channel } = playground.home;
		const answer = await say(
			`Hi <@${owner.user.id}>, see <#${channel.id}> or https://a.example/b **now** ||boo|| <t:1700000000:R>`,
		).firstAnswer();
		expect(upstream.texts()).toEqual([
			expect.stringMatching(/^Hi Ada, see general or a link to a\.example now spoiler/),
		]);
		expect(answer.content).toMatch(/> Hi @\u200bAda, see <#\d+> or .* <t:1700000000:R>$/);
		expect(answer.raw.mentions).toEqual([]);
	});

	test.each([":)", "?!…", "\u200b\u200b", "<:party:123456789012345678>".replace("party", "_")])(
		"refuses %s without a request, as there is nothing to speak",
		async (text) => {
			expect(await say(text).firstAnswer()).toMatchObject(alone(/needs a letter or a digit/));
			expect(upstream.requests).toEqual([]);
		},
	);

	test("speaks 6,000 characters as one file, and shows its progress", async () => {
		const sentences = Array.from(
			{ length: 90 },
			(_, n) => `Sentence number ${n} of this long text is to be heard once, in its place.`,
		);
		const text = sentences.join(" ").slice(0, 5_990).trimEnd();
		upstream.behave((response, attempt, request) => {
			// Herald edits a message at most every two seconds.
			if (attempt === 2) aheadMs += 2_000;
			speakWell(response, attempt, request);
		});
		const trace = say(text);
		const { content, attachments } = await trace.message((message) => message.attachments.length > 0);
		const progress = trace.history.flatMap((event) => ("message" in event ? event.message.content : []));
		expect(progress).toContainEqual(expect.stringMatching(/^Speaking… \d+ of 14$/));
		expect(upstream.texts().toSorted().join(" ").replace(/\s+/g, " ").length).toBe(text.length);
		const [, minutes, seconds] = /(\d+):(\d\d)/.exec(content) ?? [];
		const { durationMs } = readOgg(attachments[0]?.bytes as Uint8Array);
		expect(Math.abs(durationMs / 1_000 - (Number(minutes) * 60 + Number(seconds)))).toBeLessThanOrEqual(0.5);
	});
});

describe("limits", () => {
	test("allow a member ten texts a minute, then say when to go on, and keep the refused text until then", async () => {
		for (let n = 0; n < 10; n++) await say("Ten times the same").firstAnswer();
		const worked = vi.spyOn(String.prototype, "normalize");
		const refused = await say("Ten times the same").firstAnswer();
		expect(worked.mock.contexts.map(String)).not.toContain("Ten times the same");
		worked.mockRestore();
		// A time of day, because a relative time would soon say "1 minute ago".
		expect(refused).toMatchObject(alone(/You can have Herald say something again at <t:\d+:T>\.$/));
		await withSound(say("Ten times the same", undefined, playground.home.owner));
		const press = () => playground.click(member, refused, button(refused, "Say it again"));
		const early = press();
		expect(await early.message(({ id }) => id !== refused.id)).toMatchObject({
			ephemeral: true,
			components: [{ label: "Say it again" }],
		});
		herald.advance(61_000);
		expect(await withSound(press())).toMatchObject({
			ephemeral: false,
			content: expect.stringMatching(/> Ten times the same\n-# For <@\d+>$/),
			raw: { mentions: [] },
		});
	});

	test("of texts a minute are set by the operator and shown in the server's panel", async () => {
		await restartWith({ MEMBER_TEXTS_PER_MINUTE: "2" });
		const { owner } = playground.home;
		for (let n = 0; n < 2; n++) expect((await say("Twice").firstAnswer()).ephemeral).toBe(false);
		expect((await say("Twice").firstAnswer()).content).toMatch(/a lot in one minute/);
		const limits = async () => textOf(await serverPanel(playground, owner).open("texts"));
		expect(await limits()).toContain("Texts per member and minute: 2");
		await herald.restart({ MEMBER_TEXTS_PER_MINUTE: "0" });
		expect(await limits()).toContain("Texts per member and minute: no limit");
		for (let n = 0; n < 12; n++) expect((await say("Twice").firstAnswer()).ephemeral).toBe(false);
	});

	test("of a day reserve seconds in advance, count what was made, last over a restart, and reset on the next day", async () => {
		await restartWith({ MEMBER_SECONDS_PER_DAY: "5", GUILD_SECONDS_PER_DAY: "8" });
		const owner = playground.home.owner;
		const count = () => upstream.requests.length;
		const sentence = (which: string) => `${which} sentence of about three seconds length`;
		const told = async (text: string, who = member) =>
			(await say(text, undefined, who).firstAnswer()).content;
		await withSound(say(sentence("One")));
		await herald.restart();
		const usedUp = /^Your speaking time for today is used up\. You can continue <t:\d+:R>/;
		for (const which of ["Another", "One"]) expect(await told(sentence(which))).toMatch(usedUp);
		await withSound(say(sentence("A third"), undefined, owner));
		expect(await told(sentence("A fourth"), owner)).toMatch(usedUp);
		expect(await told("word ".repeat(40))).toMatch(/longer than today's limit of 5 seconds/);
		expect(count()).toBe(2);
		herald.advance(day);
		await withSound(say(sentence("Another")));
	});

	test("of a day for all are told to members, and the metrics show how much of it is used", async () => {
		await restartWith({ ALL_SECONDS_PER_DAY: "4", OPERATIONS_PORT: "0" });
		await withSound(say("This is heard."));
		const refused = await vi.waitUntil(async () => {
			const { content } = await say(`More, and more ${Math.random()}.`).firstAnswer();
			return content.includes("used up") ? content : undefined;
		});
		expect(refused).toMatch(
			/^Herald's speaking time for today, shared by everyone who uses it, is used up\. You can continue <t:\d+:R>\./,
		);
		const port = herald.logs.findLast(({ event }) => event === "operations_listening")?.port;
		const samples = await readMetrics(`http://127.0.0.1:${port}`);
		const readValue = (name: string) =>
			samples.find((sample) => sample.name === name && sample.labels.period === "day")?.value;
		expect(readValue("herald_all_speech_limit_seconds")).toBe(4);
		expect(readValue("herald_all_speech_used_seconds")).toBeGreaterThanOrEqual(0);
		expect(samples.find(({ labels }) => labels.budget === "all_day")?.value).toBeGreaterThan(0);
	});

	test("don't count speech that failed", async () => {
		await restartWith({ MEMBER_SECONDS_PER_DAY: "5" });
		upstream.behave((response) => response.writeHead(413).end());
		for (let n = 0; n < 4; n++)
			await showing(say(`Refused number ${n} of about three seconds`), /too long for the speech service/);
		upstream.behave(speakWell);
		await withSound(say("This one counts for about three seconds"));
	});
});

describe("the bot", () => {
	test("tells members of a server that isn't enabled so", async () => {
		await restartWith({ ALLOWED_GUILDS: "123456789012345678" });
		expect(await say("Hello").firstAnswer()).toMatchObject(alone(/isn't enabled here/));
	});

	test("answers pending texts when it is stopped", async () => {
		upstream.behave(() => {});
		const trace = say("Nobody will ever answer this one");
		await expect.poll(() => upstream.requests.length).toBe(1);
		const restarted = herald.restart();
		expect(await trace.firstAnswer()).toMatchObject(alone(/is restarting/));
		await restarted;
	});

	test("answers a bug with a number that is in the log, and reveals nothing else", async () => {
		playground.faults.fail({ method: "PATCH", path: /original/ }, 400, 50_035, "secret details");
		const { content } = await say("This answer will be refused").firstAnswer();
		const [, id] = /this number: `(\w+)`/.exec(content) ?? [];
		expect(content).not.toContain("secret details");
		await logged({ bug: id, outcome: "bug" });
	});

	test("never logs texts, keys or tokens, whatever Discord or the service refuses", async () => {
		await say("Xylophones zigzag quietly").firstAnswer();
		playground.faults.fail({ method: "PATCH", path: /original/ }, 400, 50_035, "Invalid Form Body");
		const refused = say("Xylophones zigzag loudly");
		await refused.firstAnswer();
		await expect.poll(() => JSON.stringify(herald.logs)).toContain("Invalid Form Body");
		const logged = JSON.stringify(herald.logs);
		const { token } = refused.interaction;
		for (const secret of ["Xylophones", "sk-upstream", "test-bot-token", token, "OggS"])
			expect(logged).not.toContain(secret);
		expect(Math.max(...herald.logs.map((line) => JSON.stringify(line).length))).toBeLessThan(10_000);
	});

	/** Has a text's public answer deleted by a moderator before the service answers. */
	const sayAndDelete = async (text: string, ...answer: Parameters<typeof hold>) => {
		const { asked, release, behave } = hold(...answer);
		upstream.behave(behave);
		const trace = say(text);
		const thinking = await trace.message((seen) => seen.thinking);
		await asked;
		playground.messages.delete(thinking.id);
		release();
		return trace;
	};

	test("tells only the requester what went wrong, even if a moderator deleted the public answer", async () => {
		const trace = await sayAndDelete("This is taken away, and then it fails", refuse(401));
		expect((await trace.message((seen) => seen.ephemeral)).content).toMatch(/key/);
		herald.advance(61_000);
	});

	test("shows a bug's number if Discord refuses the sentence for the requester", async () => {
		upstream.behave(refuse(401));
		playground.faults.fail({ method: "POST", path: /^\/webhooks/ }, 403, 50_013, "Missing Permissions");
		const trace = say("The sentence about this is refused");
		const { content } = await trace.message((seen) => seen.ephemeral);
		const [, id] = /this number: `(\w+)`/.exec(content) ?? [];
		await logged({ bug: id, outcome: "unanswered" });
		herald.advance(61_000);
	});

	test("accepts that a moderator deletes an answer while it is made", async () => {
		const trace = await sayAndDelete("This is taken away while it is made");
		await logged({ outcome: "answer removed" });
		expect(trace.history.at(-1)?.kind).toBe("deleted");
	});
});
