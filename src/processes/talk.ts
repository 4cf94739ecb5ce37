import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import type { RegisteredCommand } from "../discord/catalogue.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import type { Liveness, Readiness, Report } from "../monitoring/health.ts";
import type { MetricValues } from "../monitoring/metrics.ts";
import type { LoadReport } from "../speech/traffic/adaptive-limit.ts";

/** A process's assignment from its supervisor. */
export interface Assignment {
	/** The process's number, counted from one. */
	readonly number: number;
	readonly part: ShardPart;
	readonly registered: readonly RegisteredCommand[];
	/** Herald's own speech service, if it runs. */
	readonly service?: { readonly baseUrl: string; readonly apiKey: string; readonly voices: SpokenVoices };
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
	/** Ends the process. It may finish its work within a grace, in ms. */
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

type Message =
	| { readonly type: "ask"; readonly id: number; readonly name: string; readonly argument: unknown }
	| { readonly type: "answer"; readonly id: number; readonly value: unknown }
	| { readonly type: "no answer"; readonly id: number; readonly why: string };

/** One end of a channel between two processes: the child as its parent has it, or `process` in the child. */
interface ChannelEnd {
	readonly connected: boolean;
	send?(message: unknown, done: (error: Error | null) => void): unknown;
	on(event: "message", listener: (message: unknown) => void): unknown;
	once(event: "disconnect", listener: () => void): unknown;
}

const isMessage = (message: unknown): message is Message =>
	["ask", "answer", "no answer"].includes(String((message as { type?: unknown } | null)?.type));

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
		end.on("message", (message) => {
			if (isMessage(message)) this.#take(message);
		});
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
	 * @param patienceMs - the timeout, in ms; by default, there is none while both processes live
	 * @throws an Error if no answer comes
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
		this.#send({ type: "ask", id, name, argument });
		try {
			return (await answered.promise) as Awaited<ReturnType<Theirs[Name]>>;
		} finally {
			clearTimeout(timer);
			this.#open.delete(id);
		}
	}

	#take(message: Message): void {
		this.heardAt = performance.now();
		if (message.type === "ask") void this.#answer(message);
		else if (message.type === "answer") this.#open.get(message.id)?.resolve(message.value);
		else this.#open.get(message.id)?.reject(new Error(message.why));
	}

	async #answer({ id, name, argument }: Extract<Message, { type: "ask" }>): Promise<void> {
		const answer = Object.hasOwn(this.#answers, name) ? this.#answers[name as keyof Ours] : undefined;
		try {
			if (!answer) throw new Error(`"${name}" isn't answered yet`);
			this.#send({ type: "answer", id, value: await answer(argument) });
		} catch (error) {
			this.#send({ type: "no answer", id, why: String((error as Error | null)?.message ?? error) });
		}
	}

	/** A request that can't be sent is rejected. A response that can't be sent is dropped. */
	#send(message: Message): void {
		const fail = (error: Error | null) => {
			if (error && message.type === "ask") this.#open.get(message.id)?.reject(error);
		};
		if (this.#end.connected && this.#end.send) this.#end.send(message, fail);
		else fail(new Error("the other process is gone"));
	}
}
