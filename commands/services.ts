import type { Logger } from "../src/log.ts";
import type { SpeechBudget } from "../src/say/budget.ts";
import type { Speech } from "../src/speech/speech.ts";

/** All that commands work with, built in `src/index.ts`. */
export interface Services {
	readonly speech: Speech;
	readonly budget: SpeechBudget;
	readonly voices: {
		/** Spoken when nobody chose. */
		readonly default: string;
		/** Names that the operator lists beyond the thirty prebuilt ones. */
		readonly extra: readonly string[];
	};
	/** Whether the service behind speaks emoji; where it doesn't they are dropped. */
	readonly keepEmoji: boolean;
	/** Aborts, with a Problem as its reason, when Herald is being stopped. */
	readonly shutdown: AbortSignal;
	readonly logger: Logger;
}
