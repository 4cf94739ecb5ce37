import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import type { RegisteredCommand } from "../discord/catalogue.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import type { Liveness, Readiness, Report } from "../monitoring/health.ts";
import type { MetricValues } from "../monitoring/metrics.ts";
import type { LoadReport } from "../speech/traffic/adaptive-limit.ts";

/** A process's assignment from its supervisor. */
export interface Assignment {
	/** Counted from one. */
	readonly number: number;
	readonly part: ShardPart;
	readonly registered: readonly RegisteredCommand[];
	/** Herald's own speech service, where it runs. */
	readonly service?: { readonly baseUrl: string; readonly apiKey: string; readonly voices: SpokenVoices };
}

/** A failure that ends a process, in one sentence for the operator. */
export interface EndReason {
	readonly message: string;
	/** Whether it would end every process. */
	readonly isFinal: boolean;
}

/** A login at Discord's gateway, of one shard of a bucket. */
export interface LoginRequest {
	readonly bucket: number;
	/** How long the bucket's slot is taken, in ms. */
	readonly spacingMs: number;
}

/** A request to the speech service that waits for the rate limiter. */
interface PermitRequest {
	/** The process's own number for it. */
	readonly id: number;
	readonly guild: string;
	readonly patienceMs: number | undefined;
	/** The account that pays; "" is the operator's. */
	readonly account: string | undefined;
}

/** Questions of the supervisor to a process. */
export interface ProcessAnswers {
	alive(none: undefined): void;
	live(none: undefined): Report<Liveness>;
	ready(none: undefined): Promise<Report<Readiness>>;
	metrics(none: undefined): Promise<MetricValues>;
	/** The voices have changed. */
	voices(voices: SpokenVoices): void;
	/** Ends the process, after a grace in ms. */
	stop(graceMs: number): void;
}

/** Questions of a process to its supervisor. */
export interface SupervisorAnswers {
	begin(none: undefined): Assignment;
	/** @returns 0 if the shard may log in now; otherwise the ms after which to ask again */
	takeLogin(login: LoginRequest): Promise<number>;
	/** @returns undefined when the request may be sent; if it is refused, when to try again, in ms since the epoch */
	takePermit(request: PermitRequest): Promise<number | undefined>;
	/** The request has ended or was aborted. */
	endPermit(id: number): void;
	noteAnswer(noted: { readonly answered: LoadReport; readonly account: string | undefined }): void;
	/** The process is ready. */
	started(none: undefined): void;
	failed(failure: EndReason): void;
}
