/** The bot's store and credit, in a process that can be killed. It redeems codes on request, one at a time. */
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { Credit } from "../../src/credit/credit.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { openBotSecret } from "../../src/store/data-folder.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";

const [dataDir = "", baseUrl = "", apiKey = "", life = "0"] = process.argv.slice(2);
// The clock jumps, so that no limit on attempts applies.
let leaps = Number(life) * 10_000;

const store = openSqliteStore(join(dataDir, "bot.db"));
const credit = new Credit({
	account: { baseUrl, apiKey },
	journal: store.redemptions,
	accounts: store.creditAccounts,
	secret: openBotSecret(dataDir),
	logger: createLogger("credit", "silent"),
	now: () => Date.now() + leaps * 30 * 60_000,
	timeouts: { topupMs: 1_000, connectMs: 500, backoffMs: 5 },
});
await credit.recover();
process.on("disconnect", () => process.exit(0));
process.on("message", async ({ code, name }: { code: string; name: string }) => {
	leaps += 1;
	const { kind } = await credit.redeem({
		code,
		party: ofGuild(name),
		userId: name,
		signal: new AbortController().signal,
	});
	process.send?.({ name, kind });
});
flushCompileCache();
process.send?.("ready");
