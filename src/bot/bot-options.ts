import type { TryTiming } from "@herald/common/retry.ts";
import type { StartError } from "@herald/common/start-error.ts";
import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import type { BookTools } from "../books/book-ledger.ts";
import type { RegisteredCommand } from "../discord/catalogue.ts";
import type { Pacing } from "../discord/pace-identifies.ts";
import type { RequestTiming } from "../discord/rest.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import type { BotSources } from "../monitoring/watch-bot.ts";
import type { Clock } from "../shared/clock.ts";
import type { AttemptTiming } from "../speech/ask/timing.ts";
import type { ClipThreads } from "../speech/clips/clip-threads.ts";
import type { LanguageDetector } from "../speech/language/language-detector.ts";
import type { RequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { Store } from "../store/store.ts";
import type { SessionRegistryOptions } from "../voice/session-registry.ts";

/** Herald's own speech service, as its clients see it. */
export interface OwnService {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** @returns what is spoken there now */
	voices(): SpokenVoices;
}

/** Stops all parts in order, within the grace in ms and ten seconds; in the grace, speech ends at its next pause. */
export type Stop = (graceMs?: number) => Promise<void>;

/** How the bot and its caller tell each other to end. */
export interface Ends {
	/** Ends a start that waits for Discord. */
	readonly signal: AbortSignal;
	/** Called after the start when Discord has ended the connection for good, or the shards aren't this machine's any more. */
	readonly onEnd: (why: StartError) => void;
}

/** Parts that tests replace. */
export interface Overrides {
	readonly timing?: AttemptTiming;
	readonly now?: () => number;
	/** A monotonic clock, in ms. */
	readonly elapsed?: () => number;
	/** The clock of answers that keep up with what happens. */
	readonly clock?: Clock;
	/** The clock by which an answer says what is waited for before it is there; by default `clock`. */
	readonly progressClock?: Clock;
	readonly voice?: Pick<SessionRegistryOptions, "clock" | "timing">;
	readonly requests?: Partial<RequestTiming>;
	readonly tries?: TryTiming;
	readonly wrapStore?: (store: Store) => Store;
	readonly books?: Pick<BookTools, "partMaxBytes">;
	/** Finds out languages, and isn't closed with the bot. */
	readonly detector?: LanguageDetector;
	/** In which Clips are made; they aren't closed with the bot. */
	readonly clipThreads?: ClipThreads;
	/** The base languages that the service speaks, with fingerprints of its voices. */
	readonly spoken?: () => ReadonlyMap<string, string>;
}

/** The resources that the bot works with, and its monitoring. */
export interface Surroundings {
	readonly store: Store;
	/** Herald's own speech service, where no other is configured. */
	readonly embedded?: OwnService;
	/** The same, where it stands in for another one. */
	readonly standIn?: OwnService;
	/** The shards that are this process's, where others have the rest. */
	readonly part?: ShardPart;
	/** Discord's commands, where they are registered already. */
	readonly registered?: readonly RegisteredCommand[];
	/** How logins are paced together with other processes, as `Pacing` says. */
	readonly takeLogin?: Pacing["takeSlot"];
	/** Limits requests to the speech service, for all processes of a machine; by default, for this one alone. */
	readonly limiter?: RequestLimiter;
	/** Starts monitoring the bot. @returns how to end that */
	monitor(sources: BotSources): Promise<() => Promise<void>>;
	/** Closes all this, once the bot has stopped. */
	close(): Promise<void>;
}
