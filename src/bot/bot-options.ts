import type { TryTiming } from "@herald/common/retry.ts";
import type { StartError } from "@herald/common/start-error.ts";
import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import type { BookTools } from "../books/book-progress.ts";
import type { RegisteredCommand } from "../discord/catalogue.ts";
import type { Pacing } from "../discord/client.ts";
import type { RequestTiming } from "../discord/rest.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import type { BotSources } from "../monitoring/watch-bot.ts";
import type { Clock } from "../shared/clock.ts";
import type { AttemptTiming } from "../speech/ask/request.ts";
import type { ClipThreads } from "../speech/clips/clip-workers.ts";
import type { LanguageDetector } from "../speech/language/choose-language.ts";
import type { RequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { Store } from "../store/store.ts";
import type { SessionRegistryOptions } from "../voice/sessions.ts";

/** Herald's own speech service, as the bot sees it. */
export interface OwnService {
	readonly baseUrl: string;
	readonly apiKey: string;
	voices(): SpokenVoices;
}

/**
 * Stops all parts in order. The process ends at the latest ten seconds after `graceMs` (`src/index.ts`). During the
 * grace, what is being spoken goes on to its next pause.
 */
export type Stop = (graceMs?: number) => Promise<void>;

/** How the caller aborts a start of the bot, and how the bot tells the caller that the bot must end. */
export interface Ends {
	/** Aborts a start that still waits, for the database or for Discord. */
	readonly signal: AbortSignal;
	/**
	 * Called after the start if Discord has ended the connection for good, another machine has the shards, or the lease
	 * of this machine's part of the shards can't be renewed.
	 */
	readonly onEnd: (why: StartError) => void;
}

/** Parts that tests replace. */
export interface Overrides {
	readonly timing?: AttemptTiming;
	readonly now?: () => number;
	/** A monotonic clock in ms. */
	readonly elapsed?: () => number;
	/** The clock for timers; defaults to the system's. `voice` has its own. */
	readonly clock?: Clock;
	/** The clock for saying that a text takes long; defaults to `clock`. */
	readonly progressClock?: Clock;
	readonly voice?: Pick<SessionRegistryOptions, "clock" | "timing">;
	readonly requests?: Partial<RequestTiming>;
	readonly tries?: TryTiming;
	readonly wrapStore?: (store: Store) => Store;
	readonly books?: Pick<BookTools, "partMaxBytes">;
	/** Detects languages. Not closed with the bot. */
	readonly detector?: LanguageDetector;
	/** Makes Clips. Not closed with the bot. */
	readonly clipThreads?: ClipThreads;
	/** The base languages of the service, each with a fingerprint of its voices. */
	readonly spoken?: () => ReadonlyMap<string, string>;
}

/** The resources that one process of the bot needs, and its monitoring. */
export interface Surroundings {
	readonly store: Store;
	/** Herald's own speech service, if no other is configured. */
	readonly embedded?: OwnService;
	/** Herald's own speech service, if it stands in for the configured one. */
	readonly standIn?: OwnService;
	/** This process's shards; undefined if the process has all. */
	readonly part?: ShardPart;
	/** The commands as Discord has them, if a supervisor has registered them. */
	readonly registered?: readonly RegisteredCommand[];
	/** Takes a login slot, which all processes of the bot share. */
	readonly takeLogin?: Pacing["takeSlot"];
	/** Limits requests to the speech service for all of a machine's processes; defaults to a limiter for this process. */
	readonly limiter?: RequestLimiter;
	/** @returns a function that ends the monitoring */
	monitor(sources: BotSources): Promise<() => Promise<void>>;
	/** Closes the resources. Called after the bot has stopped. */
	close(): Promise<void>;
}
