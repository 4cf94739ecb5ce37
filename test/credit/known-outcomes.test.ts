import { createLogger } from "@herald/common/log.ts";
import { expect, test } from "vitest";
import { Credit } from "../../src/credit/credit.ts";
import { describeInterrupted } from "../../src/credit/describe-redemption.ts";
import { ownsPlace } from "../../src/discord/shard-part.ts";
import { elsewhere, ofMember } from "../../src/shared/party.ts";
import { newStore, newStoreFile } from "../support/new-store.ts";
import { hold, loseAnswer, never, refuse, startFixture, succeed } from "./fixture.ts";

const code = "REDEEM123456";

test("outside of servers, a code that was under way in a killed process without shard 0 isn't called unsent", async () => {
	const { upstream } = await startFixture();
	const file = newStoreFile();
	const start = () => {
		const store = newStore({ owns: (place) => ownsPlace({ ids: [1], count: 2 }, place) }, file);
		return new Credit({
			account: { baseUrl: upstream.baseUrl, apiKey: "sk-1" },
			journal: store.redemptions,
			accounts: store.creditAccounts,
			secret: Buffer.alloc(32, 1),
			logger: createLogger("test", "silent"),
		});
	};
	const { held, behave } = hold();
	upstream.behave(behave(succeed()));
	void start()
		.redeem({ code, userId: "7", party: ofMember("7"), signal: never })
		.catch(() => {});
	await expect.poll(() => held.length).toBe(1);
	// Stands for a restart after the process was killed.
	const second = start();
	await second.recover();
	const mark = second.mark(code);
	if (mark === undefined) throw new Error("It is a code");
	const who = { place: elsewhere, userId: "7", locale: "en-GB", code: mark };
	const { content } = await describeInterrupted(who, second);
	expect(content).toMatch(/may or may not/);
	for (const release of held) release();
});

test("a code known to have been redeemed isn't called unknown after a lost answer", async () => {
	const fixture = await startFixture();
	const { redeem } = fixture.start();
	fixture.upstream.behave(succeed());
	expect(await redeem(code, "1")).toMatchObject({ kind: "redeemed" });
	fixture.upstream.behave(loseAnswer);
	expect(await redeem(code, "2")).toMatchObject({ kind: "refused", reason: "used" });
	fixture.upstream.behave(refuse("Redemption failed, please try again later"));
	expect(await redeem(code, "3")).toMatchObject({ kind: "refused", reason: "used" });
});
