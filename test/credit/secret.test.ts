import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBotSecret } from "../../src/store/data-folder.ts";
import { useFixture } from "./fixture.ts";

const fixture = useFixture();

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
