/** Herald in its own process, which tells on request how long its event loop's turns took. */

import { createLogger } from "@herald/common/log.ts";
import { readConfig } from "../../src/config.ts";
import { startBot } from "../../test/support/start-bot.ts";
import { watchTurns } from "./longest-turn.ts";

const tellTurns = watchTurns();
const stop = await startBot(readConfig(process.env), createLogger("herald", "fatal"));
process.on("message", () => process.send?.(tellTurns()));
const end = async (): Promise<void> => {
	await stop();
	process.exit(0);
};
process.on("SIGTERM", end).on("disconnect", end);
process.send?.("ready");
