import type { Logger } from "@herald/common/log.ts";
import type { Charged } from "../charges.ts";
import type { AnswerReader } from "../clips/clip-reading.ts";
import type { LineNews } from "../spoken.ts";
import type { RetryBudget } from "../traffic/retry-budget.ts";
import type { Streams } from "../traffic/streams.ts";
import type { Estimate } from "../usage.ts";
import type { Allowance } from "./allowance.ts";
import type { AttemptsOptions, AttemptTiming } from "./attempts.ts";
import type { SpeechClient } from "./client.ts";
import type { Refused } from "./refused.ts";
import type { StylePlace } from "./request.ts";
import type { StreamedSound } from "./streamed-sound.ts";

/** What making a Line takes. */
export interface MakingOptions {
	/** Whose turn it takes. */
	readonly guildId: string;
	readonly client: SpeechClient;
	readonly workers: AnswerReader;
	readonly models: readonly string[];
	readonly timing: AttemptTiming;
	readonly stylePlace: StylePlace;
	/** What the models are known to refuse; what is found out is added. */
	readonly refused: Refused;
	readonly logger: Logger;
	readonly retries: RetryBudget;
	/** See {@link AttemptsOptions.giveTurn}. */
	readonly giveTurn: AttemptsOptions["giveTurn"];
	readonly tell: (news: LineNews) => void;
	readonly allowance: Allowance;
	/** How many attempts of the allowance are reserved for others. */
	readonly spare: number;
	/** Whether the text may be split in two if it can't be spoken as a whole. */
	readonly mayCut: boolean;
	/** Counts a request that is about to leave, see {@link Charges.begin}; waits where it must. */
	readonly charge: (estimate: Estimate) => Promise<Charged["settle"]>;
	/** Has a request that has left answered, whether anybody waits for it or not: it costs the same. */
	readonly hold: <T>(request: () => Promise<T>) => Promise<T>;
	/** What is known of the models' streams; what is found out is added. */
	readonly streams: Streams;
	/** Its first request asks for a stream, whose sound this takes. */
	readonly sound?: StreamedSound | undefined;
	/** Aborts when no caller waits: nothing more is asked for then. */
	readonly signal: AbortSignal;
}
