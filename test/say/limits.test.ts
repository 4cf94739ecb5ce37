import { eventually } from "@herald/common/testing/eventually.ts";
import type { Member } from "@herald/playground";
import { describe, expect, test } from "vitest";
import { patientAttempts } from "../support/herald.ts";
import { lookUpNumber } from "../support/look-into.ts";
import { hold, ifAsked, sound, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, owner, member } = await useWorld({}, { timing: patientAttempts });

/** Begins another day, with these limits. */
const start = async (limits: Readonly<Record<string, string>>): Promise<void> => {
	upstream.behave(speakWell);
	herald.advance(24 * 60 * 60_000);
	await herald.restart(limits);
};

/** A text of about this many seconds. It has a number, so that longer sound is plausible, too. */
const write = (name: string, seconds: number): string =>
	`${name} 1${" word".repeat(Math.round((seconds - 1.8) * 2.6))}.`;
const say = (who: Member, text: string) => herald.say(who, text, { as: "file" });
const isThere = ({ attachments }: { readonly attachments: readonly unknown[] }) => attachments.length === 1;
const isRefused = ({ content }: { readonly content: string }) => /speaking time for today/.test(content);
const countedMs = () =>
	lookUpNumber(herald.dataDir, "SELECT sum(made_ms) FROM speech_days GROUP BY day ORDER BY day DESC");
const asked = (name: string): boolean => upstream.requests.some(({ body }) => body.includes(name));

const ofMember = { MEMBER_SECONDS_PER_DAY: "60", GUILD_SECONDS_PER_DAY: "0" };
const ofGuild = { MEMBER_SECONDS_PER_DAY: "0", GUILD_SECONDS_PER_DAY: "60" };

describe.each([
	["a member's", ofMember],
	["a server's", ofGuild],
])("%s limit is exceeded by one Line at most", (_whose, limits) => {
	const askedBy = (n: number): Member => (limits === ofGuild && n % 2 === 1 ? owner : member);

	test("if texts for which there was room take longer than estimated", async () => {
		await start(limits);
		upstream.behave(sound(28));
		const traces = ["Alpha", "Beta", "Gamma", "Delta"].map((name, n) => say(askedBy(n), write(name, 12)));
		// On a busy machine, Herald first answers that it waits for the service.
		const answers = await Promise.all(
			traces.map((trace) => trace.message((seen) => isThere(seen) || isRefused(seen))),
		);
		expect(answers.filter(isThere)).toHaveLength(2);
		expect(answers.filter(isRefused)).toHaveLength(2);
		await eventually(() => expect(countedMs()).toBe(56_000));
	});

	test("if requests in flight may reach it: later ones wait for the answers, and then go on", async () => {
		await start(limits);
		const { release, behave } = hold();
		upstream.behave(ifAsked("Alpha", behave));
		const first = say(askedBy(0), write("Alpha", 20));
		await eventually(() => expect(asked("Alpha")).toBe(true));
		const second = say(askedBy(1), write("Beta", 12));
		const third = say(askedBy(2), write("Gamma", 12));
		const elsewhere = playground.world.addGuild({ name: "Elsewhere", members: [{ username: "ida" }] });
		await say(elsewhere.owner, write("Delta", 12)).message(isThere);
		if (limits === ofMember) await say(owner, write("Epsilon", 12)).message(isThere);
		expect([asked("Beta"), asked("Gamma")]).toEqual([false, false]);
		release();
		await Promise.all([first, second, third].map((trace) => trace.message(isThere)));
	});
});

test("a request whose answer is lost no longer delays others", async () => {
	await start({ ...ofMember, MEMBER_SECONDS_PER_DAY: "110" });
	const lost = Promise.withResolvers<void>();
	const answered = Promise.withResolvers<void>();
	upstream.behave(async (response, attempt, request) => {
		if (attempt === 1) {
			await lost.promise;
			response.destroy();
			return;
		}
		if (request.body.includes("Alpha")) await answered.promise;
		speakWell(response, attempt, request);
	});
	const first = say(member, write("Alpha", 30));
	await eventually(() => expect(upstream.requests).toHaveLength(1));
	const second = say(member, write("Beta", 12));
	lost.resolve();
	await eventually(() => expect(upstream.requests.length).toBeGreaterThan(1));
	answered.resolve();
	await Promise.all([first, second].map((trace) => trace.message(isThere)));
});

test("a Line delayed by one member's limit is made for another member who requests it and can pay", async () => {
	await start(ofMember);
	const { release, behave } = hold();
	upstream.behave(ifAsked("Alpha", behave));
	const first = say(member, write("Alpha", 20));
	await eventually(() => expect(asked("Alpha")).toBe(true));
	const same = say(member, write("Beta", 12));
	await herald.use(owner, "queue").firstAnswer();
	await say(owner, write("Beta", 12)).message(isThere);
	await same.message(isThere);
	expect(first.messages.some(isThere)).toBe(false);
	release();
	await first.message(isThere);
});
