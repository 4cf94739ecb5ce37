/** The questions that one side answers, by name, each with at most one argument. */
// biome-ignore lint/suspicious/noExplicitAny: each question has another argument.
type Answers<Side> = { readonly [Name in keyof Side]: (argument: any) => unknown };

type Message =
	| { readonly type: "ask"; readonly id: number; readonly name: string; readonly argument: unknown }
	| { readonly type: "answer"; readonly id: number; readonly value: unknown }
	| { readonly type: "no answer"; readonly id: number; readonly why: string };

/** An end of a channel between two processes: a child, or a child's own process. */
interface ChannelEnd {
	readonly connected: boolean;
	send?(message: unknown, done: (error: Error | null) => void): unknown;
	on(event: "message", listener: (message: unknown) => void): unknown;
	once(event: "disconnect", listener: () => void): unknown;
}

const isMessage = (message: unknown): message is Message =>
	["ask", "answer", "no answer"].includes(String((message as { type?: unknown } | null)?.type));

/** Request and response between two processes; each side registers handlers. */
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

	/** Registers a handler. If it throws, the question gets no answer. */
	answer<Name extends keyof Ours>(name: Name, answer: Ours[Name]): void {
		this.#answers[name] = answer;
	}

	/**
	 * @param patienceMs - the timeout; by default, none while both processes live
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

	/** A question that can't be sent rejects; an answer that can't be sent is dropped. */
	#send(message: Message): void {
		const fail = (error: Error | null) => {
			if (error && message.type === "ask") this.#open.get(message.id)?.reject(error);
		};
		if (this.#end.connected && this.#end.send) this.#end.send(message, fail);
		else fail(new Error("the other process is gone"));
	}
}
