import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "@herald/common/start-error.ts";
import { expectOwnersAlone } from "@herald/common/testing/owners-alone.ts";
import { expect, test } from "vitest";
import { describeInterrupted, describeRedemption } from "../../src/credit/describe-redemption.ts";
import type { Redemption } from "../../src/credit/redemption.ts";
import { ownsPlace } from "../../src/discord/shard-part.ts";
import { elsewhere, inGuild, ofGuild, ofMember } from "../../src/shared/party.ts";
import { openBotSecret } from "../../src/store/data-folder.ts";
import type { StoreOptions } from "../../src/store/store.ts";
import { textsFor } from "../../src/texts/index.ts";
import { type Behaviour, sendJson } from "../support/upstream.ts";
import { hold, loseAnswer, never, refuse, speechKey, succeed, useFixture } from "./fixture.ts";

const fixture = useFixture();

const generic = "Redemption failed, please try again later";
const lost = { kind: "unknown", why: "lost" };
const stillUnknown = { kind: "unknown", why: "lost_before" };

test("the journal says 'sent' before the request arrives, and the outcome afterwards", async () => {
	const observer = fixture.start();
	let seen: string[] = [];
	fixture.upstream.behave(async (response) => {
		seen = await observer.outcomes();
		sendJson(response, 200, { success: true, data: 500_000 });
	});
	await fixture.start().redeem("REDEEM123456");
	expect(seen).toEqual(["sent"]);
	expect(await observer.outcomes()).toEqual(["redeemed"]);
});

test("a redemption that a crash left as 'sent' is unknown after the next start, and neither refusals nor the dead process change that", async () => {
	const { held, behave } = hold();
	fixture.upstream.behave(behave(succeed()));
	const redemption = fixture.start().redeem("REDEEM123456");
	await expect.poll(() => held.length).toBe(1);
	fixture.upstream.behave(refuse(generic));
	const next = fixture.start();
	expect(await next.redeem("REDEEM123456")).toEqual({ kind: "in_progress" });
	expect(await next.credit.recover()).toBe(1);
	expect(await next.outcomes()).toEqual(["unknown"]);
	expect(await next.redeem("REDEEM123456")).toEqual(stillUnknown);
	held[0]?.();
	await redemption;
	expect(await next.outcomes()).toEqual(["unknown", "unknown"]);
	expect(await next.credit.recover()).toBe(0);
	expect(fixture.logLines.join("").match(/without an answer are now unknown/g)).toHaveLength(1);
});

test("after a lost answer, refusals of its code alone stay unknown, however often it is tried and over a restart", async () => {
	const first = fixture.start();
	fixture.upstream.behave(loseAnswer);
	expect(await first.redeem("REDEEM123456")).toEqual(lost);
	fixture.upstream.behave(refuse("兑换失败，该兑换码已被使用"));
	expect(await first.redeem(" REDEEM123456 ", "2")).toEqual(stillUnknown);
	const next = fixture.start();
	await next.credit.recover();
	fixture.upstream.behave(refuse(generic));
	expect(await next.redeem("REDEEM123456", "3", "200")).toEqual(stillUnknown);
	expect(await next.outcomes()).toEqual(["unknown", "unknown"]);
	expect(await next.outcomes("200")).toEqual(["unknown"]);
	expect(await next.redeem("redeem123456")).toEqual({ kind: "refused", reason: "rejected" });
});

test("a refusal after an unclear answer is shown with what the earlier try may have done", async () => {
	const { redeem } = fixture.start();
	fixture.upstream.behave((response) => sendJson(response, 200, { ok: true }));
	expect(await redeem("REDEEM123456")).toEqual({ kind: "unknown", why: "unclear" });
	fixture.upstream.behave(refuse("兑换失败，该兑换码已被使用"));
	const told = await fixture.start().redeem("REDEEM123456", "2");
	expect(told).toEqual({ kind: "refused", reason: "used", earlier: "unclear" });
	expect(describe(told)).toMatch(
		/already been used.*an earlier try with this code, which may have redeemed it/,
	);
	fixture.upstream.behave(loseAnswer);
	await redeem("REDEEM123456", "3");
	fixture.upstream.behave(refuse(generic));
	expect(await redeem("REDEEM123456", "4")).toEqual(stillUnknown);
});

test("what is known of a code stays known if the account's token or its service's address changes", async () => {
	const { baseUrl } = fixture.upstream;
	fixture.upstream.behave(loseAnswer);
	await fixture.start().redeem("REDEEM123456");
	fixture.upstream.behave(succeed());
	await fixture.start().redeem("USED");
	fixture.upstream.behave(refuse(generic));
	for (const account of [
		{ baseUrl, apiKey: "sk-a-new-key", topupToken: "a-new-token" },
		{ baseUrl: baseUrl.replace("127.0.0.1", "localhost"), apiKey: speechKey },
	]) {
		const { redeem } = fixture.start({ account });
		expect(await redeem("REDEEM123456")).toEqual(stillUnknown);
		expect(await redeem("USED", "2")).toEqual({ kind: "refused", reason: "used" });
	}
});

test("after a success, a later refusal or lost answer says that the code is used", async () => {
	const { redeem } = fixture.start();
	fixture.upstream.behave(loseAnswer);
	await redeem("REDEEM123456");
	fixture.upstream.behave(succeed(5));
	expect(await redeem("REDEEM123456")).toEqual({ kind: "redeemed", units: 5 });
	for (const [later, userId] of [
		[refuse(generic), "1"],
		[loseAnswer, "2"],
		[refuse(generic), "3"],
	] as const) {
		fixture.upstream.behave(later);
		expect(await redeem("REDEEM123456", userId)).toMatchObject({ kind: "refused", reason: "used" });
	}
});

const status =
	(code: number): Behaviour =>
	(response) =>
		response.writeHead(code, { location: "/elsewhere" }).end();
/** Answers that say nothing about the code, by name. */
const besides: readonly [string, Behaviour][] = [
	["processing", refuse("Top-up is processing, please try again later")],
	["a bad token in words", refuse("无权进行此操作，access token 无效")],
	["302", status(302)],
	["401", status(401)],
	["404", status(404)],
	["429", status(429)],
	["499", status(499)],
];

/** The sentence that members read, in English and German. */
const describe = (redemption: Redemption): string =>
	["en-US", "de"].map((locale) => describeRedemption(redemption, undefined, textsFor(locale), locale)).join();

test.each(besides)("after a lost answer, %s doesn't say that the code is good", async (_, behaviour) => {
	const { redeem } = fixture.start();
	fixture.upstream.behave(loseAnswer);
	await redeem("REDEEM123456");
	fixture.upstream.behave(behaviour);
	const told = describe(await redeem("REDEEM123456"));
	expect(told).not.toMatch(/still good|gilt noch/);
	expect(told).toMatch(/(?:doesn't know|was lost)[\s\S]*(?:weiß nicht|ging[\s\S]*verloren)/);
	fixture.upstream.behave(refuse(generic));
	fixture.pass(60 * 60_000);
	expect(await redeem("REDEEM123456")).toEqual(stillUnknown);
});

test("after a lost answer, a service that can't be reached doesn't say that the code is good", async () => {
	fixture.upstream.behave(loseAnswer);
	await fixture.start().redeem("REDEEM123456");
	const gone = { baseUrl: "http://127.0.0.1:1", apiKey: speechKey };
	const told = await fixture.start({ account: gone }).redeem("REDEEM123456");
	expect(told).toEqual({ kind: "unavailable", why: "unreachable", earlier: "lost" });
	expect(describe(told)).not.toMatch(/still good|gilt noch/);
});

test.each(besides.slice(0, -1))(
	"%s says that a code is good, but that it is used after a success",
	async (_, behaviour) => {
		const { redeem } = fixture.start();
		await redeem("REDEEM123456");
		fixture.upstream.behave(behaviour);
		expect(describe(await redeem("REDEEM123456"))).toMatch(/already been used[\s\S]*schon eingelöst/);
		// After a day, a limit that the service set no longer applies.
		fixture.pass(24 * 60 * 60_000);
		expect(describe(await fixture.start().redeem("another"))).toMatch(/still good[\s\S]*gilt noch/);
	},
);

test("a guild's history shows only its own redemptions, newest first, and forgets who asked for them", async () => {
	const { redeem, store, journal } = fixture.start();
	for (const [user, code] of [
		["1", "one"],
		["2", "two"],
		["1", "three"],
	] as const) {
		await redeem(code, user);
		fixture.pass(1_000);
	}
	await redeem("four", "1", "200");
	const newest = await journal.list(ofGuild("100"), 2);
	expect(newest.map(({ userId, sentAt, units }) => [userId, sentAt, units])).toEqual([
		["1", fixture.now() - 1_000, 500_000],
		["2", fixture.now() - 2_000, 500_000],
	]);
	const member = { place: inGuild("100"), userId: "1", today: 0 };
	expect(await store.forgetMember(member)).toMatchObject({ redemptions: true });
	expect(await store.forgetMember(member)).toMatchObject({ redemptions: false });
	expect((await journal.list(ofGuild("100"), 9)).map(({ userId }) => userId)).toEqual([null, "2", null]);
	expect((await journal.list(ofGuild("200"), 9)).map(({ userId }) => userId)).toEqual(["1"]);
});

test("no code, key or token is in the data folder or the log, whatever the service answers", async () => {
	const code = "HRLD-0000-0000-0000-0000-0000-0000-0001-1";
	const account = { baseUrl: fixture.upstream.baseUrl, apiKey: speechKey, topupToken: "the-own-token" };
	const { redeem, credit } = fixture.start({ account });
	fixture.upstream.behave((response, _, { body, headers }) =>
		sendJson(response, 200, { success: false, message: `no: ${body} ${headers.authorization}` }),
	);
	expect(await redeem(code)).toMatchObject({ kind: "refused" });
	fixture.upstream.behave(loseAnswer);
	await redeem("REDEEM-MY-SECRET");
	await credit.balances.read(never);
	const everything = fixture.readEverything();
	expect(everything).toContain('"outcome":"refused"');
	for (const secret of [code, code.slice(5), "REDEEM-MY-SECRET", speechKey, "the-own-token"])
		expect(everything).not.toContain(secret);
});

test("the secret is made once, readable by its owner alone, and a damaged one is never replaced", () => {
	const secret = openBotSecret(fixture.folder);
	expect(secret).toHaveLength(32);
	expect(openBotSecret(fixture.folder)).toEqual(secret);
	const file = join(fixture.folder, "bot.secret");
	expectOwnersAlone(file);
	writeFileSync(file, "short");
	expect(() => openBotSecret(fixture.folder)).toThrow(StoreError);
});

test("a lost or changed secret is reported at each start, until it is back or its redemptions are old", async () => {
	const isTold = async () => {
		fixture.logLines.length = 0;
		await fixture.start().credit.recover();
		return fixture.logLines
			.join("")
			.includes("bot.secret isn't the one that these redemptions were recorded with");
	};
	const file = join(fixture.folder, "bot.secret");
	const secret = openBotSecret(fixture.folder);
	rmSync(file);
	expect(await isTold()).toBe(false);

	writeFileSync(file, secret);
	await fixture.start().redeem("a-code-1234");
	expect(await isTold()).toBe(false);
	rmSync(file);
	expect(await isTold()).toBe(true);
	writeFileSync(file, Buffer.alloc(32, 7));
	expect(await isTold()).toBe(true);
	writeFileSync(file, secret);
	expect(await isTold()).toBe(false);

	rmSync(file);
	const month = 30 * 24 * 60 * 60_000;
	fixture.pass(month - 1);
	expect(await isTold()).toBe(true);
	fixture.pass(1);
	expect(await isTold()).toBe(false);
});

test("outside of servers, a code that was under way in a killed process without shard 0 isn't called unsent", async () => {
	const place: StoreOptions = { owns: (place) => ownsPlace({ ids: [1], count: 2 }, place) };
	const start = () => fixture.start({}, undefined, place).credit;
	const { held, behave } = hold();
	fixture.upstream.behave(behave(succeed()));
	void start()
		.redeem({ code: "REDEEM123456", userId: "7", party: ofMember("7"), signal: never })
		.catch(() => {});
	await expect.poll(() => held.length).toBe(1);
	// Stands for a restart after the process was killed.
	const second = start();
	await second.recover();
	const mark = second.mark("REDEEM123456");
	if (mark === undefined) throw new Error("It is a code");
	const who = { place: elsewhere, userId: "7", locale: "en-GB", code: mark };
	const { content } = await describeInterrupted(who, second);
	expect(content).toMatch(/may or may not/);
	for (const release of held) release();
});
