import type { Logger } from "@herald/common/log.ts";
import type { Voice } from "@herald/common/wire/voices.ts";
import type { AccountOf } from "../shared/account.ts";
import type { ProblemKind } from "../shared/problem.ts";
import type { AttemptTiming } from "./ask/attempts.ts";
import type { SpeechAccount } from "./ask/client.ts";
import type { StylePlace } from "./ask/request.ts";
import type { ClipWorkers } from "./clips/clip-workers.ts";
import type { RequestLimiter } from "./traffic/request-limiter.ts";
import type { StreamPrice } from "./traffic/streams.ts";

export interface SpeechOptions {
	readonly logger: Logger;
	/** The operator's. */
	readonly account: SpeechAccount;
	/** @returns which account pays for a guild now; by default, the operator's does for all */
	readonly accountOf?: AccountOf;
	/** Whether a Clip that one account has paid for is heard by others. */
	readonly sharesClips?: boolean;
	/** Told what came of a Line that a connected account was to pay for: its sound, or why the account was refused. */
	readonly onTrouble?: (guildId: string, account: SpeechAccount, trouble: ProblemKind | undefined) => void;
	/** Tried in turn. */
	readonly models: readonly string[];
	/** What is known of a voice beyond the thirty; by default nothing. */
	readonly voiceOf?: (name: string) => Voice;
	/** Where styles go, by default where each model expects them. */
	readonly stylePlace?: StylePlace;
	/** What is heard first is asked for as a stream, which costs so much if it is cut off. By default none is asked for. */
	readonly streaming?: StreamPrice | undefined;
	readonly workers: ClipWorkers;
	/** By default one of its own. */
	readonly limiter?: RequestLimiter;
	readonly timing?: AttemptTiming;
	readonly now?: () => number;
}
