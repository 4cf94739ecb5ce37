import { Recent } from "@herald/common/recent.ts";
import { UnderWay } from "../../shared/under-way.ts";
import type { Line } from "../line.ts";

/** The price of a stream that is cut off: the part that came, or perhaps all of it. */
export type StreamPrice = "what came" | "all";

/** Longer is a wait that is no better than the whole answer's. */
const delayMaxMs = 4_000;
/** Beside what streams needed. */
const marginMs = 60;
/** The number of a model's last streams that say what the next one needs. */
const paces = 8;

/** Models that stream stall for many seconds on longer Lines. */
const lineMaxCharacters = 260;

/** More than SPEECH_MODELS names. */
const modelsMax = 1_000;

/** Experience with each model's streams: whether there are any, and how steadily their sound comes. */
export class Streams {
	readonly #price: StreamPrice | undefined;
	readonly #now: () => number;
	/** Until when none is asked for, in ms since the epoch, by model and account. */
	readonly #restsUntil = new Recent<number>(modelsMax);
	/** The delays that each model's last ones needed, oldest first, in ms. */
	readonly #neededMs = new Recent<number[]>(modelsMax);
	readonly #underWay = new UnderWay();

	/** @param price - undefined where none is asked for */
	constructor(price: StreamPrice | undefined, now: () => number) {
		this.#price = price;
		this.#now = now;
	}

	/** Whether one that is cut off costs what came of it, and not perhaps all of it. */
	get paysWhatCame(): boolean {
		return this.#price === "what came";
	}

	/** @returns whether a Line may be streamed at all */
	mayBe({ text }: Line): boolean {
		return this.#price !== undefined && text.length <= lineMaxCharacters;
	}

	/** Follows a stream that is read: {@link settle} waits for it where it isn't paid by what came. */
	follow<T>(reading: Promise<T>): Promise<T> {
		return this.#price === "all" ? this.#underWay.follow(reading) : reading;
	}

	/** Resolves when none is read that would have to be paid for if it was cut off. */
	settle(): Promise<void> {
		return this.#underWay.settle();
	}

	/** @param ownId - the account's, unless it is the operator's; @returns whether a stream of a model may be asked for */
	mayAsk(model: string, ownId: string | undefined): boolean {
		return this.#now() >= (this.#restsUntil.find(`${model} ${ownId ?? ""}`) ?? 0);
	}

	/** None is asked for so long, in ms. */
	rest(model: string, ownId: string | undefined, ms: number): void {
		this.#restsUntil.set(`${model} ${ownId ?? ""}`, this.#now() + ms);
	}

	/** @returns how long after a stream's first sound it is to be heard, in ms, so that the rest comes in time */
	delayMs(model: string): number {
		// But for the slowest one: the others needn't wait for what happened once.
		const [, most = 0] = this.#neededMs.find(model)?.toSorted((a, b) => b - a) ?? [];
		return most <= 0 ? 0 : Math.min(delayMaxMs, most + marginMs);
	}

	/** Records how long after its first sound a stream would have had to be heard so that it had never been late, in ms. */
	notePace(model: string, neededMs: number): void {
		const all = this.#neededMs.get(model, () => []);
		all.push(neededMs);
		if (all.length > paces) all.shift();
	}
}
