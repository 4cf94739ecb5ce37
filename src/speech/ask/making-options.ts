import type { Logger } from "@herald/common/log.ts";
import type { AnswerReader } from "../clips/clip-reading.ts";
import type { LineNews } from "../spoken.ts";
import type { Streams } from "../traffic/streams.ts";
import type { Cost, Estimate } from "../usage.ts";
import type { AttemptsOptions } from "./attempts.ts";
import type { SpeechClient } from "./client.ts";
import type { KeyState } from "./failure.ts";
import type { Refused } from "./refused.ts";
import type { StylePlace } from "./request.ts";
import type { StreamedSound } from "./streamed-sound.ts";

/** The parts needed for making a Line. Its signal aborts when no caller waits: nothing more is asked for then. */
export interface MakingOptions extends Omit<AttemptsOptions, "onFailure"> {
	/** The guild whose permit it takes. */
	readonly guildId: string;
	readonly client: SpeechClient;
	/** The account's, unless it is the operator's. */
	readonly ownId: string | undefined;
	readonly workers: AnswerReader;
	readonly stylePlace: StylePlace;
	/** Finds out why the account's key is refused; undefined where that can't be told. */
	readonly examineKey: () => Promise<KeyState | undefined>;
	/** Known refusals of the models; new ones are added. */
	readonly refused: Refused;
	readonly logger: Logger;
	readonly notify: (news: LineNews) => void;
	/** Whether the text may be split in two if it can't be spoken as a whole. */
	readonly mayCut: boolean;
	/** Counts a request before it is sent; may wait. @returns records its cost, once; undefined if unknown */
	readonly charge: (estimate: Estimate) => Promise<(cost: Cost | undefined) => void>;
	/** Has a request that has left answered, whether anybody waits for it or not: it costs the same. */
	readonly hold: <T>(request: () => Promise<T>) => Promise<T>;
	/** Knowledge of the models' streams, kept up to date. */
	readonly streams: Streams;
	/** Its first request asks for a stream, whose sound this takes. */
	readonly sound?: StreamedSound | undefined;
}
