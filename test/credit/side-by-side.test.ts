import { ManualClock } from "@herald/playground";
import { describe, expect, test } from "vitest";
import { describeRedemption } from "../../src/credit/describe-redemption.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { textsFor } from "../../src/texts/index.ts";
import { sendJson } from "../support/upstream.ts";
import { refuse, useFixture } from "./fixture.ts";

const fixture = useFixture();

const minute = 60_000;
const processing = "Top-up is processing, please try again later";

/** A manual clock on which the waits of 250 ms for other processes' codes end after 1 ms of real time. */
class ClockOfMany extends ManualClock {
	override after(ms: number, act: () => void): () => void {
		if (ms !== 250) return super.after(ms, act);
		const timer = setTimeout(act, 1);
		return () => clearTimeout(timer);
	}
}

/**
 * A gateway at which each code locks its account for 0 to 3 s by the clock. While an account is locked, its other codes
 * are refused. After 20 requests in 20 minutes, the gateway answers with 429.
 */
const startGateway = (clock: ManualClock) => {
	const locks = new Set<string>();
	const used: string[] = [];
	const requestedAt: number[] = [];
	const waiting: { readonly ms: number; readonly answer: () => void }[] = [];
	let busy = 0;
	fixture.upstream.behave((response, attempt, { headers, body }) => {
		const answer = (answered: object) => sendJson(response, 200, answered);
		const now = clock.now();
		requestedAt.push(now);
		if (requestedAt.filter((at) => now - at < 20 * minute).length > 20) return response.writeHead(429).end();
		const account = String(headers.authorization);
		if (locks.has(account)) {
			busy += 1;
			return answer({ success: false, message: processing });
		}
		locks.add(account);
		const { key } = JSON.parse(body);
		const ms = (attempt * 1_237) % 3_000;
		waiting.push({
			ms,
			answer: () => {
				locks.delete(account);
				if (used.includes(key)) return answer({ success: false, message: "该兑换码已被使用" });
				used.push(key);
				return answer({ success: true, message: "", data: 500_000 });
			},
		});
	});
	return {
		used,
		requestedAt,
		get busy(): number {
			return busy;
		},
		/**
		 * Answers the waiting requests one after the other until the work is done. Before each answer, advances the
		 * clock by the time for which the code locks its account.
		 * @returns the work's result, and how many seconds have passed by the clock
		 */
		async serve<T>(work: Promise<T>): Promise<{ readonly done: T; readonly seconds: number }> {
			let isDone = false;
			const end = () => {
				isDone = true;
			};
			work.then(end, end);
			const startedAt = clock.now();
			while (!isDone) {
				await expect.poll(() => isDone || waiting.length > 0, { interval: 1 }).toBe(true);
				const next = waiting.shift();
				if (!next) break;
				fixture.pass(next.ms);
				clock.advance(next.ms);
				next.answer();
			}
			return { done: await work, seconds: (clock.now() - startedAt) / 1_000 };
		},
	};
};

describe("codes of one account", () => {
	const start = () => {
		const clock = new ClockOfMany();
		return { clock, gateway: startGateway(clock), startBot: () => fixture.start({ clock }) };
	};

	test("from twenty members go one after the other at a gateway that locks the account, and each is redeemed once", async () => {
		const { clock, gateway, startBot } = start();
		const { redeem } = startBot();
		const codes = Array.from({ length: 20 }, (_, n) => `code ${n}`);
		const all = Promise.all(codes.map((code, n) => redeem(code, `member ${n}`, `guild ${n}`)));
		// All twenty wait before the gateway has answered the first.
		await expect.poll(() => clock.waits).toHaveLength(20);
		const { done, seconds } = await gateway.serve(all);
		// Herald uses 18 of the gateway's 20 requests. The last two members are told when to try again.
		expect(done.filter(({ kind }) => kind === "redeemed")).toHaveLength(18);
		const late = done.filter((told) => told.kind === "too_fast");
		expect(late).toHaveLength(2);
		expect(seconds).toBeLessThan(30);
		const again = Math.max(...late.map(({ retryAt }) => retryAt)) - fixture.now();
		fixture.pass(again);
		clock.advance(again);
		const rest = codes.filter((code) => !gateway.used.includes(code));
		const then = await gateway.serve(
			Promise.all(rest.map((code) => redeem(code, `member ${code}`, `guild ${code}`))),
		);
		expect(then.done).toMatchObject([{ kind: "redeemed" }, { kind: "redeemed" }]);
		expect(new Set(gateway.used)).toEqual(new Set(codes));
		expect(gateway.used).toHaveLength(20);
		expect(gateway.requestedAt).toHaveLength(20);
		expect(gateway.busy).toBe(0);
	});

	test("from several processes go one after the other, too", async () => {
		const { gateway, startBot } = start();
		const bots = [startBot(), startBot(), startBot()];
		const all = Promise.all(
			bots.flatMap(({ redeem }, bot) =>
				["one", "two"].map((code) => redeem(`${bot} ${code}`, `${bot} ${code}`, `${bot}`)),
			),
		);
		const { done } = await gateway.serve(all);
		expect(done.map(({ kind }) => kind)).toEqual(Array(6).fill("redeemed"));
		expect(gateway.busy).toBe(0);
	});
});

test("codes of different accounts don't wait for each other", async () => {
	const { redeem, credit } = fixture.start({ clock: new ManualClock() });
	const held: (() => void)[] = [];
	fixture.upstream.behave((response) => {
		held.push(() => sendJson(response, 200, { success: true, data: 5 }));
	});
	const own = { baseUrl: fixture.upstream.baseUrl, apiKey: "sk-own", ownId: "own" };
	const both = Promise.all([
		redeem("REDEEM1"),
		credit.redeem({
			code: "REDEEM2",
			userId: "2",
			party: ofGuild("200"),
			account: own,
			signal: AbortSignal.any([]),
		}),
	]);
	await expect.poll(() => held.length).toBe(2);
	for (const answer of held) answer();
	expect(await both).toMatchObject([{ kind: "redeemed" }, { kind: "redeemed", isOwn: true }]);
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

test("a code that would wait for more than a minute isn't sent, and its member is told when to come back", async () => {
	const clock = new ManualClock();
	const { redeem, credit } = fixture.start({ clock });
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
	expect(await hanging).toEqual({ kind: "unknown", why: "lost" });
});
