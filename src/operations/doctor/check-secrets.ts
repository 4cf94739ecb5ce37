import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { markSecret } from "@herald/common/storage/private-file.ts";
import { AccountSecrets } from "../../accounts/account-secrets.ts";
import type { Config } from "../../config.ts";
import type { BotFacts } from "../../store/inspect-database.ts";
import { attempt, type Finding, found, wrong } from "./finding.ts";

/** @returns "12 codes", "1 code" */
const countCodes = (count: number): string => `${count} ${count === 1 ? "code" : "codes"}`;

/**
 * Compares a secret in the data folder with what was made with it.
 *
 * @param made - how many rows there are, by the mark of their secret
 * @param consequence - what the loss of so many rows means
 */
const checkSecret = (
	dataDir: string,
	name: string,
	made: ReadonlyMap<string, number>,
	consequence: (count: number) => string,
): Finding | false => {
	const file = join(dataDir, name);
	const isThere = existsSync(file);
	const mark = isThere ? markSecret(readFileSync(file)) : undefined;
	const lost = [...made].reduce((sum, [made, count]) => (made === mark ? sum : sum + count), 0);
	if (lost === 0) return false;
	const what = isThere ? `${file} isn't the secret of what is stored` : `${file} is missing`;
	return wrong(`${what}: ${consequence(lost)}`);
};

const fromBackup = "Stop Herald, and copy it back from a backup's secrets";

/** Checks the secret of the embedded service's codes. */
export const checkCodeSecret = (dataDir: string, codes: ReadonlyMap<string, number>): Finding | false =>
	checkSecret(
		dataDir,
		"service.secret",
		codes,
		(count) =>
			`${countCodes(count)} that can still be redeemed ${count === 1 ? "is" : "are"} refused. ${fromBackup}, or disable them with npm run codes and mint new ones.`,
	);

/** Checks the secrets of what is in the bot's database: where that is PostgreSQL, the journal's is in there, too. */
export const checkBotSecrets = async (
	{ dataDir, databaseUrl, accounts }: Pick<Config, "accounts" | "dataDir" | "databaseUrl">,
	{ redemptions, accountsSecret }: BotFacts,
): Promise<Finding[]> => {
	const ofJournal =
		databaseUrl === undefined &&
		checkSecret(
			dataDir,
			"bot.secret",
			redemptions,
			(count) =>
				`whether ${countCodes(count)} of the last 30 days ${count === 1 ? "was" : "were"} tried isn't known. ${fromBackup}; without one, this passes after 30 days.`,
		);
	if (accountsSecret === undefined || !(accounts.ofServers || accounts.ofMembers)) return found(ofJournal);
	const inUse = { readSecretId: async () => accountsSecret, claimSecret: async () => accountsSecret };
	const ofAccounts = await attempt(async () => {
		await new AccountSecrets({ dataDir, accountsSecrets: accounts.secrets }).check(inUse);
		return [];
	});
	return [...found(ofJournal), ...ofAccounts];
};
