import { eventually } from "@herald/common/testing/eventually.ts";
import { ManualClock } from "@herald/playground";
import { describe, expect, test } from "vitest";
import { describeRedemption } from "../../src/credit/describe-redemption.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { textsFor } from "../../src/texts/index.ts";
import { sendJson } from "../support/upstream.ts";
import { hold, never, refuse, succeed, useFixture } from "./fixture.ts";

const fixture = useFixture();

const minute = 60_000;
const processing = "Top-up is processing, please try again later";

test("codes of one account are sent one after the other by all processes, and each is redeemed", async () => {
	const clock = new ManualClock();
	let underWay = 0;
	let mostAtOnce = 0;
	let answer: (() => void) | undefined;
	fixture.upstream.behave((...asked) => {
		underWay += 1;
		mostAtOnce = Math.max(mostAtOnce, underWay);
		answer = () => {
			underWay -= 1;
			succeed(5)(...asked);
		};
	});
	const bots = [fixture.start({ clock }), fixture.start({ clock })];
	const all = Promise.all(
		bots.flatMap(({ redeem }, bot) =>
			["one", "two", "three"].map((code) => redeem(`${bot} ${code}`, `${bot} ${code}`, `${bot}`)),
		),
	);
	// All six are on their way before the first is answered.
	await expect.poll(() => clock.waits).toHaveLength(6);
	for (let sent = 1; sent <= 6; sent += 1) {
		await eventually(() => {
			clock.advance(250);
			expect(fixture.upstream.requests).toHaveLength(sent);
		});
		answer?.();
	}
	expect((await all).map(({ kind }) => kind)).toEqual(Array(6).fill("redeemed"));
	expect(mostAtOnce).toBe(1);
});

test("codes of different accounts don't wait for each other, and their members are told whose account it is", async () => {
	const { redeem, credit } = fixture.start({ clock: new ManualClock() });
	const { held, behave } = hold();
	fixture.upstream.behave(
		behave((response, _, { headers }) =>
			headers.authorization === "Bearer sk-3"
				? sendJson(response, 401, {})
				: sendJson(response, 200, { success: true, data: 500_000 }),
		),
	);
	const redeemOwn = (id: string) => {
		const account = { baseUrl: fixture.upstream.baseUrl, apiKey: `sk-${id}`, ownId: id };
		return credit.redeem({ code: id, userId: id, party: ofGuild(id), account, signal: never });
	};
	const all = Promise.all([redeem("1"), redeemOwn("2"), redeemOwn("3")]);
	await expect.poll(() => held.length).toBe(3);
	for (const answer of held) answer();
	const balance = { of: "key", unlimited: true } as const;
	expect((await all).map((told) => describeRedemption(told, balance, textsFor("en-US"), "en-US"))).toEqual([
		"Added 500,000 units (about $1.00) to the account that pays for this bot's speech. Thank you! Balance: unlimited.",
		"Added 500,000 units (about $1.00) to the connected account. Thank you! Balance: unlimited.",
		"The service doesn't let the connected account redeem codes. Your code is still good. Connect it again, with a token that is allowed to.",
	]);
	expect(await credit.listUnanswered({ party: ofGuild("2"), userId: "2" })).toMatchObject([
		{ redemption: { isOwn: true } },
	]);
});

describe("a code that the gateway is too busy for", () => {
	/** Lets the 3 s before a code's retry pass, once Herald has begun to wait. */
	const passPause = async (clock: ManualClock) => {
		await expect.poll(() => clock.waits).toContain(3_000);
		fixture.pass(3_000);
		clock.advance(3_000);
	};

	test.each([
		processing,
		"充值处理中，请稍后重试",
		"充值處理中，請稍後重試",
		"チャージ処理中です。後でもう一度お試しください",
		"A recarga está em processamento, tente novamente mais tarde",
		"Le rechargement est en cours de traitement, veuillez réessayer plus tard",
	])("is sent again after three seconds and redeemed: %s", async (message) => {
		const clock = new ManualClock();
		const { redeem, outcomes } = fixture.start({ clock });
		fixture.upstream.behave((response, attempt) =>
			sendJson(response, 200, attempt === 1 ? { success: false, message } : { success: true, data: 5 }),
		);
		const redemption = redeem("REDEEM123456");
		await passPause(clock);
		expect(await redemption).toEqual({ kind: "redeemed", units: 5 });
		expect(fixture.upstream.requests.map(({ body }) => body)).toEqual(
			Array(2).fill('{"key":"REDEEM123456"}'),
		);
		expect(await outcomes()).toEqual(["busy", "redeemed"]);
	});

	test("is still good if the gateway is busy twice, and doesn't count as a try", async () => {
		const clock = new ManualClock();
		const { redeem } = fixture.start({ clock });
		fixture.upstream.behave(refuse(processing));
		for (const code of ["one", "two", "three"]) {
			const redemption = redeem(code, "1", code);
			await passPause(clock);
			const told = await redemption;
			expect(told).toEqual({ kind: "busy" });
			expect(describeRedemption(told, undefined, textsFor("en-US"), "en-US")).toBe(
				"Another code is being redeemed. Your code is still good. Try again in a few seconds.",
			);
		}
		expect(fixture.upstream.requests).toHaveLength(6);
		fixture.upstream.behave((response) => sendJson(response, 200, { success: true, data: 5 }));
		expect(await redeem("four", "1", "four")).toMatchObject({ kind: "redeemed" });
	});

	test("isn't sent again if the answer leaves open whether it was redeemed", async () => {
		const { redeem } = fixture.start({ clock: new ManualClock() });
		fixture.upstream.behave(refuse("Your redemption is in progress"));
		expect(await redeem("REDEEM123456")).toEqual({ kind: "unknown", why: "unclear" });
		expect(fixture.upstream.requests).toHaveLength(1);
	});
});

test("a code that would wait for more than a minute isn't sent, and the one before it is unknown once Herald has ended", async () => {
	const clock = new ManualClock();
	const { redeem, credit, outcomes } = fixture.start({ clock });
	fixture.upstream.behave(() => {});
	const hanging = redeem("hangs");
	await expect.poll(() => fixture.upstream.requests.length).toBe(1);
	const waiting = redeem("waits", "2", "200");
	await expect.poll(() => clock.waits).toHaveLength(2);
	const retryAt = clock.now() + 2 * minute;
	clock.advance(minute);
	expect(await waiting).toEqual({ kind: "too_fast", why: "service", retryAt });
	expect(fixture.upstream.requests).toHaveLength(1);
	await credit.close();
	expect(await outcomes()).toEqual(["unknown"]);
	expect(await hanging).toEqual({ kind: "unknown", why: "lost" });
});
