import { setImmediate as breathe } from "node:timers/promises";
import { expect, test } from "vitest";
import { LentPermits } from "../../src/processes/supervisor.ts";
import { createRequestLimiter } from "../../src/speech/traffic/request-limiter.ts";

test.each([
	["its process ends", (permits: LentPermits) => permits.endAll()],
	[
		"two end in one turn of the event loop",
		(permits: LentPermits) => {
			permits.end(1);
			permits.end(2);
		},
	],
])("no permit is lost if a request waits for its turn and %s", async (_, end) => {
	const limiter = createRequestLimiter(1);
	const permits = new LentPermits(limiter);
	const ask = (id: number, guild: string, account: string) =>
		permits.take({ id, guild, account, patienceMs: undefined });
	await ask(1, "one", "a");
	void ask(2, "two", "b").catch(() => {});
	await breathe();
	end(permits);
	// If the permit were lost, this would wait until the test's time limit.
	await limiter.acquire("three", new AbortController().signal);
	expect(true).toBe(true);
});
