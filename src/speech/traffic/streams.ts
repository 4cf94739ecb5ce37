import { Recent } from "@herald/common/recent.ts";
import { UnderWay } from "../../shared/under-way.ts";
import type { Line } from "../line.ts";

/** What a cancelled stream costs: the part that came, or perhaps the whole answer. */
export type StreamPrice = "what came" | "all";

/** The longest delay, in ms. With a longer one, a stream would be no faster than the whole answer. */
const delayMaxMs = 4_000;
/** Added to the delay that earlier streams needed, in ms. */
const marginMs = 60;
/** How many of a model's last streams decide the delay of the next one. */
const paces = 8;

/** The longest Line that is streamed, in UTF-16 units. Streams of longer ones stall for many seconds. */
const lineMaxCharacters = 260;

/** The most models that are remembered, or pairs of a model and an account. SPEECH_MODELS names fewer models. */
const modelsMax = 1_000;

/** Decides whether Lines are streamed, by experience with each model: whether it streams, and how steadily. */
export class Streams {
	readonly #price: StreamPrice | undefined;
	readonly #now: () => number;
	/** Until when a model isn't asked for streams, in ms since the epoch, by model and account. */
	readonly #restsUntil = new Recent<number>(modelsMax);
	/** The delays that each model's last streams needed, oldest first, in ms. */
	readonly #neededMs = new Recent<number[]>(modelsMax);
	readonly #underWay = new UnderWay();

	/** @param price - undefined if nothing is to be streamed */
	constructor(price: StreamPrice | undefined, now: () => number) {
		this.#price = price;
		this.#now = now;
	}

	/** Whether a cancelled stream costs only the part that came. */
	get paysWhatCame(): boolean {
		return this.#price === "what came";
	}

	/** @returns whether streaming is on and the Line is short enough */
	mayBe({ text }: Line): boolean {
		return this.#price !== undefined && text.length <= lineMaxCharacters;
	}

	/**
	 * Tracks a stream that is being read, if cancelling it might cost the whole answer. {@link settle} waits for such
	 * streams.
	 */
	follow<T>(reading: Promise<T>): Promise<T> {
		return this.#price === "all" ? this.#underWay.follow(reading) : reading;
	}

	/** Resolves when no stream is being read that might cost the whole answer if it was cancelled. */
	settle(): Promise<void> {
		return this.#underWay.settle();
	}

	/**
	 * @param ownId - the ID of a connected account; undefined for the operator's
	 * @returns whether a model may be asked for a stream
	 */
	mayAsk(model: string, ownId: string | undefined): boolean {
		return this.#now() >= (this.#restsUntil.find(`${model} ${ownId ?? ""}`) ?? 0);
	}

	/** Stops asking a model for streams, for `ms`. */
	rest(model: string, ownId: string | undefined, ms: number): void {
		this.#restsUntil.set(`${model} ${ownId ?? ""}`, this.#now() + ms);
	}

	/** @returns how long to hold back a stream's sound after its first packet, in ms, so that the rest comes in time */
	delayMs(model: string): number {
		// The slowest stream is ignored: not every text should wait because of a single delay.
		const [, most = 0] = this.#neededMs.find(model)?.toSorted((a, b) => b - a) ?? [];
		return most <= 0 ? 0 : Math.min(delayMaxMs, most + marginMs);
	}

	/** Records how long a stream should have been held back, in ms, so that its sound would never have been late. */
	notePace(model: string, neededMs: number): void {
		const all = this.#neededMs.get(model, () => []);
		all.push(neededMs);
		if (all.length > paces) all.shift();
	}
}
