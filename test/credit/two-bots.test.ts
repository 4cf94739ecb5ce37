import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { startBot } from "../support/start-bot.ts";
import { startWorld } from "../support/world.ts";
import { hold, succeed } from "./fixture.ts";

test("a second bot on the same data is refused before it can settle a redemption of the first one", async () => {
	const { upstream, herald, playground, member, stop } = await startWorld();
	onTestFinished(stop);
	const { held, behave } = hold();
	upstream.behave(behave(succeed()));
	const { dataDir } = herald;
	const trace = playground.command(member, "redeem", { code: "REDEEM123456" });
	await expect.poll(() => held.length).toBe(1);
	const second = readConfig({
		DISCORD_TOKEN: "test-bot-token",
		DISCORD_API_URL: playground.apiUrl,
		DATA_DIR: dataDir,
		SPEECH_BASE_URL: upstream.baseUrl,
		SPEECH_API_KEY: "sk-upstream",
	});
	await expect(startBot(second, createLogger("second", "silent"))).rejects.toThrow(/Another bot/);
	held[0]?.();
	await trace.message(({ content }) => /Added/.test(content));
	const store = openSqliteStore(join(dataDir, "bot.db"));
	const entries = await store.redemptions.list(ofGuild(playground.home.guild.id), 10);
	await store.close();
	expect(entries.map(({ outcome }) => outcome)).toEqual(["redeemed"]);
});
