import type { AttemptTiming } from "./ask/attempts.ts";
import type { SpeechAccount } from "./ask/client.ts";
import type { StylePlace } from "./ask/request.ts";
import type { BillingOptions } from "./billing.ts";
import type { ClipWorkers } from "./clips/clip-workers.ts";

export interface SpeechOptions extends BillingOptions {
	readonly account: SpeechAccount;
	/** Tried in turn. */
	readonly models: readonly string[];
	/** Where styles go, by default where each model expects them. */
	readonly stylePlace?: StylePlace;
	readonly workers: ClipWorkers;
	/** Which share of the account's requests is this process's, where others have the rest; by default all. */
	readonly share?: number;
	readonly timing?: AttemptTiming;
	readonly now?: () => number;
}
