import { randomUUID } from "node:crypto";
import { measure } from "../shared/measures.ts";
import type { UnderWay } from "../shared/under-way.ts";
import type { SpokenLine } from "../speech/line.ts";
import { type FedQueue, ItemFeeder, QueueRunner, type RunnerOptions } from "./feeder.ts";
import type { Playback } from "./playback.ts";
import {
	givesWay,
	type ItemEnd,
	type ItemEvent,
	type ItemLines,
	type QueuedItem,
	type QueueItem,
	ranks,
	sumMs,
} from "./voice-channels.ts";

interface QueueEntry {
	readonly item: QueuedItem;
	readonly feeder: ItemFeeder;
	/** The finished Lines of the item's earlier versions, one list for each time that it was rewritten. */
	readonly made: Promise<readonly SpokenLine[]>[];
	/** When the item was added, by `performance.now()`. */
	readonly addedAt: number;
}

export interface SpeechQueueOptions extends RunnerOptions {
	/** Tracks the counting of ended items' speech until it is done. */
	readonly underWay: UnderWay;
	readonly playback: RunnerOptions["playback"] & Pick<Playback, "endAtPause">;
	/** Called with true when the queue is open and has a first item, and with false when no item is left. */
	readonly onBusy: (busy: boolean) => void;
}

/**
 * A guild's queue of items, whose order only the queue changes. Items play in that order, but an item that isn't ready
 * holds up other members' items only for a second.
 */
export class SpeechQueue implements FedQueue {
	readonly #options: SpeechQueueOptions;
	readonly #runner: QueueRunner;
	/** In the order in which they play. The first is playing or awaited. */
	#entries: readonly QueueEntry[] = [];
	#busy = false;
	/** How an item that is added now ends at once. Undefined until the queue is closed or drained. */
	#closedBy: ItemEnd | undefined;
	#drained: PromiseWithResolvers<void> | undefined;

	constructor(options: SpeechQueueOptions) {
		this.#options = options;
		this.#runner = new QueueRunner(options, this);
	}

	get items(): readonly QueuedItem[] {
		return this.#entries.map(({ item }) => item);
	}

	/** @returns the items that would play before an item of this priority that is added now */
	ahead(priority: QueueItem["priority"]): readonly QueuedItem[] {
		return this.items.slice(0, this.#placeOf(priority));
	}

	/**
	 * Adds an item behind the others of its priority; if `goesFirst` is set, at the first place that such an item may
	 * have.
	 */
	add(item: QueueItem): QueuedItem {
		const at = item.goesFirst ? this.#firstPlaceOf(item.priority) : this.#placeOf(item.priority);
		const queued: QueuedItem = { ...item, id: randomUUID().slice(0, 13), votes: [], state: "waiting" };
		const feeder = new ItemFeeder(queued, this.#runner);
		const entry: QueueEntry = { item: queued, feeder, made: [], addedAt: performance.now() };
		const behind = this.#entries[at];
		this.#set(this.#entries.toSpliced(at, 0, entry));
		feeder.start(behind?.feeder);
		if (this.#closedBy) this.#end(entry, this.#closedBy);
		if (item.goesFirst) this.#notifyPlaces();
		this.#runner.change();
		this.#updateBusy();
		return queued;
	}

	/**
	 * Replaces what an item says.
	 *
	 * @returns false, without replacing anything, if a sound of the item has been passed to playback, or the item is over
	 */
	rewrite(id: string, written: ItemLines): boolean {
		const entry = this.#find(id);
		if (entry?.item.state !== "waiting") return false;
		const item = { ...entry.item, ...written };
		const feeder = new ItemFeeder(item, this.#runner);
		this.#replace({ ...entry, item, feeder });
		// The new Lines are requested before the old ones end, so that a request for a Line that stays the same goes on.
		feeder.start(entry.feeder);
		entry.made.push(entry.feeder.end());
		this.#runner.change();
		return true;
	}

	/** @returns the IDs of all who voted to skip the item, including this member; none if the item is over */
	vote(id: string, userId: string): readonly string[] {
		const entry = this.#find(id);
		if (!entry) return [];
		const votes = [...new Set([...entry.item.votes, userId])];
		this.#replace({ ...entry, item: { ...entry.item, votes } });
		return votes;
	}

	/** Starts playback, because Herald is in the channel. Lines are requested even before that. */
	open(): void {
		this.#runner.open();
		this.#updateBusy();
	}

	#updateBusy(): void {
		const busy = this.#runner.isOpen && this.#entries.length > 0;
		if (busy === this.#busy) return;
		this.#busy = busy;
		this.#options.onBusy(busy);
	}

	/** Ends items now, and stops making their Lines. @returns the ended items */
	end(concerns: (item: QueuedItem) => boolean, end: ItemEnd): readonly QueuedItem[] {
		const concerned = this.#entries.filter(({ item }) => concerns(item));
		if (concerned.length === 0) return [];
		for (const entry of concerned) this.#end(entry, end);
		this.#notifyPlaces();
		this.#runner.change();
		this.#updateBusy();
		return concerned.map(({ item }) => item);
	}

	close(end: ItemEnd): void {
		this.#closedBy ??= end;
		this.end(() => true, end);
	}

	/** Ends items that haven't begun, and the playing one at its next pause. */
	hush(end: ItemEnd): void {
		const playing = this.#entries.filter(({ item }) => item.state === "playing");
		this.end(({ state }) => state !== "playing", end);
		for (const { feeder } of playing) feeder.drain(end);
		this.#options.playback.endAtPause();
	}

	/** Hushes the queue for good. Resolves when no item is left. */
	drain(): Promise<void> {
		this.#drained ??= Promise.withResolvers();
		this.#closedBy ??= { how: "interrupted" };
		this.hush({ how: "interrupted" });
		if (this.#entries.length === 0) this.#drained.resolve();
		return this.#drained.promise;
	}

	/** Notifies the owner of the item with this ID; without an ID, the owners of all items. */
	notify(event: ItemEvent, id?: string): void {
		for (const { item } of this.#entries) if (id === undefined || item.id === id) this.#notify(item, event);
	}

	advance({ item: { id }, state }: ItemFeeder, tell: ItemEvent | undefined): void {
		const entry = this.#find(id);
		if (!entry) return;
		const item = { ...entry.item, state };
		if (givesWay(entry.item) && !givesWay(item)) this.#bringForward({ ...entry, item });
		else if (state !== entry.item.state) this.#replace({ ...entry, item });
		if (tell?.kind === "started") measure("textStarted", { waitedMs: performance.now() - entry.addedAt });
		if (tell?.kind === "ended") this.end((each) => each.id === id, tell);
		else if (tell) this.#notify(item, tell);
	}

	/** The only way to change the entries. */
	#set(entries: readonly QueueEntry[]): void {
		this.#entries = entries;
		this.#runner.feeders = entries.map(({ feeder }) => feeder);
	}

	#find(id: string): QueueEntry | undefined {
		return this.#entries.find(({ item }) => item.id === id);
	}

	#replace(entry: QueueEntry): void {
		this.#set(this.#entries.map((each) => (each.item.id === entry.item.id ? entry : each)));
	}

	/** Puts an item before all waiting ones. */
	#bringForward(entry: QueueEntry): void {
		const before = this.#entries;
		const others = before.filter(({ item }) => item.id !== entry.item.id);
		const firstWaiting = others.findIndex(({ item }) => givesWay(item));
		const at = firstWaiting === -1 ? others.length : firstWaiting;
		this.#set(others.toSpliced(at, 0, entry));
		if (before[at]?.item.id !== entry.item.id) this.#notifyPlaces();
	}

	#placeOf(priority: QueueItem["priority"]): number {
		return this.items.findLastIndex((item) => ranks[item.priority] <= ranks[priority] || !givesWay(item)) + 1;
	}

	/** At most every second item goes first: behind an item that went first, one other item keeps its place. */
	#firstPlaceOf(priority: QueueItem["priority"]): number {
		const end = this.#placeOf(priority);
		const waiting = this.items.findIndex(givesWay);
		const last = this.items.slice(0, end).findLastIndex(({ goesFirst }) => goesFirst);
		return waiting === -1 ? end : Math.min(end, Math.max(waiting, last === -1 ? 0 : last + 2));
	}

	#notifyPlaces(): void {
		const { items } = this;
		for (const [before, item] of items.entries())
			if (item.state === "waiting" || item.state === "next")
				this.notify({ kind: "advanced", before, waitMs: sumMs(items.slice(0, before)) }, item.id);
	}

	/**
	 * Notifies an item's owner. An error that the owner throws is logged, so that it doesn't keep other items from
	 * playing.
	 */
	#notify(item: QueuedItem, event: ItemEvent): void {
		try {
			item.news?.emit("event", event);
		} catch (err) {
			this.#options.logger.error({ event: "text_not_told", err }, "could not report what happened to a text");
		}
	}

	#end({ item: { id } }: QueueEntry, end: ItemEnd): void {
		const entry = this.#find(id);
		if (!entry) return;
		const { item, feeder, made } = entry;
		this.#set(this.#entries.filter((each) => each !== entry));
		const { underWay, logger } = this.#options;
		const settled = Promise.all([...made, feeder.end()]).then((all) => item.payer.settle(all.flat()));
		this.#notify(item, { kind: "ended", ...end });
		if (this.#entries.length === 0) this.#drained?.resolve();
		void underWay.follow(
			settled.catch((err: unknown) =>
				logger.error({ event: "speech_not_counted", err }, "could not count the speech of a text"),
			),
		);
	}
}
