import { createLogger } from "@herald/common/log.ts";
import type { Config } from "../../config.ts";
import type { CreditAccount } from "../../credit/client.ts";

/** The account that pays, for as long as the doctor needs it. */
export interface AccountForTrial extends CreditAccount {
	close(): Promise<void>;
}

/**
 * Opens the account that Herald's settings name; with the embedded service, starts that service as Herald does, beside
 * the one of a Herald that runs.
 *
 * @throws StartError when the embedded service can't start
 */
export const openAccount = async ({ speech, credit, dataDir, engine }: Config): Promise<AccountForTrial> => {
	if (speech.baseUrl !== "")
		return {
			baseUrl: speech.baseUrl,
			apiKey: speech.apiKey,
			bare: speech.bare,
			...(credit.topupToken && { topupToken: credit.topupToken }),
			...(credit.topupUserId && { topupUserId: credit.topupUserId }),
			close: async () => {},
		};
	// Loaded only where it is needed.
	const { startEmbeddedService } = await import("@herald/service");
	const { baseUrl, apiKey, stop } = await startEmbeddedService({
		dataDir,
		engine,
		logger: createLogger("doctor", "silent"),
		credit: credit.embedded,
	});
	return { baseUrl, apiKey, close: stop };
};
