import type { Logger } from "@herald/common/log.ts";
import { AccountSecrets } from "../accounts/account-secrets.ts";
import { keyTrialAt } from "../accounts/key-trial.ts";
import { keepOwnAccounts, type OwnAccounts } from "../accounts/own-accounts.ts";
import type { Config } from "../config.ts";
import type { Account } from "../shared/account.ts";
import { whoseIs } from "../shared/party.ts";
import type { Store } from "../store/store.ts";
import type { Overrides, Surroundings } from "./bot-options.ts";

/** @returns the operator's account, and those of servers and members if the operator allows them */
export const composeAccounts = (
	config: Config,
	around: Pick<Surroundings, "embedded" | "store">,
	secret: Buffer,
	logger: Logger,
	overrides: Overrides,
): { readonly operators: Account; readonly own: OwnAccounts | undefined } => {
	const { accounts, credit, dataDir, speech } = config;
	const { topupToken, topupUserId } = credit;
	const { embedded } = around;
	const spoken = overrides.spoken ?? (embedded && (() => embedded.voices().languages));
	const operators: Account = {
		...(embedded
			? { baseUrl: embedded.baseUrl, apiKey: embedded.apiKey, identity: "embedded" }
			: { baseUrl: speech.baseUrl, apiKey: speech.apiKey, bare: speech.bare }),
		...(topupToken && { topupToken }),
		...(topupUserId && { topupUserId }),
		...(spoken && { languages: spoken }),
	};
	if (!accounts.ofServers && !accounts.ofMembers) return { operators, own: undefined };
	const now = overrides.now ?? Date.now;
	const own = keepOwnAccounts({
		operators,
		trial: keyTrialAt({ operators, models: speech.models, now }),
		links: around.store.accountLinks,
		secrets: new AccountSecrets({ dataDir, accountsSecrets: accounts.secrets }),
		secret,
		isAllowed: (party) => (whoseIs(party) === "member" ? accounts.ofMembers : accounts.ofServers),
		standsIn: accounts.standsIn,
		logger,
		now,
	});
	return { operators, own };
};

/** @throws StoreError if the secret of connected accounts is missing: starting without it would lose the accounts */
export const checkAccountSecrets = async (
	{ accounts, dataDir }: Pick<Config, "accounts" | "dataDir">,
	store: Pick<Store, "accountLinks">,
): Promise<void> => {
	if (!accounts.ofServers && !accounts.ofMembers) return;
	await new AccountSecrets({ dataDir, accountsSecrets: accounts.secrets }).check(store.accountLinks);
};
