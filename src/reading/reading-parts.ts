import type { Logger } from "@herald/common/log.ts";
import type { Client } from "discord.js";
import type { MessageAccess } from "../discord/message-events.ts";
import type { AnswerServices } from "../say/answers/answer-services.ts";
import { Problem } from "../shared/problem.ts";
import type { Store } from "../store/store.ts";
import type { MessageComposer } from "./compose-message.ts";
import type { LeakGuard } from "./leak-guard.ts";
import type { Verdicts } from "./verdicts.ts";

export interface ReadingParts extends Pick<AnswerServices, "say" | "voice" | "edits" | "clock"> {
	readonly store: Pick<Store, "reading" | "readingNotes" | "settings">;
	readonly client: Client;
	readonly composer: MessageComposer;
	readonly verdicts: Verdicts;
	readonly guard: LeakGuard;
	readonly logger: Logger;
	readonly access: MessageAccess;
	/** The IDs of the guilds in which Herald works; empty for all. */
	readonly allowedGuilds: readonly string[];
}

/**
 * Tracks work in the background, and logs its errors. An expected error, such as a voice channel that Herald may not
 * join, is only logged at debug level.
 */
export const watchWork = (
	{ logger, edits }: Pick<ReadingParts, "logger" | "edits">,
	work: Promise<unknown>,
): void => {
	void edits.follow(work);
	work.catch((error: unknown) => {
		if (error instanceof Problem) logger.debug({ event: "not_read", why: error.message }, "not read aloud");
		else logger.error({ event: "reading_failed", err: error }, "could not read messages aloud");
	});
};
