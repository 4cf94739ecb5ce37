import { frameMs } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { unwanted } from "@herald/common/race.ts";
import type { Clock } from "../shared/clock.ts";
import { keepCorrelation } from "../shared/correlation.ts";
import type { Problem } from "../shared/problem.ts";
import type { Compromise, Line } from "../speech/line.ts";
import { type LineAhead, type LineSound, LookAhead, type TextAhead } from "../speech/look-ahead.ts";
import type { LineSpeaker, SpokenLine } from "../speech/spoken.ts";
import type { Playback, Playing } from "./playback.ts";
import {
	givesWay,
	type ItemEnd,
	type ItemEvent,
	type ItemLines,
	type QueuedItem,
	type QueueItem,
} from "./queue-item.ts";

/** Lines generated ahead of the one that is playing or awaited, across items. */
export const channelLinesAhead = 2;
/** How long a silence lasts in ms before one more item may be heard before the first, which isn't ready. */
const patienceMs = 1_000;
/** How long it lasts in ms before the item that is waited for is late. */
const lateMs = 5_000;

/** What a delivery reports to the queue, which alone changes items and their order. */
export type DeliveryReport =
	/** The item's first sound is with playback. */
	| { readonly kind: "passed_on" }
	/** Its lead was heard, and the rest isn't there: others may be heard meanwhile. */
	| { readonly kind: "held_up" }
	/** Herald's own voices say it instead: nothing of it was passed on. */
	| { readonly kind: "rewritten"; readonly written: ItemLines }
	| Extract<
			ItemEvent,
			{ readonly kind: "started" | "compromised" | "line_failed" | "limited" | "late" | "ended" }
	  >;

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
export class Delivery {
	readonly #options: DeliveryOptions;
	readonly #lookAhead: LookAhead;
	/** Resolves when the last sound passed to playback has ended. */
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
		this.#lookAhead = new LookAhead({ speech, most, isHeardAtOnce: () => !playback.busy });
	}

	/** Has an item's Lines made. @param before - the delivery that it goes before; by default it goes behind all others */
	prepare(item: QueueItem, before: ItemDelivery | undefined): ItemDelivery {
		const { logger, clock, report } = this.#options;
		return new ItemDelivery(item, before, {
			lookAhead: this.#lookAhead,
			logger,
			clock,
			report,
			last: () => this.#last,
			play: (...sound) => this.#play(...sound),
			expect: (delivery) => this.#expect(delivery),
		});
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
		this.#lookAhead.fill();
		void this.#run();
	}

	#wake(): void {
		this.#changed.resolve();
		this.#changed = Promise.withResolvers();
	}

	/** Delivers until nothing is left. */
	async #run(): Promise<void> {
		if (this.#running || !this.#open || this.#options.items().length === 0) return;
		this.#running = true;
		this.#watchSilence();
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
				if (!this.#awaited) break;
			}
		}
		this.#running = false;
		this.#stopWatching();
		this.#silentMs = 0;
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

	#play(...sound: Parameters<Playback["add"]>): Played {
		const room = this.#last;
		const playing = this.#options.playback.add(...sound);
		this.#last = playing.ended;
		return { ...playing, room };
	}

	/** Begins the silence before an item's first word while the word is being made, if the item is next. */
	#expect(delivery: ItemDelivery): void {
		if (this.#open && this.#awaited?.delivery === delivery) this.#options.playback.expect();
	}
}

interface Played extends Playing {
	/** Resolves when the previous sound has ended: then another may follow this one. */
	readonly room: Promise<unknown>;
}

/** Where an item's sounds and reports go. */
interface Outlet {
	readonly lookAhead: LookAhead;
	readonly logger: Logger;
	readonly clock: DeliveryOptions["clock"];
	readonly report: DeliveryOptions["report"];
	/** @returns what resolves when the last of what was played, of any item, has ended */
	readonly last: () => Promise<unknown>;
	readonly play: (...sound: Parameters<Playback["add"]>) => Played;
	/** A Line was requested, or is about to come. */
	readonly expect: (delivery: ItemDelivery) => void;
}

const isInOwnVoice = ({ standIn }: Line): boolean => standIn !== undefined;

/** An item's Lines on their way to playback, in order: its lead, its own, or the fallback. */
export class ItemDelivery {
	readonly #item: QueueItem;
	readonly #outlet: Outlet;
	/** Has Herald's own voices say it in another delivery, where they may, and don't yet. */
	readonly #inOwnVoices: QueueItem["inOwnVoices"];
	readonly #ahead: TextAhead;
	readonly #controller = new AbortController();
	readonly #asPart = keepCorrelation();
	#fallback: TextAhead | undefined;
	/** Taken from the look-ahead, and not passed on yet: the lead, and the first of the Lines. */
	readonly #opening: LineAhead[] = [];
	/** Whether it is known what became of that first one. */
	#isOwnKnown = false;
	/** Resolves when that first one should follow the lead without silence. */
	#near: Promise<void> | undefined;
	#begun = false;
	#heard = false;
	/** Of its own Lines. */
	#passed = 0;
	/** Resolves when the last of what was passed on has ended. */
	#last: Promise<unknown> = Promise.resolve();
	#standingIn: Promise<void> | undefined;
	readonly #compromises = new Set<Compromise>();
	/** How much is still to be heard. */
	#rest: "all" | "to its next pause" | "cut off" = "all";
	/** How it ends where it is cut off. */
	#cutOff: ItemEnd = { how: "interrupted" };

	constructor(item: QueueItem, before: ItemDelivery | undefined, outlet: Outlet) {
		this.#item = item;
		this.#outlet = outlet;
		this.#inOwnVoices = item.lines.some(isInOwnVoice) ? undefined : item.inOwnVoices;
		this.#ahead = outlet.lookAhead.add(this.#write(), {
			payer: item.payer,
			...(before && { before: before.#ahead }),
			listen: (news) => {
				if (news.kind === "begun" || news.kind === "answering") outlet.expect(this);
				// Where others may speak, nothing waits for that.
				else if (news.kind === "limited" && !this.#inOwnVoices) this.#report(news);
			},
		});
	}

	/** What is heard first fails soon where Herald's own voices can say it all. */
	#write(): readonly Line[] {
		const { lead = [], lines } = this.#item;
		return [...lead, ...lines].map((line, at) =>
			this.#inOwnVoices && at <= lead.length ? { ...line, standIn: "possible" } : line,
		);
	}

	#report(report: DeliveryReport): void {
		this.#outlet.report(this, report);
	}

	/** @returns how it ended, once all that was passed on has been played: `heard` if one of its own Lines was */
	#describeEnd(problem: Problem | undefined): ItemEnd {
		if (this.#rest === "cut off") return this.#cutOff;
		if (this.#heard && !problem) return { how: "heard" };
		return { how: "failed", ...(problem && { problem, isUnheard: this.#passed === 0 }) };
	}

	/** Stops making and passing on Lines. @param end - how it ends, unless all of it is heard */
	drain(end: ItemEnd): void {
		if (this.#rest === "all") this.#rest = "to its next pause";
		this.#cutOff = end;
		void this.#ahead.end();
		void this.#fallback?.end();
	}

	/** Resolves when something of it can be heard, or is known not to be; its lead, when the rest isn't far. */
	async ready(): Promise<void> {
		const { lead = [] } = this.#item;
		while (this.#opening.length <= lead.length) {
			const next = this.#ahead.next();
			if (!next) break;
			this.#opening.push(next);
		}
		const own = this.#opening[lead.length];
		const usualMs = (await own?.begun) ?? 0;
		const [first] = this.#opening;
		const result = first && (await this.#soundOf(first));
		if (own && own !== first) {
			const known = this.#soundOf(own).then(() => {
				this.#isOwnKnown = true;
			});
			this.#near ??= result?.ok ? this.#wait(usualMs - result.sound.packets.length * frameMs, known) : known;
			// A lead that was heard already is heard again only right before the rest.
			await (this.#begun ? known : this.#near);
		}
		const problem = own?.failure()?.problem;
		if (!problem?.isOfService || this.#begun) return;
		this.#standingIn ??= this.#letStandIn(problem);
		await this.#standingIn;
	}

	async #letStandIn(why: Problem): Promise<void> {
		const written = await this.#inOwnVoices?.(this.#item, why);
		if (written) this.#report({ kind: "rewritten", written });
	}

	async #wait(ms: number, orUntil: Promise<unknown>): Promise<void> {
		if (ms <= 0) return;
		const over = Promise.withResolvers<void>();
		const cancel = this.#outlet.clock.after(ms, over.resolve);
		await Promise.race([over.promise, orUntil]);
		cancel();
	}

	/**
	 * Passes on all of its Lines, at most one behind the playing one, and reports their end when they were played. Where
	 * only its lead was there, it reports that; the next run goes on, with the lead again if others were heard meanwhile.
	 */
	async run(): Promise<void> {
		const { lead = [], lines, fallback, payer } = this.#item;
		await this.ready();
		const own = this.#opening[lead.length];
		const nothingToCome = lines.length === 1 && own?.failure() !== undefined;
		let led = this.#begun && this.#outlet.last() === this.#last;
		if (this.#begun) this.#report({ kind: "passed_on" });
		for (const line of led ? [] : this.#opening.slice(0, lead.length)) {
			const result = nothingToCome ? undefined : await this.#soundOf(line);
			if (result?.ok) {
				led = true;
				await this.#pass(line, result);
			} else line.release();
		}
		if (led && own && !this.#isOwnKnown) {
			await Promise.race([this.#soundOf(own), this.#last]);
			if (!this.#isOwnKnown) return this.#report({ kind: "held_up" });
		}
		this.#opening.splice(0, lead.length);
		const problem = await this.#passLines();
		const isWanted = this.#rest === "all" && !this.#controller.signal.aborted;
		const isForOthers = problem?.isOfService === true && this.#inOwnVoices !== undefined;
		if (led && this.#passed === 0 && fallback && isWanted && !isForOthers) {
			this.#fallback = this.#asPart(() => this.#outlet.lookAhead.add([fallback], { payer }));
			const next = this.#fallback.next();
			const result = next && (await this.#soundOf(next));
			if (result?.ok) await this.#pass(next as LineAhead, result);
		}
		// The rest won't be heard, so other Lines can take its place.
		if (problem) void this.#ahead.end();
		void this.#last.then(() => this.#report({ kind: "ended", ...this.#describeEnd(problem) }));
	}

	/** Stops passing on and requesting Lines. @returns all finished ones */
	async end(): Promise<readonly SpokenLine[]> {
		this.#controller.abort(unwanted);
		const made = await Promise.all([this.#ahead.end(), this.#fallback?.end() ?? []]);
		return made.flat();
	}

	/** @returns the Problem that ends them before the last */
	async #passLines(): Promise<Problem | undefined> {
		let taken = 0;
		for (;;) {
			const next = this.#opening.shift() ?? this.#ahead.next();
			const result = next && (await this.#soundOf(next));
			if (this.#rest !== "all" && (next || taken < this.#item.lines.length)) this.#rest = "cut off";
			if (!next || this.#controller.signal.aborted || this.#rest !== "all") return undefined;
			const index = taken;
			taken += 1;
			if (result?.ok) {
				this.#passed += 1;
				await this.#pass(next, result, {
					onStart: () => this.#item.onLine?.(index),
					onWhole: () => {
						this.#heard = true;
					},
				});
			} else if (result?.problem.endsText) return result.problem;
			else {
				next.release();
				this.#report({
					kind: "line_failed",
					line: this.#item.lines[index] ?? next.line,
					heard: false,
					problem: result?.problem,
				});
			}
		}
	}

	async #soundOf({ sound }: LineAhead): Promise<LineSound | undefined> {
		return sound().catch((error: unknown) => {
			if (!this.#controller.signal.aborted && this.#rest === "all")
				this.#outlet.logger.error({ event: "line_failed", err: error }, "a Line failed");
			return undefined;
		});
	}

	/** Passes a Line on, and resolves when there is room for another. */
	async #pass(
		{ line, release, made, failure }: LineAhead,
		{ sound, compromises }: LineSound & { readonly ok: true },
		{ onStart = () => {}, onWhole = () => {} } = {},
	): Promise<void> {
		const { signal } = this.#controller;
		if (signal.aborted) return;
		if (this.#rest !== "all") {
			this.#rest = "cut off";
			return;
		}
		const mayStart = this.#begun ? undefined : () => this.#mayStart();
		if (!this.#begun) this.#report({ kind: "passed_on" });
		this.#begun = true;
		const { started, ended, room } = this.#outlet.play(sound, signal, mayStart, line.pauseMs);
		void started.then(() => {
			this.#report({ kind: "started" });
			if (!signal.aborted) onStart();
			this.#tell(compromises);
			release();
		});
		this.#last = ended;
		void ended.then((whole) => {
			this.#tell(made()?.compromises ?? []);
			// It was heard while it was made, but for what couldn't be made.
			const failed = failure();
			if (whole && failed) this.#report({ kind: "line_failed", line, heard: true, problem: failed.problem });
			else if (whole) onWhole();
			else if (this.#rest !== "all") this.#rest = "cut off";
		});
		await room;
	}

	/** Asked right before its first packet. */
	#mayStart(): boolean {
		const may = this.#item.mayStart?.() ?? true;
		if (may === true) return true;
		const end: ItemEnd = may === false ? { how: "withdrawn" } : { how: "failed", problem: may };
		this.#report({ kind: "ended", ...end });
		return false;
	}

	#tell(compromises: readonly Compromise[]): void {
		for (const compromise of compromises) {
			if (this.#compromises.has(compromise) || this.#controller.signal.aborted) continue;
			this.#compromises.add(compromise);
			this.#report({ kind: "compromised", compromise });
		}
	}
}
