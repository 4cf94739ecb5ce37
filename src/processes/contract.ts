import type { RegisteredCommand } from "../discord/catalogue.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import type { Liveness, Readiness, Report } from "../monitoring/health.ts";
import type { MetricValues } from "../monitoring/metrics.ts";
import type { Answered } from "../speech/traffic/adaptive-limit.ts";

/** What is spoken by Herald's own service: a fingerprint of the voices by base language. */
export type SpokenVoices = ReadonlyMap<string, string>;

/** What a process is told when it begins. */
export interface Beginning {
	/** Counted from one. */
	readonly number: number;
	readonly part: ShardPart;
	readonly registered: readonly RegisteredCommand[];
	/** Herald's own speech service, where no other is configured. */
	readonly service?: { readonly baseUrl: string; readonly apiKey: string; readonly voices: SpokenVoices };
}

/** Why a process can't go on, in one sentence for the operator. */
export interface Failure {
	readonly message: string;
	/** Whether no process could. */
	readonly isFinal: boolean;
}

/** A login at Discord's gateway, of one shard of a bucket. */
export interface LoginRequest {
	readonly bucket: number;
	/** How long nobody else of the bucket may log in after it, in ms. */
	readonly spacingMs: number;
}

/** A request to the speech service that waits for its turn. */
interface TurnRequest {
	/** The process's own number for it. */
	readonly id: number;
	readonly guild: string;
	readonly patienceMs: number | undefined;
}

/** What the supervisor asks a process. */
export interface ProcessAnswers {
	alive(told: undefined): void;
	live(told: undefined): Report<Liveness>;
	ready(told: undefined): Promise<Report<Readiness>>;
	metrics(told: undefined): Promise<MetricValues>;
	/** The voices have changed. */
	voices(voices: SpokenVoices): void;
	/** Ends the process, after a grace in ms. */
	stop(graceMs: number): void;
}

/** What a process asks its supervisor. */
export interface SupervisorAnswers {
	begin(told: undefined): Beginning;
	/** @returns 0 where a shard may log in now; else how long until it is worth asking again, in ms */
	takeLogin(login: LoginRequest): Promise<number>;
	/** @returns undefined when it is the request's turn; when to try again, in ms since the epoch, where it is refused */
	takeTurn(turn: TurnRequest): Promise<number | undefined>;
	/** The request has ended, or doesn't want its turn any more. */
	endTurn(id: number): void;
	noteAnswer(answered: Answered): void;
	/** It is ready. */
	started(told: undefined): void;
	failed(failure: Failure): void;
}
