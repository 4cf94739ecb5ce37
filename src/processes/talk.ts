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
	alive(none: undefined): void;
	live(none: undefined): Report<Liveness>;
	ready(none: undefined): Promise<Report<Readiness>>;
	metrics(none: undefined): Promise<MetricValues>;
	/** The voices have changed. */
	voices(voices: SpokenVoices): void;
	/** Ends the process. @param graceMs - how long the process may finish its work, in ms */
	stop(graceMs: number): void;
}

/** What a process asks its supervisor. */
export interface SupervisorAnswers {
	begin(none: undefined): Assignment;
	/** @returns 0 if the shard may log in now; otherwise the ms after which to ask again */
	takeLogin(login: LoginRequest): Promise<number>;
	/** @returns undefined once the request may be sent; if it is refused, when to try again, in ms since the epoch */
	takePermit(request: PermitRequest): Promise<number | undefined>;
	/** The request has ended or was aborted. */
	endPermit(id: number): void;
	noteAnswer(noted: { readonly answered: LoadReport; readonly account: string | undefined }): void;
	/** The process is ready. */
	started(none: undefined): void;
	failed(failure: EndReason): void;
}

/** The questions that one side answers, by name, each with at most one argument. */
// biome-ignore lint/suspicious/noExplicitAny: each question has another argument.
type Answers<Side> = { readonly [Name in keyof Side]: (argument: any) => unknown };

/** A request, or the response that has the same number. `why` says why there is no answer. */
type Message =
	| { readonly ask: number; readonly name: string; readonly argument: unknown }
	| { readonly answer: number; readonly value?: unknown; readonly why?: string };

/** One end of a channel between two processes: the child as its parent has it, or `process` in the child. */
interface ChannelEnd {
	readonly connected: boolean;
	send?(message: unknown, done: (error: Error | null) => void): unknown;
	on(event: "message", listener: (message: unknown) => void): unknown;
	once(event: "disconnect", listener: () => void): unknown;
}

/** Requests and responses between two processes. Each side registers handlers. */
export class Talk<Theirs extends Answers<Theirs>, Ours extends Answers<Ours>> {
	readonly #end: ChannelEnd;
	readonly #answers: Partial<Ours> = {};
	readonly #open = new Map<number, PromiseWithResolvers<unknown>>();
	#lastId = 0;
	/** When the last message came, by `performance.now()`. */
	heardAt = performance.now();

	constructor(end: ChannelEnd) {
		this.#end = end;
		end.on("message", (message) => this.#take(message as Message));
		end.once("disconnect", () => {
			for (const { reject } of this.#open.values()) reject(new Error("the other process is gone"));
			this.#open.clear();
		});
	}

	/** Registers a handler. If it throws, the request fails on the other side. */
	answer<Name extends keyof Ours>(name: Name, answer: Ours[Name]): void {
		this.#answers[name] = answer;
	}

	/**
	 * @param patienceMs - the timeout, in ms; by default, the request waits until the other process ends
	 * @throws an Error if no answer comes, or if the other process's handler throws
	 */
	async ask<Name extends keyof Theirs & string>(
		name: Name,
		argument: Parameters<Theirs[Name]>[0],
		patienceMs?: number,
	): Promise<Awaited<ReturnType<Theirs[Name]>>> {
		this.#lastId += 1;
		const id = this.#lastId;
		const answered = Promise.withResolvers<unknown>();
		this.#open.set(id, answered);
		const timer =
			patienceMs === undefined
				? undefined
				: setTimeout(() => answered.reject(new Error(`no answer to "${name}" in time`)), patienceMs);
		const fail = (error: Error | null) => error && answered.reject(error);
		this.#send({ ask: id, name, argument }, fail);
		try {
			return (await answered.promise) as Awaited<ReturnType<Theirs[Name]>>;
		} finally {
			clearTimeout(timer);
			this.#open.delete(id);
		}
	}

	#take(message: Message): void {
		this.heardAt = performance.now();
		if ("ask" in message) return void this.#answer(message);
		const asked = this.#open.get(message.answer);
		if (message.why === undefined) asked?.resolve(message.value);
		else asked?.reject(new Error(message.why));
	}

	async #answer({ ask, name, argument }: Extract<Message, { ask: number }>): Promise<void> {
		const answer = Object.hasOwn(this.#answers, name) ? this.#answers[name as keyof Ours] : undefined;
		// A response that can't be sent is dropped.
		const drop = () => {};
		try {
			if (!answer) throw new Error(`"${name}" isn't answered yet`);
			this.#send({ answer: ask, value: await answer(argument) }, drop);
		} catch (error) {
			this.#send({ answer: ask, why: String((error as Error | null)?.message ?? error) }, drop);
		}
	}

	#send(message: Message, done: (error: Error | null) => void): void {
		if (this.#end.connected && this.#end.send) this.#end.send(message, done);
		else done(new Error("the other process is gone"));
	}
}
