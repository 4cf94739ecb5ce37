import type { Logger } from "@herald/common/log.ts";
import type { Clock } from "../shared/clock.ts";
import { LookAhead } from "../speech/look-ahead.ts";
import type { LineSpeaker } from "../speech/spoken.ts";
import type { DeliveryReport, ItemDelivery, SoundOutlet, SoundPlayback } from "./item-delivery.ts";
import type { Playback } from "./playback.ts";
import { givesWay, type QueuedItem } from "./queue-item.ts";

/** Lines generated ahead of the one that is playing or awaited, across items. */
export const channelLinesAhead = 2;
/** How long a silence lasts in ms before one more item may be heard before the first, which isn't ready. */
const patienceMs = 1_000;
/** How long it lasts in ms before the item that is waited for is late. */
const lateMs = 5_000;

/** An item of the queue, as its delivery sees it. */
export interface DeliveredItem {
	readonly item: QueuedItem;
	readonly delivery: ItemDelivery;
	/** The service has refused a request for it for now. */
	readonly limited: boolean;
}

export interface DeliveryOptions {
	readonly speech: LineSpeaker;
	readonly playback: Pick<Playback, "add" | "busy" | "expect">;
	readonly logger: Logger;
	readonly clock: Pick<Clock, "after">;
	/** @returns the items in the order in which they are heard */
	readonly items: () => readonly DeliveredItem[];
	readonly report: (delivery: ItemDelivery, report: DeliveryReport) => void;
}

/**
 * Delivers a queue's items to playback, one after the other, with one Line behind the playing one. An item that isn't
 * ready lets other members' items pass after a second of silence.
 */
export class QueueDelivery implements SoundOutlet {
	readonly #options: DeliveryOptions;
	readonly lookAhead: LookAhead;
	#last: Promise<unknown> = Promise.resolve();
	#changed = Promise.withResolvers<void>();
	#open = false;
	#running = false;
	/** The item whose Lines are being passed on. */
	#current: ItemDelivery | undefined;
	/** How many items may pass the first one. */
	#passing = 0;
	#cancelPatience: (() => void) | undefined;
	#stopWatching = () => {};
	#silentMs = 0;
	#late: DeliveredItem | undefined;

	constructor(options: DeliveryOptions) {
		this.#options = options;
		const { speech, playback } = options;
		// The awaited Line doesn't count as ahead.
		const most = () => channelLinesAhead + (playback.busy ? 0 : 1);
		this.lookAhead = new LookAhead({ speech, most, isHeardAtOnce: () => !playback.busy });
	}

	get last(): Promise<unknown> {
		return this.#last;
	}

	get isOpen(): boolean {
		return this.#open;
	}

	/** Starts playback. */
	open(): void {
		this.#open = true;
		if (this.#options.items().length > 0) this.#options.playback.expect();
		void this.#run();
	}

	/** To be called when items were added, rewritten or ended. */
	change(): void {
		this.#wake();
		this.lookAhead.fill();
		void this.#run();
	}

	#wake(): void {
		this.#changed.resolve();
		this.#changed = Promise.withResolvers();
	}

	async #run(): Promise<void> {
		if (this.#running || !this.#open || this.#options.items().length === 0) return;
		this.#running = true;
		this.#watchSilence();
		try {
			await this.#deliverAll();
		} finally {
			this.#running = false;
			this.#stopWatching();
			this.#silentMs = 0;
		}
	}

	/** Delivers until nothing is left. */
	async #deliverAll(): Promise<void> {
		for (;;) {
			const candidates = this.#listCandidates();
			const changed = this.#changed.promise.then(() => true as const);
			if (candidates.length > 0) {
				// Until one of them is heard, another item may be next.
				const next = await Promise.race([...candidates.map((each) => this.#ready(each)), changed]);
				if (next !== true && this.#find(next)) await this.#deliver(next);
			}
			// An item that arrives while the last Line is playing follows right behind it.
			else if (!(await Promise.race([this.#last.then(() => false), changed]))) {
				if (!this.#awaited) return;
			}
		}
	}

	#find(delivery: ItemDelivery | undefined): DeliveredItem | undefined {
		return this.#options.items().find((each) => each.delivery === delivery);
	}

	/** The item that is being passed on, or else the first that waits. */
	get #awaited(): DeliveredItem | undefined {
		return this.#find(this.#current) ?? this.#options.items().find(({ item }) => givesWay(item));
	}

	/** Looks every second, while there is something to deliver, whether it has been waited for in silence for too long. */
	#watchSilence(): void {
		const { clock, playback, report } = this.#options;
		this.#silentMs = playback.busy ? 0 : this.#silentMs + patienceMs;
		const late = this.#silentMs > lateMs ? this.#awaited : undefined;
		if (this.#late?.item.id !== late?.item.id) {
			if (this.#late) report(this.#late.delivery, { kind: "late", late: false });
			if (late) report(late.delivery, { kind: "late", late: true });
		}
		this.#late = late;
		this.#stopWatching = clock.after(patienceMs, () => this.#watchSilence());
	}

	/** @returns the first that waits, and those that may pass it: no two of one member's, which stay in order */
	#listCandidates(): readonly ItemDelivery[] {
		const { items, clock, playback } = this.#options;
		const waiting = items().filter(({ item }) => givesWay(item));
		const [first] = waiting;
		if (!first) return [];
		this.#cancelPatience ??= clock.after(patienceMs, () => {
			this.#cancelPatience = undefined;
			this.#wake();
			if (!playback.busy) this.#passing += 1;
		});
		// A message that the service refuses for now keeps its place.
		const most = first.item.priority === "read" && first.limited ? 0 : this.#passing;
		const others = waiting.filter(
			({ item: { userId, priority } }, at) =>
				at > 0 && priority !== "page" && waiting.findIndex((each) => each.item.userId === userId) === at,
		);
		return [first, ...others.slice(0, most)].map(({ delivery }) => delivery);
	}

	/** Until the item before it is over, others may go first. @returns an item, once it can be heard */
	async #ready(delivery: ItemDelivery): Promise<ItemDelivery> {
		await delivery.ready();
		await this.#last;
		return delivery;
	}

	async #deliver(delivery: ItemDelivery): Promise<void> {
		this.#cancelPatience?.();
		this.#cancelPatience = undefined;
		this.#passing = 0;
		this.#current = delivery;
		await delivery.run();
		this.#current = undefined;
	}

	play(...sound: Parameters<Playback["add"]>): SoundPlayback {
		const room = this.#last;
		const playing = this.#options.playback.add(...sound);
		this.#last = playing.ended;
		return { ...playing, room };
	}

	/** Begins the silence before an item's first word while the word is being made, if the item is next. */
	expect(delivery: ItemDelivery): void {
		if (this.#open && this.#awaited?.delivery === delivery) this.#options.playback.expect();
	}
}
