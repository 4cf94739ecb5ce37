import { readSecret } from "@herald/common/environment.ts";
import { AccountSecrets } from "../accounts/account-secrets.ts";
import { readConfig } from "../config.ts";
import { runTool, type ToolCall, withStore } from "./run-tool.ts";

const usage = `Change the secret that connected accounts (ACCOUNTS) are encrypted with, also while Herald runs.

  npm run accounts-secret -- rotate
      Makes a new accounts.secret in DATA_DIR, and encrypts all accounts with it. With ACCOUNTS_SECRET, give Herald
      both secrets first, the new one in front (ACCOUNTS_SECRET=NEW,OLD), on every machine; then run this with the
      same; then take the old one away.
`;

/** @returns the secrets of ACCOUNTS_SECRET. @throws ConfigError if it is invalid */
const readAccountsSecrets = (): readonly string[] => {
	const secret = readSecret(process.env, "ACCOUNTS_SECRET");
	return readConfig({ ACCOUNTS: "servers", ...(secret && { ACCOUNTS_SECRET: secret }) }).accounts.secrets;
};

const rotate = (call: ToolCall): Promise<string> =>
	withStore(call, async ({ accountLinks: links }) => {
		const accountsSecrets = readAccountsSecrets();
		const count = await new AccountSecrets({ dataDir: call.dataDir, accountsSecrets }).rotate(links);
		const next =
			accountsSecrets.length > 0
				? " Now take the old secret out of ACCOUNTS_SECRET."
				: " Make a new backup of accounts.secret.";
		return `Encrypted ${count} accounts with the new secret.${next}`;
	});

await runTool(usage, {}, rotate, (words) => words.join(" ") === "rotate");
