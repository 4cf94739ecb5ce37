import { expect, test } from "vitest";
import { runCrashes } from "../../bench/support/crash.ts";

test("whatever is killed and when, a code is credited at most once, and the journal never claims more than is known", async () => {
	const report = await runCrashes(10);
	expect(report).toMatchObject({ creditedTwice: [], falselyRedeemed: [], falselyRefused: [], balanceOff: 0 });
	expect(report.journal.redeemed).toBeGreaterThan(0);
	expect(report.journal.sent).toBeUndefined();
});
