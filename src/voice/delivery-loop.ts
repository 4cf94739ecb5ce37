import type { Sound } from "@herald/common/audio/growing-clip.ts";
import type { Clock } from "./clock.ts";
import type { Playback } from "./playback.ts";
import type { ChannelText, TextEnd } from "./queue-item.ts";
import type { Passed, TextDelivery } from "./text-delivery.ts";

/** A text of the queue, as far as its delivery goes. */
interface Deliverable extends Pick<ChannelText, "userId" | "priority" | "mayStart"> {
	readonly delivery: TextDelivery;
}

export interface DeliveryLoopOptions<T extends Deliverable> {
	/** In the order in which they are heard, which may change here. */
	readonly texts: T[];
	readonly playback: Pick<Playback, "add" | "busy" | "expect">;
	readonly clock: Pick<Clock, "after">;
	/** Called when the first text arrives, and when nothing is left. */
	readonly onBusy: (busy: boolean) => void;
	/** A text is heard before others that were to be heard first. */
	readonly onPassed: () => void;
	/** Ends a text. */
	readonly end: (text: T, end: TextEnd) => void;
}

/** Delivers a queue's texts to playback, one after the other, with one Line behind the playing one. */
export class DeliveryLoop<T extends Deliverable> {
	readonly #options: DeliveryLoopOptions<T>;
	readonly #passing: Passing;
	/** Resolves when the last Line passed to playback has ended. */
	#last: Promise<unknown> = Promise.resolve();
	/** Resolves when another text may be next. */
	#changed = Promise.withResolvers<void>();
	#open = false;
	#running = false;

	constructor(options: DeliveryLoopOptions<T>) {
		this.#options = options;
		this.#passing = new Passing(options.clock, () => {
			this.change();
			return !options.playback.busy;
		});
	}

	/** Starts playback. */
	open(): void {
		this.#open = true;
		void this.run();
	}

	/** Another text may be next. */
	change(): void {
		this.#changed.resolve();
		this.#changed = Promise.withResolvers();
	}

	/** Delivers until nothing is left. To be called when a text was added. */
	async run(): Promise<void> {
		const { texts, onBusy } = this.#options;
		if (this.#running || !this.#open || texts.length === 0) return;
		this.#running = true;
		onBusy(true);
		for (;;) {
			const candidates = this.#passing.choose(texts);
			const changed = this.#changed.promise.then(() => true as const);
			if (candidates.length > 0) {
				// Until something of it is heard, another one may be next.
				const next = await Promise.race([...candidates.map((text) => this.#ready(text)), changed]);
				if (next !== true && next && texts.includes(next)) await this.#deliver(next);
			}
			// A text that arrives while the last Line is playing follows right behind it.
			else if (!(await Promise.race([this.#last.then(() => false), changed]))) {
				if (texts.every(({ delivery }) => delivery.delivered)) break;
			}
		}
		this.#running = false;
		onBusy(false);
	}

	/** What gives way does so until the very last, so it never waits in playback. @returns a text, once it can be heard */
	async #ready(text: T): Promise<T | undefined> {
		const { delivery } = text;
		await delivery.ready();
		if (text.priority !== "asked") await this.#last;
		return text.delivery === delivery ? text : undefined;
	}

	async #deliver(text: T): Promise<void> {
		const { texts, onPassed, end } = this.#options;
		if (this.#passing.bringForward(texts, text)) onPassed();
		const { delivery } = text;
		const problem = await delivery.run();
		// It was written anew before anything of it was heard.
		if (text.delivery !== delivery) return;
		void this.#last.then(() => end(text, delivery.describeEnd(problem)));
	}

	/** Passes a sound on to playback, unless the text's first one isn't wanted any more. */
	pass(text: T, sound: Sound, signal: AbortSignal, pauseMs: number | undefined): Passed {
		const mayStart = (): boolean => {
			if (text.mayStart?.() ?? true) return true;
			this.#options.end(text, { how: "withdrawn" });
			return false;
		};
		const asked = text.delivery.begun ? undefined : mayStart;
		const playing = this.#options.playback.add(sound, signal, asked, pauseMs);
		const room = this.#last;
		this.#last = playing.ended;
		return { ...playing, room };
	}

	/** The silence before a first word begins while the word is being made, but only for what is heard next. */
	expect(text: T): void {
		const next = this.#options.texts.find(({ delivery }) => !delivery.delivered);
		if (next === text && this.#open) this.#options.playback.expect();
	}
}

/** How long a silence lasts in ms before one more text may pass the one that isn't there yet. */
const patienceMs = 1_000;

interface Candidate extends Pick<ChannelText, "userId" | "priority"> {
	readonly delivery: { readonly delivered: boolean; readonly limited: boolean };
}

/** Decides which texts may be heard next: a text that isn't there yet doesn't hold up other members' texts for long. */
export class Passing {
	readonly #clock: Pick<Clock, "after">;
	readonly #onPatienceOver: () => boolean;
	/** How many may pass: each is asked for out of turn. */
	#most = 0;
	#cancel: (() => void) | undefined;

	/** @param onPatienceOver - returns whether there is a silence, so that one more text may pass */
	constructor(clock: Pick<Clock, "after">, onPatienceOver: () => boolean) {
		this.#clock = clock;
		this.#onPatienceOver = onPatienceOver;
	}

	/**
	 * @param queue - in order
	 * @returns the first that waits, and those that may pass it: no two of one member's, so that theirs stay in order
	 */
	choose<T extends Candidate>(queue: readonly T[]): readonly T[] {
		const texts = queue.filter(({ delivery }) => !delivery.delivered);
		const [first] = texts;
		if (!first) return [];
		this.#cancel ??= this.#clock.after(patienceMs, () => {
			this.#cancel = undefined;
			if (this.#onPatienceOver()) this.#most += 1;
		});
		// A message that the service refuses for now keeps its place.
		const most = first.priority === "read" && first.delivery.limited ? 0 : this.#most;
		const others = texts.filter(
			({ userId, priority }, at) =>
				at > 0 && priority !== "page" && texts.findIndex((each) => each.userId === userId) === at,
		);
		return [first, ...others.slice(0, most)];
	}

	/** A text is heard now, and the one after it is waited for anew. @returns whether it has passed others */
	bringForward<T extends Candidate>(queue: T[], text: T): boolean {
		this.#cancel?.();
		this.#cancel = undefined;
		this.#most = 0;
		const next = queue.findIndex(({ delivery }) => !delivery.delivered);
		if (queue[next] === text) return false;
		queue.splice(queue.indexOf(text), 1);
		queue.splice(next, 0, text);
		return true;
	}
}
