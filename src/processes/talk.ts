import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import type { RegisteredCommand } from "../discord/catalogue.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import type { MetricValues } from "../monitoring/metrics.ts";
import type { Liveness, Readiness, Report } from "../monitoring/watch-bot.ts";
import type { LoadReport } from "../speech/traffic/request-limiter.ts";

/** A process's assignment from its supervisor. */
export interface Assignment {
	/** The process's number, counted from one. */
	readonly number: number;
	readonly part: ShardPart;
	readonly registered: readonly RegisteredCommand[];
	/** Herald's own speech service, if it runs. */
	readonly service:
		| { readonly baseUrl: string; readonly apiKey: string; readonly voices: SpokenVoices }
		| undefined;
}

/** A failure that ends a process, in one sentence for the operator. */
export interface EndReason {
	readonly message: string;
	/** Whether all processes must end, not only this one. */
	readonly isFinal: boolean;
}

/** A shard's request to log in at Discord's gateway. */
export interface LoginRequest {
	readonly bucket: number;
	/** How long the login occupies the bucket's slot, in ms. */
	readonly spacingMs: number;
}

/** A request to the speech service that waits for the rate limiter. */
interface PermitRequest {
	/** The number that the process gave the request. */
	readonly id: number;
	readonly guild: string;
	readonly patienceMs: number | undefined;
	/** The account that pays; "" or undefined for the operator's. */
	readonly account: string | undefined;
}

/** What a supervisor asks a process. */
export interface ProcessAnswers {
	alive(): void;
	live(): Report<Liveness>;
	ready(): Promise<Report<Readiness>>;
	metrics(): Promise<MetricValues>;
	/** The voices have changed. */
	voices(voices: SpokenVoices): void;
	/** Ends the process. @param graceMs - how long the process may finish its work, in ms */
	stop(graceMs: number): void;
}

/** What a process asks its supervisor. */
export interface SupervisorAnswers {
	begin(): Assignment;
	/** @returns 0 if the shard may log in now; otherwise the ms after which to ask again */
	takeLogin(login: LoginRequest): Promise<number>;
	/** @returns undefined once the request may be sent; if it is refused, when to try again, in ms since the epoch */
	takePermit(request: PermitRequest): Promise<number | undefined>;
	/** The request has ended or was aborted. */
	endPermit(id: number): void;
	noteAnswer(noted: { readonly answered: LoadReport; readonly account: string | undefined }): void;
	/** The process is ready. */
	started(): void;
	failed(failure: EndReason): void;
}
