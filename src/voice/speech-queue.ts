import { randomUUID } from "node:crypto";
import type { Logger } from "@herald/common/log.ts";
import type { Clock } from "../shared/clock.ts";
import { correlate } from "../shared/correlation.ts";
import { measure } from "../shared/measures.ts";
import type { Problem } from "../shared/problem.ts";
import type { Line } from "../speech/line.ts";
import { LookAhead } from "../speech/look-ahead.ts";
import type { LineSpeaker, SpokenLine } from "../speech/spoken.ts";
import { type DeliveredItem, DeliveryLoop } from "./delivery-loop.ts";
import { ItemDelivery } from "./item-delivery.ts";
import type { Playback } from "./playback.ts";
import { isNearlyNeeded, prefetch } from "./prefetch.ts";
import {
	type ItemEnd,
	type ItemEvent,
	type ItemLines,
	type ItemSource,
	type QueuedItem,
	type QueueItem,
	ranks,
	sumMs,
} from "./queue-item.ts";

/** Lines generated ahead of the one that is playing or awaited, across items. */
export const channelLinesAhead = 2;

interface Item extends DeliveredItem {
	delivery: ItemDelivery;
	/** The Lines made of it, also before it was rewritten. */
	readonly made: Promise<readonly SpokenLine[]>[];
	/** In ms, by `performance.now()`. */
	readonly addedAt: number;
	playing: boolean;
}

const isInOwnVoice = ({ standIn }: Line): boolean => standIn !== undefined;

export interface SpeechQueueOptions {
	readonly guildId: string;
	/** By rank. */
	readonly sources: readonly ItemSource[];
	readonly speech: LineSpeaker;
	readonly playback: Pick<Playback, "add" | "busy" | "endAtPause" | "expect">;
	readonly logger: Logger;
	readonly clock: Pick<Clock, "after">;
	/** Called when the first item arrives, and when nothing is left. */
	readonly onBusy: (busy: boolean) => void;
}

/** A guild's queue. Items are heard in order, but one that isn't ready holds up other members' items for a second only. */
export class SpeechQueue {
	readonly #options: SpeechQueueOptions;
	readonly #lookAhead: LookAhead;
	readonly #loop: DeliveryLoop;
	/** In the order in which they are heard; the first is playing or awaited. */
	readonly #items: Item[] = [];
	readonly #fills: readonly (() => Promise<void>)[];
	/** How items end that are added now. */
	#closedBy: ItemEnd | undefined;
	#drained: PromiseWithResolvers<void> | undefined;

	constructor(options: SpeechQueueOptions) {
		this.#options = options;
		const { speech, playback, clock, guildId, sources, onBusy } = options;
		// The awaited Line doesn't count as ahead.
		const most = () => channelLinesAhead + (playback.busy ? 0 : 1);
		this.#lookAhead = new LookAhead({ speech, most, isHeardAtOnce: () => !playback.busy });
		this.#loop = new DeliveryLoop({
			items: this.#items,
			playback,
			clock,
			onBusy,
			onReordered: () => this.#notifyPlaces(),
			end: (item, end) => this.end([item], end),
			notify: (item, event) => this.notifyOf(item, event),
		});
		this.#fills = sources.map((source) => {
			const waiting = () =>
				this.#items.filter(({ priority, playing }) => priority === source.priority && !playing);
			return prefetch(
				() => !this.#closedBy && isNearlyNeeded(source.priority, waiting()),
				() => source.next(guildId, (item) => correlate(() => this.add(item))),
			);
		});
	}

	get items(): readonly QueuedItem[] {
		return this.#items;
	}

	/** @returns the items that are heard before one of this priority that is added now */
	ahead(priority: QueueItem["priority"]): readonly QueuedItem[] {
		return this.#items.slice(0, this.#placeOf(priority));
	}

	/** Adds an item behind the others of its priority, or before those that wait, if it goes first. */
	add(item: QueueItem): QueuedItem {
		const at = item.goesFirst ? this.#firstPlaceOf(item.priority) : this.#placeOf(item.priority);
		const id = randomUUID().slice(0, 13);
		const more = { id, addedAt: performance.now(), votes: new Set<string>(), playing: false, made: [] };
		const queued = { ...item, ...more } as Omit<Item, "delivery"> as Item;
		queued.delivery = this.#deliveryOf(queued, this.#items[at]?.delivery);
		this.#items.splice(at, 0, queued);
		this.#loop.change();
		if (this.#closedBy) this.#end(queued, this.#closedBy);
		if (item.goesFirst) this.#notifyPlaces();
		void this.#loop.run();
		return queued;
	}

	refill(): void {
		for (const fill of this.#fills)
			fill().catch((err: unknown) =>
				this.#options.logger.error({ event: "reading_failed", err }, "could not get the next text"),
			);
	}

	/**
	 * Replaces what an item says, if nothing was heard of it yet.
	 *
	 * @returns false, and changes nothing, if something was, or it is over
	 */
	rewrite(id: string, written: ItemLines): boolean {
		const item = this.#items.find((each) => each.id === id);
		if (!item || item.delivery.begun) return false;
		const { delivery } = item;
		Object.assign(item, written);
		// The new Lines first: requests for those that are the same go on.
		item.delivery = this.#deliveryOf(item, delivery);
		item.made.push(delivery.end());
		this.#loop.change();
		return true;
	}

	/** Starts playback: Herald is in the channel. Lines are generated even before that. */
	open(): void {
		this.#loop.open();
		this.refill();
	}

	/** Ends items now, and aborts what is made for them. */
	end(items: readonly QueuedItem[], end: ItemEnd): void {
		for (const item of this.#items.filter((each) => items.includes(each))) this.#end(item, end);
		this.#notifyPlaces();
		this.#lookAhead.fill();
		this.refill();
	}

	/** Ends all items, and those that are added later. */
	close(end: ItemEnd): void {
		this.#closedBy ??= end;
		this.end(this.#items, end);
	}

	/** Ends what hasn't begun, and what is playing at its next pause. */
	hush(end: ItemEnd): void {
		const playing = this.#items.filter((item) => item.playing);
		this.end(
			this.#items.filter((item) => !item.playing),
			end,
		);
		for (const { delivery } of playing) delivery.drain(end);
		this.#options.playback.endAtPause();
	}

	/** Hushes for good. @returns what resolves when nothing is left */
	drain(): Promise<void> {
		this.#drained ??= Promise.withResolvers();
		this.#closedBy ??= { how: "interrupted" };
		this.hush({ how: "interrupted" });
		if (this.#items.length === 0) this.#drained.resolve();
		return this.#drained.promise;
	}

	notify(event: ItemEvent): void {
		for (const item of this.#items) this.notifyOf(item, event);
	}

	#placeOf(priority: QueueItem["priority"]): number {
		const first = this.#items.findIndex(
			(item) => ranks[item.priority] > ranks[priority] && !item.delivery.begun,
		);
		return first === -1 ? this.#items.length : first;
	}

	/** At most every second item goes first: behind the last that does, one of another member keeps its place. */
	#firstPlaceOf(priority: QueueItem["priority"]): number {
		const end = this.#placeOf(priority);
		const waiting = this.#items.findIndex(({ delivery }) => !delivery.begun);
		const last = this.#items.slice(0, end).findLastIndex(({ goesFirst }) => goesFirst);
		return waiting === -1 ? end : Math.min(end, Math.max(waiting, last === -1 ? 0 : last + 2));
	}

	#deliveryOf(item: Item, before: ItemDelivery | undefined): ItemDelivery {
		const delivery: ItemDelivery = new ItemDelivery({
			item,
			lookAhead: this.#lookAhead,
			before,
			logger: this.#options.logger,
			pass: (...sound) => this.#loop.pass(item, ...sound),
			notify: (event) => {
				if (item.delivery === delivery) this.notifyOf(item, event);
			},
			onExpected: () => this.#loop.expect(item),
			onStarted: () => this.#onStarted(item),
			standIn:
				item.inOwnVoices && !item.lines.some(isInOwnVoice) ? (why) => this.#letStandIn(item, why) : undefined,
		});
		return delivery;
	}

	async #letStandIn(item: Item, why: Problem): Promise<void> {
		const { delivery } = item;
		const written = await item.inOwnVoices?.(item, why);
		// It may have been rewritten meanwhile.
		if (written && item.delivery === delivery) this.rewrite(item.id, written);
	}

	#notifyPlaces(): void {
		for (const [before, item] of [...this.#items].entries())
			if (!item.playing)
				this.notifyOf(item, { kind: "advanced", before, waitMs: sumMs(this.#items.slice(0, before)) });
	}

	/** Notifies the item's owner. An error thrown there is logged, and keeps no other item from being heard. */
	notifyOf(item: QueuedItem, event: ItemEvent): void {
		// Nothing follows the end.
		if (event.kind !== "ended" && !this.items.includes(item)) return;
		try {
			item.onEvent(event);
		} catch (err) {
			this.#options.logger.error({ event: "text_not_told", err }, "could not report what happened to a text");
		}
	}

	#end(item: Item, end: ItemEnd): void {
		const at = this.#items.indexOf(item);
		if (at === -1) return;
		this.#items.splice(at, 1);
		item.playing = false;
		item.made.push(item.delivery.end());
		this.notifyOf(item, { kind: "ended", ...end });
		if (this.#items.length === 0) this.#drained?.resolve();
		Promise.all(item.made)
			.then((made) => item.onSettled(made.flat()))
			.catch((err: unknown) =>
				this.#options.logger.error(
					{ event: "speech_not_counted", err },
					"could not count the speech of a text",
				),
			);
		this.#loop.change();
	}

	#onStarted(item: Item): void {
		if (item.playing || !this.#items.includes(item)) return;
		item.playing = true;
		measure("textStarted", { waitedMs: performance.now() - item.addedAt });
		this.notifyOf(item, { kind: "started" });
		this.refill();
	}
}
