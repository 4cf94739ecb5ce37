import type { Logger } from "@herald/common/log.ts";
import type { AttemptTiming } from "./ask/attempts.ts";
import type { SpeechAccount } from "./ask/client.ts";
import type { StylePlace } from "./ask/request.ts";
import type { ClipWorkers } from "./clips/clip-workers.ts";
import type { RequestLimiter } from "./traffic/request-limiter.ts";

export interface SpeechOptions {
	readonly logger: Logger;
	readonly account: SpeechAccount;
	/** Tried in turn. */
	readonly models: readonly string[];
	/** Where styles go, by default where each model expects them. */
	readonly stylePlace?: StylePlace;
	readonly workers: ClipWorkers;
	/** By default one of its own. */
	readonly limiter?: RequestLimiter;
	readonly timing?: AttemptTiming;
	readonly now?: () => number;
}
