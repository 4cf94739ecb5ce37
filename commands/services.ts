import type { Credit } from "../src/credit/credit.ts";
import type { CommandCatalogue } from "../src/discord/catalogue.ts";
import { commandsWith } from "../src/discord/command.ts";
import type { SayServices } from "../src/say/answer-with-speech.ts";
import type { Voices } from "../src/say/voices.ts";
import type { Redemptions } from "../src/store/redemptions.ts";
import type { Store } from "../src/store/store.ts";
import type { GuildVoice } from "../src/store/voice-settings.ts";

/** Everything that commands work with, built in `src/index.ts`. */
export interface Services extends SayServices {
	readonly voices: Voices;
	readonly catalogue: CommandCatalogue;
	readonly credit: Credit;
	readonly guildVoice: GuildVoice;
	readonly redemptions: Redemptions;
	readonly forgetMember: Store["forgetMember"];
	/** The operator's seconds of speech a day for a guild; 0 is no limit. */
	readonly guildSecondsPerDay: number;
	/** Whether the speech service speaks emoji; if not, they are dropped. */
	readonly keepEmoji: boolean;
	/** ms since the epoch. */
	readonly now: () => number;
}

export const { slashCommand, messageCommand, handleRoutes } = commandsWith<Services>();
