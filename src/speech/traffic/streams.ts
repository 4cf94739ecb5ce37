import { Recent } from "../../shared/recent.ts";
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

interface ModelStreams {
	/** Until then, in ms since the epoch, none is asked for. */
	restsUntil: number;
	/** The delays that the last ones needed, oldest first, in ms. */
	readonly neededMs: number[];
}

/** Experience with each model's streams: whether there are any, and how steadily their sound comes. */
export class Streams {
	readonly #price: StreamPrice | undefined;
	readonly #now: () => number;
	readonly #models = new Recent<ModelStreams>(modelsMax);
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
	mayAsk(model: string, ownId = ""): boolean {
		return this.#now() >= this.#of(`${model} ${ownId}`).restsUntil;
	}

	/** None is asked for so long, in ms. */
	rest(model: string, ownId = "", ms: number): void {
		this.#of(`${model} ${ownId}`).restsUntil = this.#now() + ms;
	}

	/** @returns how long after a stream's first sound it is to be heard, in ms, so that the rest comes in time */
	delayMs(model: string): number {
		// But for the slowest one: the others needn't wait for what happened once.
		const [, most = 0] = this.#of(model).neededMs.toSorted((a, b) => b - a);
		return most <= 0 ? 0 : Math.min(delayMaxMs, most + marginMs);
	}

	/** Records how long after its first sound a stream would have had to be heard so that it had never been late, in ms. */
	notePace(model: string, neededMs: number): void {
		const { neededMs: all } = this.#of(model);
		all.push(neededMs);
		if (all.length > paces) all.shift();
	}

	#of(model: string): ModelStreams {
		return this.#models.get(model, () => ({ restsUntil: 0, neededMs: [] }));
	}
}
