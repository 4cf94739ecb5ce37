import { frameMs } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { unwanted } from "@herald/common/retry.ts";
import type { Clock } from "../shared/clock.ts";
import { keepCorrelation } from "../shared/correlation.ts";
import type { Problem } from "../shared/problem.ts";
import type { Compromise } from "../speech/line.ts";
import { type LineAhead, type LineSound, LookAhead, type TextAhead } from "../speech/look-ahead.ts";
import type { LineSpeaker, SpokenLine } from "../speech/spoken.ts";
import type { DeliveryEvent, ItemProgress, NextSound } from "./item-progress.ts";
import type { Playback } from "./playback.ts";
import { givesWay, type ItemLines, type QueuedItem, type QueueItem } from "./queue-item.ts";

/** Lines generated ahead of the one that is playing or awaited, across items. */
export const channelLinesAhead = 2;
/** How long a silence lasts in ms before one more item may be heard before the first, which isn't ready. */
const patienceMs = 1_000;
/** How long it lasts in ms before the item that is waited for is late. */
const lateMs = 5_000;

/** An item of the queue, as its delivery sees it. */
export interface DeliveredItem {
	readonly item: QueuedItem;
	readonly progress: ItemProgress;
	readonly delivery: ItemDelivery;
}

/** What a delivery reports. */
export type DeliveryReport =
	| DeliveryEvent
	/** Herald's own voices say it instead: nothing of it was passed on. */
	| { readonly kind: "rewritten"; readonly written: ItemLines };

/** A sound that is passed on. */
type PassedSound = Extract<NextSound, { readonly kind: "lead" | "line" | "fallback" }>;

/** The queue whose items are delivered: it alone changes them and their order. */
export interface DeliveredQueue {
	/** In the order in which they are heard. */
	readonly delivered: readonly DeliveredItem[];
	/** Takes what is reported of an item; of one that it hasn't any more, nothing matters. */
	take(delivery: ItemDelivery, report: DeliveryReport): void;
}

export interface DeliveryOptions {
	readonly speech: LineSpeaker;
	readonly playback: Pick<Playback, "add" | "busy" | "expect">;
	readonly logger: Logger;
	readonly clock: Pick<Clock, "after">;
}

/**
 * Delivers a queue's items to playback, one after the other, with one Line behind the playing one. An item that isn't
 * ready lets other members' items pass after a second of silence.
 */
export class QueueDelivery {
	readonly options: DeliveryOptions;
	readonly queue: DeliveredQueue;
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

	constructor(options: DeliveryOptions, queue: DeliveredQueue) {
		this.options = options;
		this.queue = queue;
		const { speech, playback } = options;
		this.lookAhead = new LookAhead({ speech, linesAhead: channelLinesAhead, player: playback });
	}

	get isOpen(): boolean {
		return this.#open;
	}

	/** Starts playback. */
	open(): void {
		this.#open = true;
		if (this.queue.delivered.length > 0) this.options.playback.expect();
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
		if (this.#running || !this.#open || this.queue.delivered.length === 0) return;
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
				if (next !== true && this.find(next)) await this.#deliver(next);
			}
			// An item that arrives while the last Line is playing follows right behind it.
			else if (!(await Promise.race([this.#last.then(() => false), changed]))) {
				if (!this.#awaited) return;
			}
		}
	}

	find(delivery: ItemDelivery | undefined): DeliveredItem | undefined {
		return this.queue.delivered.find((each) => each.delivery === delivery);
	}

	/** The item that is being passed on, or else the first that waits. */
	get #awaited(): DeliveredItem | undefined {
		return this.find(this.#current) ?? this.queue.delivered.find(({ item }) => givesWay(item));
	}

	/** Looks every second, while there is something to deliver, whether it has been waited for in silence for too long. */
	#watchSilence(): void {
		const { clock, playback } = this.options;
		this.#silentMs = playback.busy ? 0 : this.#silentMs + patienceMs;
		const late = this.#silentMs > lateMs ? this.#awaited : undefined;
		if (this.#late?.item.id !== late?.item.id) {
			if (this.#late) this.queue.take(this.#late.delivery, { kind: "late", late: false });
			if (late) this.queue.take(late.delivery, { kind: "late", late: true });
		}
		this.#late = late;
		this.#stopWatching = clock.after(patienceMs, () => this.#watchSilence());
	}

	/** @returns the first that waits, and those that may pass it: no two of one member's, which stay in order */
	#listCandidates(): readonly ItemDelivery[] {
		const { clock, playback } = this.options;
		const waiting = this.queue.delivered.filter(({ item }) => givesWay(item));
		const [first] = waiting;
		if (!first) return [];
		this.#cancelPatience ??= clock.after(patienceMs, () => {
			this.#cancelPatience = undefined;
			this.#wake();
			if (!playback.busy) this.#passing += 1;
		});
		// A message that the service refuses for now keeps its place.
		const most = first.item.priority === "read" && first.progress.isLimited ? 0 : this.#passing;
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
		await delivery.run(this.#last);
		this.#current = undefined;
	}

	/** Adds a sound behind the others. @returns it, and when those have ended: then another may follow */
	play(...sound: Parameters<Playback["add"]>) {
		const room = this.#last;
		const playing = this.options.playback.add(...sound);
		this.#last = playing.ended;
		return { ...playing, room };
	}

	/** Begins the silence before an item's first word while the word is being made, if the item is next. */
	expect(delivery: ItemDelivery): void {
		if (this.#open && this.#awaited?.delivery === delivery) this.options.playback.expect();
	}
}

/** An item's Lines on their way to playback, in order: its lead, its own, or the fallback. */
export class ItemDelivery {
	readonly #item: QueueItem;
	readonly #outlet: QueueDelivery;
	readonly #controller = new AbortController();
	readonly #asPart = keepCorrelation();
	#ahead: TextAhead | undefined;
	#fallback: TextAhead | undefined;
	/** Taken from the look-ahead first: the lead, and the first of the Lines. */
	readonly #opening: LineAhead[] = [];
	/** Resolves when that first one should follow the lead without silence. */
	#near: Promise<void> | undefined;
	#standingIn: Promise<void> | undefined;
	/** Resolves when the last of what was passed on has ended. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(item: QueueItem, outlet: QueueDelivery) {
		this.#item = item;
		this.#outlet = outlet;
	}

	/** Has its Lines made. @param before - the delivery that it goes before; by default it goes behind all others */
	start(before: ItemDelivery | undefined): void {
		const { lead = [], lines, payer } = this.#item;
		const mayStandIn = this.#progress?.mayStandIn === true;
		// What is heard first fails soon where Herald's own voices can say it all.
		const written = [...lead, ...lines].map((line, at) =>
			mayStandIn && at <= lead.length ? { ...line, standIn: "possible" as const } : line,
		);
		this.#ahead = this.#outlet.lookAhead.add(written, {
			payer,
			before: before ? before.#ahead : undefined,
			listen: (news) => {
				if (news.kind === "begun" || news.kind === "answering") this.#outlet.expect(this);
				else if (news.kind === "limited") this.#report(news);
			},
		});
	}

	/** How far it has come; undefined once it is over, or delivered anew. */
	get #progress(): ItemProgress | undefined {
		return this.#outlet.find(this)?.progress;
	}

	#report(report: DeliveryReport): void {
		this.#outlet.queue.take(this, report);
	}

	/** Stops making Lines. What is with playback is heard. */
	drain(): void {
		void this.#ahead?.end();
		void this.#fallback?.end();
	}

	/** Resolves when something of it can be heard, or is known not to be; its lead, when the rest isn't far. */
	async ready(): Promise<void> {
		const { lead = [] } = this.#item;
		while (this.#opening.length <= lead.length) {
			const next = this.#ahead?.next();
			if (!next) break;
			this.#opening.push(next);
		}
		const own = this.#opening[lead.length];
		const usualMs = (await own?.begun) ?? 0;
		const [first] = this.#opening;
		const result = first && (await this.#soundOf(first));
		const isNothingHeard = () => this.#progress?.heard === "nothing";
		if (own && own !== first) {
			const known = this.#soundOf(own).then(() => this.#report({ kind: "first_known" }));
			this.#near ??= result?.ok ? this.#wait(usualMs - result.sound.packets.length * frameMs, known) : known;
			// A lead that was heard already is heard again only right before the rest.
			await (isNothingHeard() ? this.#near : known);
		}
		const problem = own?.failure()?.problem;
		if (!problem?.isOfService || !isNothingHeard()) return;
		this.#standingIn ??= this.#letStandIn(problem);
		await this.#standingIn;
	}

	/** Where the store can't be read, the item fails as it would without those voices. */
	async #letStandIn(why: Problem): Promise<void> {
		if (!this.#progress?.mayStandIn) return;
		try {
			const written = await this.#item.inOwnVoices?.(this.#item, why);
			if (written) this.#report({ kind: "rewritten", written });
		} catch (error) {
			this.#logFailure(error);
		}
	}

	async #wait(ms: number, orUntil: Promise<unknown>): Promise<void> {
		if (ms <= 0) return;
		const over = Promise.withResolvers<void>();
		const cancel = this.#outlet.options.clock.after(ms, over.resolve);
		await Promise.race([over.promise, orUntil]);
		cancel();
	}

	/**
	 * Passes on what is next, at most one Line behind the playing one, until nothing is or it is held up.
	 *
	 * @param last - the end of what was played last, of any item
	 */
	async run(last: Promise<unknown>): Promise<void> {
		await this.ready();
		const { lead = [], lines } = this.#item;
		const own = this.#opening[lead.length];
		const isSilent = lines.length === 1 && own?.failure() !== undefined;
		if (isSilent) for (const line of this.#opening.slice(0, lead.length)) line.release();
		this.#report({ kind: "turn", isLast: last === this.#last, isSilent });
		for (let progress = this.#progress; progress; progress = this.#progress) {
			const { next } = progress;
			if (next.kind === "held_up") return;
			if (next.kind === "nothing") {
				// The rest won't be heard, so other Lines can take its place.
				if (next.problem) void this.#ahead?.end();
				void this.#last.then(() => this.#report({ kind: "silent" }));
				return;
			}
			if (next.kind === "first_line") {
				await Promise.race([own && this.#soundOf(own), this.#last]);
				this.#report({ kind: "lead_over" });
			} else await this.#passOn(next);
		}
	}

	/** Stops passing on and requesting Lines. @returns all finished ones */
	async end(): Promise<readonly SpokenLine[]> {
		this.#controller.abort(unwanted);
		const made = await Promise.all([this.#ahead?.end() ?? [], this.#fallback?.end() ?? []]);
		return made.flat();
	}

	#take(next: PassedSound): LineAhead | undefined {
		const { lead = [], fallback, payer } = this.#item;
		if (next.kind === "lead") return this.#opening[next.at];
		if (next.kind === "line") return next.at === 0 ? this.#opening[lead.length] : this.#ahead?.next();
		this.#fallback = this.#asPart(() => this.#outlet.lookAhead.add(fallback ? [fallback] : [], { payer }));
		return this.#fallback.next();
	}

	async #passOn(next: PassedSound): Promise<void> {
		const ahead = this.#take(next);
		if (!ahead) return this.#report({ kind: "no_line" });
		const result = await this.#soundOf(ahead);
		if (!result?.ok) {
			const problem = result?.problem;
			if (next.kind === "lead" || !problem?.endsText) ahead.release();
			return this.#report({ kind: "no_sound", line: ahead.line, problem });
		}
		const isFirst = this.#progress?.heard === "nothing";
		this.#report({ kind: "sound" });
		if (this.#progress?.rest.kind === "all") await this.#play(next, ahead, result, isFirst);
	}

	async #soundOf({ sound }: LineAhead): Promise<LineSound | undefined> {
		return sound().catch((error: unknown) => {
			if (this.#progress?.rest.kind === "all") this.#logFailure(error);
			return undefined;
		});
	}

	#logFailure(error: unknown): void {
		this.#outlet.options.logger.error({ event: "line_failed", err: error }, "a Line failed");
	}

	/** Resolves when there is room for another Line. */
	async #play(
		next: PassedSound,
		{ line, release, made, failure }: LineAhead,
		{ sound, compromises }: LineSound & { readonly ok: true },
		isFirst: boolean,
	): Promise<void> {
		const mayStart = isFirst ? () => this.#mayStart() : undefined;
		const { signal } = this.#controller;
		const { started, ended, room } = this.#outlet.play(sound, signal, mayStart, line.pauseMs);
		void started.then(() => {
			this.#report({ kind: "started" });
			if (next.kind === "line" && !signal.aborted) this.#item.onLine?.(next.at);
			this.#tell(compromises);
			release();
		});
		this.#last = ended;
		void ended.then((isWhole) => {
			this.#tell(made()?.compromises ?? []);
			this.#report({ kind: "played", line, isWhole, isOwn: next.kind === "line", failure: failure() });
		});
		await room;
	}

	/** Asked right before its first packet. */
	#mayStart(): boolean {
		const may = this.#item.mayStart?.() ?? true;
		if (may === true) return true;
		this.#report({
			kind: "refused",
			end: may === false ? { how: "withdrawn" } : { how: "failed", problem: may },
		});
		return false;
	}

	#tell(compromises: readonly Compromise[]): void {
		for (const compromise of compromises) this.#report({ kind: "compromised", compromise });
	}
}
