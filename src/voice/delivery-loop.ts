import type { Sound } from "@herald/common/audio/growing-clip.ts";
import type { Clock } from "../shared/clock.ts";
import type { ItemDelivery, Passed } from "./item-delivery.ts";
import type { Playback } from "./playback.ts";
import type { ItemEnd, ItemEvent, QueuedItem } from "./queue-item.ts";

export interface DeliveredItem extends QueuedItem {
	readonly delivery: ItemDelivery;
}

/** How long a silence lasts in ms before one more item may be heard before the first, which isn't ready. */
const patienceMs = 1_000;
/** How long it lasts in ms before the item that is waited for is late. */
const lateMs = 5_000;

export interface DeliveryLoopOptions {
	/** In the order in which they are heard, which may change here. */
	readonly items: DeliveredItem[];
	readonly playback: Pick<Playback, "add" | "busy" | "expect">;
	readonly clock: Pick<Clock, "after">;
	/** Called when the first item arrives, and when nothing is left. */
	readonly onBusy: (busy: boolean) => void;
	readonly onReordered: () => void;
	readonly end: (item: DeliveredItem, end: ItemEnd) => void;
	readonly notify: (item: DeliveredItem, event: ItemEvent) => void;
}

/**
 * Delivers a queue's items to playback, one after the other, with one Line behind the playing one. An item that isn't
 * ready lets other members' items pass after a second of silence.
 */
export class DeliveryLoop {
	readonly #options: DeliveryLoopOptions;
	/** Resolves when the last Line passed to playback has ended. */
	#last: Promise<unknown> = Promise.resolve();
	#changed = Promise.withResolvers<void>();
	#open = false;
	#running = false;
	/** How many items may pass the first one. */
	#passing = 0;
	#cancelPatience: (() => void) | undefined;
	#stopWatching = () => {};
	#silentMs = 0;
	#late: DeliveredItem | undefined;

	constructor(options: DeliveryLoopOptions) {
		this.#options = options;
	}

	open(): void {
		this.#open = true;
		if (this.#options.items.length > 0) this.#options.playback.expect();
		void this.run();
	}

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
		this.#watchSilence();
		for (;;) {
			const candidates = this.#listCandidates();
			const changed = this.#changed.promise.then(() => true as const);
			if (candidates.length > 0) {
				// Until one of them is heard, another item may be next.
				const next = await Promise.race([...candidates.map((item) => this.#ready(item)), changed]);
				if (next !== true && next && items.includes(next)) await this.#deliver(next);
			}
			// An item that arrives while the last Line is playing follows right behind it.
			else if (!(await Promise.race([this.#last.then(() => false), changed]))) {
				if (items.every(({ delivery }) => delivery.delivered)) break;
			}
		}
		this.#running = false;
		this.#stopWatching();
		this.#silentMs = 0;
		onBusy(false);
	}

	/** Looks every second, while there is something to deliver, whether it has been waited for in silence for too long. */
	#watchSilence(): void {
		const { items, clock, playback, notify } = this.#options;
		this.#silentMs = playback.busy ? 0 : this.#silentMs + patienceMs;
		const late = this.#silentMs > lateMs ? items.find(({ delivery }) => !delivery.delivered) : undefined;
		if (this.#late && this.#late !== late) notify(this.#late, { kind: "late", late: false });
		if (late && this.#late !== late) notify(late, { kind: "late", late: true });
		this.#late = late;
		this.#stopWatching = clock.after(patienceMs, () => this.#watchSilence());
	}

	/** @returns the first that isn't delivered, and those that may pass it: no two of one member's, which stay in order */
	#listCandidates(): readonly DeliveredItem[] {
		const { items, clock, playback } = this.#options;
		const waiting = items.filter(({ delivery }) => !delivery.delivered);
		const [first] = waiting;
		if (!first) return [];
		this.#cancelPatience ??= clock.after(patienceMs, () => {
			this.#cancelPatience = undefined;
			this.change();
			if (!playback.busy) this.#passing += 1;
		});
		// A message that the service refuses for now keeps its place.
		const most = first.priority === "read" && first.delivery.limited ? 0 : this.#passing;
		const others = waiting.filter(
			({ userId, priority }, at) =>
				at > 0 && priority !== "page" && waiting.findIndex((each) => each.userId === userId) === at,
		);
		return [first, ...others.slice(0, most)];
	}

	/** Until the item before it is over, others may go first. @returns an item, once it can be heard */
	async #ready(item: DeliveredItem): Promise<DeliveredItem | undefined> {
		const { delivery } = item;
		await delivery.ready();
		await this.#last;
		return item.delivery === delivery ? item : undefined;
	}

	async #deliver(item: DeliveredItem): Promise<void> {
		this.#bringForward(item);
		const { delivery } = item;
		const problem = await delivery.run();
		// It was rewritten before anything of it was heard.
		if (item.delivery !== delivery) return;
		void this.#last.then(() => this.#options.end(item, delivery.describeEnd(problem)));
	}

	#bringForward(item: DeliveredItem): void {
		this.#cancelPatience?.();
		this.#cancelPatience = undefined;
		this.#passing = 0;
		const { items, onReordered } = this.#options;
		const next = items.findIndex(({ delivery }) => !delivery.delivered);
		if (items[next] === item) return;
		items.splice(items.indexOf(item), 1);
		items.splice(next, 0, item);
		onReordered();
	}

	/** Passes a sound on to playback, which asks before the item's first one. */
	pass(item: DeliveredItem, sound: Sound, signal: AbortSignal, pauseMs: number | undefined): Passed {
		const mayStart = (): boolean => {
			const may = item.mayStart?.() ?? true;
			if (may === true) return true;
			this.#options.end(item, may === false ? { how: "withdrawn" } : { how: "failed", problem: may });
			return false;
		};
		const asked = item.delivery.begun ? undefined : mayStart;
		const playing = this.#options.playback.add(sound, signal, asked, pauseMs);
		const room = this.#last;
		this.#last = playing.ended;
		return { ...playing, room };
	}

	/** Begins the silence before an item's first word while the word is being made, if the item is next. */
	expect(item: DeliveredItem): void {
		const next = this.#options.items.find(({ delivery }) => !delivery.delivered);
		if (next === item && this.#open) this.#options.playback.expect();
	}
}
