import type { Sound } from "@herald/common/audio/growing-clip.ts";
import type { Clock } from "./clock.ts";
import type { ItemDelivery, Passed } from "./item-delivery.ts";
import type { Playback } from "./playback.ts";
import type { ItemEnd, QueueItem } from "./queue-item.ts";

/** An item of the queue, as far as its delivery goes. */
interface Deliverable extends Pick<QueueItem, "userId" | "priority" | "mayStart"> {
	readonly delivery: ItemDelivery;
}

export interface DeliveryLoopOptions<T extends Deliverable> {
	/** In the order in which they are heard, which may change here. */
	readonly items: T[];
	readonly playback: Pick<Playback, "add" | "busy" | "expect">;
	readonly clock: Pick<Clock, "after">;
	/** Called when the first item arrives, and when nothing is left. */
	readonly onBusy: (busy: boolean) => void;
	/** An item is heard before others that were to be heard first. */
	readonly onPassed: () => void;
	/** Ends an item. */
	readonly end: (item: T, end: ItemEnd) => void;
}

/** Delivers a queue's items to playback, one after the other, with one Line behind the playing one. */
export class DeliveryLoop<T extends Deliverable> {
	readonly #options: DeliveryLoopOptions<T>;
	readonly #passing: Passing;
	/** Resolves when the last Line passed to playback has ended. */
	#last: Promise<unknown> = Promise.resolve();
	/** Resolves when another item may be next. */
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

	/** Another item may be next. */
	change(): void {
		this.#changed.resolve();
		this.#changed = Promise.withResolvers();
	}

	/** Delivers until nothing is left. To be called when an item was added. */
	async run(): Promise<void> {
		const { items, onBusy } = this.#options;
		if (this.#running || !this.#open || items.length === 0) return;
		this.#running = true;
		onBusy(true);
		for (;;) {
			const candidates = this.#passing.choose(items);
			const changed = this.#changed.promise.then(() => true as const);
			if (candidates.length > 0) {
				// Until something of it is heard, another one may be next.
				const next = await Promise.race([...candidates.map((item) => this.#ready(item)), changed]);
				if (next !== true && next && items.includes(next)) await this.#deliver(next);
			}
			// An item that arrives while the last Line is playing follows right behind it.
			else if (!(await Promise.race([this.#last.then(() => false), changed]))) {
				if (items.every(({ delivery }) => delivery.delivered)) break;
			}
		}
		this.#running = false;
		onBusy(false);
	}

	/** What gives way does so until the very last, so it never waits in playback. @returns an item, once it can be heard */
	async #ready(item: T): Promise<T | undefined> {
		const { delivery } = item;
		await delivery.ready();
		if (item.priority !== "asked") await this.#last;
		return item.delivery === delivery ? item : undefined;
	}

	async #deliver(item: T): Promise<void> {
		const { items, onPassed, end } = this.#options;
		if (this.#passing.bringForward(items, item)) onPassed();
		const { delivery } = item;
		const problem = await delivery.run();
		// It was written anew before anything of it was heard.
		if (item.delivery !== delivery) return;
		void this.#last.then(() => end(item, delivery.describeEnd(problem)));
	}

	/** Passes a sound on to playback, unless the item's first one isn't wanted any more. */
	pass(item: T, sound: Sound, signal: AbortSignal, pauseMs: number | undefined): Passed {
		const mayStart = (): boolean => {
			if (item.mayStart?.() ?? true) return true;
			this.#options.end(item, { how: "withdrawn" });
			return false;
		};
		const asked = item.delivery.begun ? undefined : mayStart;
		const playing = this.#options.playback.add(sound, signal, asked, pauseMs);
		const room = this.#last;
		this.#last = playing.ended;
		return { ...playing, room };
	}

	/** The silence before a first word begins while the word is being made, but only for what is heard next. */
	expect(item: T): void {
		const next = this.#options.items.find(({ delivery }) => !delivery.delivered);
		if (next === item && this.#open) this.#options.playback.expect();
	}
}

/** How long a silence lasts in ms before one more item may pass the one that isn't there yet. */
const patienceMs = 1_000;

interface Candidate extends Pick<QueueItem, "userId" | "priority"> {
	readonly delivery: { readonly delivered: boolean; readonly limited: boolean };
}

/** Decides which items may be heard next: an item that isn't there yet doesn't hold up other members' items for long. */
export class Passing {
	readonly #clock: Pick<Clock, "after">;
	readonly #onPatienceOver: () => boolean;
	/** How many may pass: each is asked for out of turn. */
	#most = 0;
	#cancel: (() => void) | undefined;

	/** @param onPatienceOver - returns whether there is a silence, so that one more item may pass */
	constructor(clock: Pick<Clock, "after">, onPatienceOver: () => boolean) {
		this.#clock = clock;
		this.#onPatienceOver = onPatienceOver;
	}

	/**
	 * @param queue - in order
	 * @returns the first that waits, and those that may pass it: no two of one member's, so that theirs stay in order
	 */
	choose<T extends Candidate>(queue: readonly T[]): readonly T[] {
		const items = queue.filter(({ delivery }) => !delivery.delivered);
		const [first] = items;
		if (!first) return [];
		this.#cancel ??= this.#clock.after(patienceMs, () => {
			this.#cancel = undefined;
			if (this.#onPatienceOver()) this.#most += 1;
		});
		// A message that the service refuses for now keeps its place.
		const most = first.priority === "read" && first.delivery.limited ? 0 : this.#most;
		const others = items.filter(
			({ userId, priority }, at) =>
				at > 0 && priority !== "page" && items.findIndex((each) => each.userId === userId) === at,
		);
		return [first, ...others.slice(0, most)];
	}

	/** An item is heard now, and the one after it is waited for anew. @returns whether it has passed others */
	bringForward<T extends Candidate>(queue: T[], item: T): boolean {
		this.#cancel?.();
		this.#cancel = undefined;
		this.#most = 0;
		const next = queue.findIndex(({ delivery }) => !delivery.delivered);
		if (queue[next] === item) return false;
		queue.splice(queue.indexOf(item), 1);
		queue.splice(next, 0, item);
		return true;
	}
}
