import type { Logger } from "@herald/common/log.ts";
import { runBot } from "../../src/bot/bot.ts";
import type { Ends, Overrides, Stop } from "../../src/bot/bot-options.ts";
import { surroundBot } from "../../src/bot/surround-bot.ts";
import type { Config } from "../../src/config.ts";

/**
 * Starts the bot in this process with everything it needs, as `src/index.ts` does.
 * @returns a function that stops it
 */
export const startBot = async (
	config: Config,
	logger: Logger,
	overrides: Overrides = {},
	given: Partial<Ends> = {},
): Promise<Stop> => {
	const ends = { signal: new AbortController().signal, onEnd: () => {}, ...given };
	return runBot(config, logger, await surroundBot(config, logger, overrides, ends), overrides, ends);
};
