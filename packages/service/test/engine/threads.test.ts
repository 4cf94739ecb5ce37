import { expect, test } from "vitest";
import { compileFlite, speakPhrase } from "../../src/engine/flite/flite.ts";
import { startThreads } from "../../src/engine/threads.ts";
import prebuilt from "../../src/voices/prebuilt.json" with { type: "json" };

test("owners take turns at a thread, a phrase each", async () => {
	const threads = await startThreads(1);
	const { signal } = new AbortController();
	const order: string[] = [];
	await Promise.all(
		[1, 1, 1, 2].map(async (owner, n) => {
			await threads.run("speakWithFlite", { text: "Hello.", recipe: prebuilt.Kore.flite }, { owner, signal });
			order.push(`${n} of ${owner}`);
		}),
	);
	await threads.close();
	expect(order).toEqual(["0 of 1", "3 of 2", "1 of 1", "2 of 1"]);
});

test("Flite stops at two minutes, and skips what it has no letters for", async () => {
	const flite = await compileFlite();
	expect(
		speakPhrase(flite, "one thousand and one nights ".repeat(120), prebuilt.Schedar.flite),
	).toBeUndefined();
	const said = speakPhrase(flite, `naïve ${"語".repeat(200)} words`, prebuilt.Schedar.flite);
	expect(said?.length).toBeGreaterThan(5_000);
});
