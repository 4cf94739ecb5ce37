import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Logger } from "@herald/common/log.ts";
import { within } from "@herald/common/retry.ts";
import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import { openFirstKey } from "./accounts/accounts.ts";
import { countOfOtherSecrets, hasCodeSecret, openCodeSecret } from "./accounts/redemption-codes.ts";
import { readTrouble } from "./administration.ts";
import { openServiceDatabase } from "./config.ts";
import { type EnginesOptions, startEngines } from "./engine/start-engines.ts";
import { createService } from "./http/service.ts";

export interface ServiceSettings {
	readonly dataDir: string;
	readonly host: string;
	/** 0 for any free port. */
	readonly port: number;
	/** The first balance of the service's own account, in quota units; unlimited if left out. */
	readonly credit?: number | undefined;
	readonly engine?: Pick<EnginesOptions, "memoryBytes" | "defaultLanguage" | "searchPath" | "loadModel">;
	readonly onVoices?: (voices: SpokenVoices) => void;
	readonly logger: Logger;
}

export type RunningService = Awaited<ReturnType<typeof runService>>;

/** How long a stop waits for answers in progress, in ms. */
const stopPatienceMs = 3_000;

/**
 * Opens the database, starts the engine and listens for requests.
 *
 * @throws StoreError when the database or the secret can't be used; the system's error when the port can't be opened
 */
export const runService = async (settings: ServiceSettings) => {
	const { dataDir, host, port, credit, onVoices, logger } = settings;
	await using opened = new AsyncDisposableStack();
	const database = opened.use(openServiceDatabase(dataDir));
	const keyFile = join(dataDir, "speech-service.key");
	const key = openFirstKey(database, keyFile, credit);
	const isNew = !hasCodeSecret(dataDir);
	const secret = openCodeSecret(dataDir);
	const codes = countOfOtherSecrets(database, secret, isNew);
	if (codes > 0)
		logger.warn(
			{ event: "service_secret_changed", codes },
			"service.secret isn't the one that these codes were minted with, so they can't be redeemed: restore it from a backup, or disable them and mint new ones",
		);
	const trouble = readTrouble(database);
	if (trouble)
		logger.warn(
			{ event: "trouble_simulated", trouble },
			"the speech service simulates trouble; end it with npm run simulate -- end",
		);
	const engine = await startEngines({ ...settings.engine, dataDir, logger, onChange: onVoices });
	// What went wrong first is told.
	opened.defer(() => engine.close().catch(() => {}));
	const app = createService({ database, secret, engine, logger });
	await app.listen({ host, port });
	// From here on, `stop` closes the engine and the database.
	opened.move();
	/** Waits a few seconds for answers in progress, then stops everything. */
	const stop = async () => {
		const closed = app.close();
		await within(stopPatienceMs, closed);
		app.server.closeAllConnections();
		await engine.close();
		await closed;
		database.close();
	};
	const { port: openPort } = app.server.address() as AddressInfo;
	return { ...key, keyFile, port: openPort, voices: () => engine.spoken(), stop };
};
