import { expect, test } from "vitest";
import { recipes } from "../../src/engine/flite/recipes.ts";
import { startThreads } from "../../src/engine/threads.ts";

test("owners take turns at a thread, a phrase each", async () => {
	const threads = await startThreads(1);
	const { signal } = new AbortController();
	const order: string[] = [];
	await Promise.all(
		[1, 1, 1, 2].map(async (owner, n) => {
			await threads.run("speakWithFlite", { text: "Hello.", recipe: recipes.Kore }, { owner, signal });
			order.push(`${n} of ${owner}`);
		}),
	);
	await threads.close();
	expect(order).toEqual(["0 of 1", "3 of 2", "1 of 1", "2 of 1"]);
});
