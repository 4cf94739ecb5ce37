import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { ofGuild } from "../../src/shared/party.ts";
import type { Store } from "../../src/store/store.ts";
import { slowStore, travelFor } from "../support/slow-store.ts";
import { sendJson } from "../support/upstream.ts";
import { byPath, hold, never, refuse, succeed, useFixture } from "./fixture.ts";

const fixture = useFixture();
const minute = 60_000;

/** Makes the calls of a store take alternately 40 ms and 5 ms each way, so that later calls overtake earlier ones. */
const slow = (store: Store) =>
	slowStore(
		store,
		travelFor((_, nth) => (nth % 2 ? 5 : 40)),
	);

test("one code from two members at once causes one request, however slow the journal is", async () => {
	const { redeem, outcomes } = fixture.start({}, slow);
	const both = await Promise.all([redeem("REDEEM123456", "1"), redeem(" REDEEM123456 ", "2")]);
	expect(both.map(({ kind }) => kind)).toEqual(["redeemed", "in_progress"]);
	expect(fixture.upstream.requests).toHaveLength(1);
	expect(await outcomes()).toEqual(["redeemed"]);
	// Once the first redemption has ended, the code can be tried again.
	fixture.upstream.behave(refuse("兑换失败，该兑换码已被使用"));
	expect(await redeem("REDEEM123456", "2")).toEqual({ kind: "refused", reason: "used" });
});

test("of a member's eight codes at once, five are sent", async () => {
	const { redeem } = fixture.start({}, slow);
	const all = await Promise.all(Array.from({ length: 8 }, (_, n) => redeem(`code ${n}`)));
	expect(all.filter(({ kind }) => kind === "redeemed")).toHaveLength(5);
	expect(all.filter(({ kind }) => kind === "too_fast")).toHaveLength(3);
	expect(fixture.upstream.requests).toHaveLength(5);
});

test("the last limited request goes to one caller, whether for a redemption or a balance", async () => {
	fixture.upstream.behave(
		byPath(succeed(5), (response) => sendJson(response, 200, { data: { total_available: 7 } })),
	);
	for (let n = 0; n < 17; n += 1) await fixture.start().redeem(`code ${n}`, `${n}`, `${n}`);
	const { credit, redeem } = fixture.start({}, slow);
	const [balance, redemption] = await Promise.all([credit.balances.read(never), redeem("last", "99", "9")]);
	expect([balance !== undefined, redemption.kind === "redeemed"].filter(Boolean)).toHaveLength(1);
	expect(fixture.upstream.requests).toHaveLength(18);
});

test("while the journal can't be read, a refusal is unknown, and the member still gets an answer", async () => {
	fixture.upstream.behave(refuse("Redemption failed, please try again later"));
	const { redeem, credit } = fixture.start({}, (store) =>
		slowStore(store, (call) =>
			/readEarlier|readUse|settle|markAnswered/.test(call)
				? Promise.reject(new Error("The store is away."))
				: Promise.resolve(),
		),
	);
	expect(await redeem("REDEEM123456")).toEqual({ kind: "unknown", why: "lost_before" });
	fixture.pass(minute);
	fixture.upstream.behave((response) => response.writeHead(429).end());
	const retryAt = fixture.now() + 20 * minute;
	expect(await redeem("another")).toEqual({ kind: "rate_limited", retryAt, earlier: "lost" });
	const mark = credit.mark("another");
	if (mark) await credit.markAnswered({ party: ofGuild("100"), userId: "1" }, mark);
	expect(fixture.logLines.join("")).toContain("could not save that a redemption was told");
});

test("an outcome that can't be saved at first is saved later, and the code stays under way meanwhile", async () => {
	let isAway = true;
	const { redeem, outcomes } = fixture.start({}, (store) =>
		slowStore(store, async (call) => {
			if (isAway && call.endsWith("settle")) throw new Error("The store is away.");
		}),
	);
	expect(await redeem("REDEEM123456")).toMatchObject({ kind: "redeemed" });
	expect(await outcomes()).toEqual(["sent"]);
	expect(await fixture.start().redeem("REDEEM123456")).toEqual({ kind: "in_progress" });
	isAway = false;
	await expect.poll(() => outcomes()).toEqual(["redeemed"]);
	expect(fixture.upstream.requests).toHaveLength(1);
});

test("an outcome that can't be saved at first is in the journal once Herald has ended", async () => {
	let isAway = true;
	const { redeem, credit, outcomes } = fixture.start({ timeouts: { saveAgainMs: 60_000 } }, (store) =>
		slowStore(store, async (call) => {
			if (isAway && call.endsWith("settle")) throw new Error("The store is away.");
			await setImmediate();
		}),
	);
	expect(await redeem("REDEEM123456")).toMatchObject({ kind: "redeemed" });
	isAway = false;
	await credit.close();
	expect(await outcomes()).toEqual(["redeemed"]);
});

test("a redemption given up before it is sent isn't sent, nor journaled if that hasn't begun", async () => {
	const control = new AbortController();
	const { redeem, outcomes } = fixture.start({}, (store) =>
		slowStore(store, async (call) => call.endsWith("begin") && control.abort()),
	);
	const giveUp = (signal: AbortSignal) => redeem("REDEEM123456", "1", "100", signal);
	await expect(giveUp(AbortSignal.abort())).rejects.toThrow("aborted");
	expect(await outcomes()).toEqual([]);
	await expect(giveUp(control.signal)).rejects.toThrow("aborted");
	expect(await outcomes()).toEqual(["unavailable"]);
	expect(fixture.upstream.requests).toHaveLength(0);
});

test("two programs cause one request for the balance, and another doesn't wait for it longer than it may", async () => {
	const { held, behave } = hold();
	fixture.upstream.behave(behave((response) => sendJson(response, 200, { data: { total_available: 7 } })));
	const [first, second] = [fixture.start(), fixture.start()];
	const both = Promise.all([first.credit.balances.read(never), second.credit.balances.read(never)]);
	await expect.poll(() => held.length).toBe(1);
	const { credit } = fixture.start({ timeouts: { balanceMs: 0 } });
	expect(await credit.balances.read(never)).toBeUndefined();
	held[0]?.();
	expect(await both).toEqual(Array(2).fill({ of: "key", units: 7 }));
	expect(held).toHaveLength(1);
});
