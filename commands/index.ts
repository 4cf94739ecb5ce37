import type { Command } from "../src/discord/command.ts";
import { say } from "./say.ts";
import type { Services } from "./services.ts";

/** Every command of Herald: the one list that dispatch and registration share. */
export const commands: readonly Command<Services>[] = [say];
