import { frameMs } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { unwanted } from "@herald/common/race.ts";
import type { Clock } from "../shared/clock.ts";
import { keepCorrelation } from "../shared/correlation.ts";
import type { Problem } from "../shared/problem.ts";
import type { Compromise, Line } from "../speech/line.ts";
import type { LineAhead, LineSound, LookAhead, TextAhead } from "../speech/look-ahead.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import type { Playback, Playing } from "./playback.ts";
import type { ItemEnd, ItemEvent, ItemLines, QueueItem } from "./queue-item.ts";

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

export interface SoundPlayback extends Playing {
	/** Resolves when the previous sound has ended: then another may follow this one. */
	readonly room: Promise<unknown>;
}

/** Where the Lines of all items come from, and their sounds go. */
export interface SoundOutlet {
	readonly lookAhead: LookAhead;
	/** Resolves when the last of what was played, of any item, has ended. */
	readonly last: Promise<unknown>;
	play(...sound: Parameters<Playback["add"]>): SoundPlayback;
	/** A Line was requested, or is about to come. */
	expect(delivery: ItemDelivery): void;
}

export interface ItemDeliveryOptions {
	readonly item: QueueItem;
	/** The delivery that it goes before; by default it goes behind all others. */
	readonly before: ItemDelivery | undefined;
	readonly outlet: SoundOutlet;
	readonly logger: Logger;
	readonly clock: Pick<Clock, "after">;
	readonly report: (delivery: ItemDelivery, report: DeliveryReport) => void;
}

const isInOwnVoice = ({ standIn }: Line): boolean => standIn !== undefined;

/** An item's Lines on their way to playback, in order: its lead, its own, or the fallback. */
export class ItemDelivery {
	readonly #options: ItemDeliveryOptions;
	readonly #item: QueueItem;
	readonly #outlet: SoundOutlet;
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

	constructor(options: ItemDeliveryOptions) {
		const { item, before, outlet } = options;
		this.#options = options;
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
		this.#options.report(this, report);
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

	/** Where the store can't be read, the item fails as it would without those voices. */
	async #letStandIn(why: Problem): Promise<void> {
		try {
			const written = await this.#inOwnVoices?.(this.#item, why);
			if (written) this.#report({ kind: "rewritten", written });
		} catch (error) {
			this.#options.logger.error({ event: "line_failed", err: error }, "a Line failed");
		}
	}

	async #wait(ms: number, orUntil: Promise<unknown>): Promise<void> {
		if (ms <= 0) return;
		const over = Promise.withResolvers<void>();
		const cancel = this.#options.clock.after(ms, over.resolve);
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
		let led = this.#begun && this.#outlet.last === this.#last;
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
				this.#options.logger.error({ event: "line_failed", err: error }, "a Line failed");
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
