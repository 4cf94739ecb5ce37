import type { Logger } from "@herald/common/log.ts";
import type { AccountOf } from "../shared/account.ts";
import type { AccountOptions } from "./account-state.ts";
import type { AttemptTiming } from "./ask/attempts.ts";
import type { SpeechAccount } from "./ask/client.ts";
import type { ClipWorkers } from "./clips/clip-workers.ts";
import type { RequestLimiter } from "./traffic/request-limiter.ts";
import type { StreamPrice } from "./traffic/streams.ts";

export interface SpeechOptions extends AccountOptions {
	readonly logger: Logger;
	/** The operator's. */
	readonly account: SpeechAccount;
	/** @returns which account pays for a guild now; by default, the operator's does for all */
	readonly accountOf?: AccountOf;
	/** Tried in turn. */
	readonly models: readonly string[];
	/** What is heard first is asked for as a stream, which costs so much if it is cut off. By default none is asked for. */
	readonly streaming?: StreamPrice | undefined;
	readonly workers: ClipWorkers;
	/** By default one of its own. */
	readonly limiter?: RequestLimiter;
	readonly timing?: AttemptTiming;
}
