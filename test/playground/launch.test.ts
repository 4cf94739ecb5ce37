import { createLogger } from "@herald/common/log.ts";
import { expect, test } from "vitest";
import { launchPlayground } from "../../src/playground/launch.ts";

test("the bot of a launched playground trusts its voice gateway", async () => {
	const stop = await launchPlayground({
		port: 0,
		logger: createLogger("test", "silent"),
		environment: {},
		botEntry: new URL("./voice-bot.ts", import.meta.url),
	});
	await expect(stop()).resolves.toBeUndefined();
});
