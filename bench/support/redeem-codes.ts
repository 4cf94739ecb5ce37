/** A program that redeems codes on request, with the store that is shared with others. */

import { createLogger } from "@herald/common/log.ts";
import { Credit } from "../../src/credit/credit.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { openStore } from "../../src/store/open-store.ts";

const [dataDir = "", databaseUrl = "", baseUrl = "", program = ""] = process.argv.slice(2);

const store = await openStore(
	{ dataDir, databaseUrl },
	{ now: Date.now, onUnwritable: () => {}, owns: () => true },
);
const credit = new Credit({
	account: { baseUrl, apiKey: "sk" },
	journal: store.redemptions,
	accounts: store.creditAccounts,
	secret: await store.openSecret(),
	logger: createLogger("credit", "silent"),
});
process.on("disconnect", () => process.exit(0));
process.on("message", async (code: string) => {
	// Each guild, and each member, may try few codes.
	const who = `${code} ${program}`;
	const told = credit.redeem({
		code,
		party: ofGuild(who),
		userId: who,
		signal: new AbortController().signal,
	});
	process.send?.(
		await told.then(
			({ kind }) => kind,
			(error: unknown) => `refused: ${String(error)}`,
		),
	);
});
process.send?.("ready");
