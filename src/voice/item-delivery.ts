import type { Sound } from "@herald/common/audio/growing-clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { unwanted } from "@herald/common/race.ts";
import { keepCorrelation } from "../shared/correlation.ts";
import type { Problem } from "../shared/problem.ts";
import type { Compromise, Line } from "../speech/line.ts";
import type { LineAhead, LineSound, LookAhead, TextAhead } from "../speech/look-ahead.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import type { Playing } from "./playback.ts";
import type { ItemEnd, ItemEvent, QueueItem } from "./queue-item.ts";

export interface Passed extends Playing {
	/** Resolves when the previous sound has ended: then another may follow this one. */
	readonly room: Promise<unknown>;
}

export interface ItemDeliveryOptions {
	readonly item: QueueItem;
	readonly lookAhead: LookAhead;
	/** The item that this one goes before. */
	readonly before: ItemDelivery | undefined;
	readonly logger: Logger;
	/** Passes a sound on to be played, after a silence in ms. */
	readonly pass: (sound: Sound, signal: AbortSignal, pauseMs: number | undefined) => Passed;
	readonly notify: (event: ItemEvent) => void;
	/** A Line of it was requested, or is about to come. */
	readonly onExpected: () => void;
	readonly onStarted: () => void;
	/** Has Herald's own voices say it in another delivery, where they may, and can. */
	readonly standIn: ((why: Problem) => Promise<unknown>) | undefined;
}

/** An item's Lines on their way to playback, in order: its lead, its own, or the fallback. */
export class ItemDelivery {
	readonly #options: ItemDeliveryOptions;
	readonly #ahead: TextAhead;
	readonly #controller = new AbortController();
	readonly #asPart = keepCorrelation();
	#fallback: TextAhead | undefined;
	/** Taken from the look-ahead, and not passed on yet: the lead, and the first of the Lines. */
	readonly #opening: LineAhead[] = [];
	#heard = false;
	/** Of its own Lines. */
	#passed = 0;
	#standingIn: Promise<unknown> | undefined;
	readonly #compromises = new Set<Compromise>();
	/** Whether something of it was passed on, so that it keeps its place. */
	begun = false;
	delivered = false;
	/** The service has refused a request for it for now. */
	limited = false;
	/** How much is still to be heard. */
	#rest: "all" | "to its next pause" | "cut off" = "all";
	/** How it ends where it is cut off. */
	#cutOff: ItemEnd = { how: "interrupted" };

	constructor(options: ItemDeliveryOptions) {
		this.#options = options;
		const { item, lookAhead, before, notify, onExpected } = options;
		const lines = this.#write();
		this.#ahead = lookAhead.add(lines, {
			payer: item.payer,
			...(before && { before: before.#ahead }),
			listen: (news) => {
				if (news.kind === "begun" || news.kind === "answering") onExpected();
				// Where others may speak, nothing waits for that.
				if (news.kind !== "limited" || options.standIn) return;
				this.limited = true;
				notify(news);
			},
		});
	}

	/** What is heard first fails soon where Herald's own voices can say it all. */
	#write(): readonly Line[] {
		const { item, standIn } = this.#options;
		const { lead = [], lines } = item;
		return [...lead, ...lines].map((line, at) =>
			standIn && at <= lead.length ? { ...line, standIn: "possible" } : line,
		);
	}

	/** @returns how it ended, once all that was passed on has been played: `heard` if one of its own Lines was */
	describeEnd(problem: Problem | undefined): ItemEnd {
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

	/** Resolves when something of it can be heard, or is known not to be. */
	async ready(): Promise<void> {
		const { lead = [] } = this.#options.item;
		while (this.#opening.length <= lead.length) {
			const next = this.#ahead.next();
			if (!next) break;
			this.#opening.push(next);
		}
		const own = this.#opening[lead.length];
		await own?.begun;
		const [first] = this.#opening;
		const sound = first && (await this.#soundOf(first));
		if (own && !sound?.ok) await this.#soundOf(own);
		const problem = own?.failure()?.problem;
		if (!problem?.isOfService || this.begun) return;
		this.#standingIn ??= this.#options.standIn?.(problem);
		await this.#standingIn;
	}

	/**
	 * Passes on all of its Lines, at most one behind the playing one.
	 *
	 * @returns the account-level Problem that ends the item
	 */
	async run(): Promise<Problem | undefined> {
		const { lead = [], lines, fallback, payer } = this.#options.item;
		await this.ready();
		const nothingToCome = lines.length === 1 && this.#opening[lead.length]?.failure() !== undefined;
		let led = false;
		for (const line of this.#opening.splice(0, lead.length)) {
			const result = nothingToCome ? undefined : await this.#soundOf(line);
			if (result?.ok) {
				led = true;
				await this.#pass(line, result);
			} else line.release();
		}
		const problem = await this.#passLines();
		const isWanted = this.#rest === "all" && !this.#controller.signal.aborted;
		const isForOthers = problem?.isOfService === true && this.#options.standIn !== undefined;
		if (led && this.#passed === 0 && fallback && isWanted && !isForOthers) {
			this.#fallback = this.#asPart(() => this.#options.lookAhead.add([fallback], { payer }));
			const next = this.#fallback.next();
			const result = next && (await this.#soundOf(next));
			if (result?.ok) await this.#pass(next as LineAhead, result);
		}
		this.delivered = true;
		// The rest won't be heard, so other Lines can take its place.
		if (problem) void this.#ahead.end();
		return problem;
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
			if (this.#rest !== "all" && (next || taken < this.#options.item.lines.length)) this.#rest = "cut off";
			if (!next || this.#controller.signal.aborted || this.#rest !== "all") return undefined;
			const index = taken;
			taken += 1;
			if (result?.ok) {
				this.#passed += 1;
				await this.#pass(next, result, {
					onStart: () => this.#options.item.onLine?.(index),
					onWhole: () => {
						this.#heard = true;
					},
				});
			} else if (result?.problem.endsText) return result.problem;
			else {
				next.release();
				this.#options.notify({
					kind: "line_failed",
					line: this.#options.item.lines[index] ?? next.line,
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
		const { pass, notify, onStarted } = this.#options;
		const { signal } = this.#controller;
		if (signal.aborted) return;
		if (this.#rest !== "all") {
			this.#rest = "cut off";
			return;
		}
		const { started, ended, room } = pass(sound, signal, line.pauseMs);
		this.begun = true;
		started.then(() => {
			onStarted();
			if (!signal.aborted) onStart();
			this.#tell(compromises);
			release();
		});
		ended.then((whole) => {
			this.#tell(made()?.compromises ?? []);
			// It was heard while it was made, but for what couldn't be made.
			const failed = failure();
			if (whole && failed) notify({ kind: "line_failed", line, heard: true, problem: failed.problem });
			else if (whole) onWhole();
			else if (this.#rest !== "all") this.#rest = "cut off";
		});
		await room;
	}

	#tell(compromises: readonly Compromise[]): void {
		for (const compromise of compromises) {
			if (this.#compromises.has(compromise) || this.#controller.signal.aborted) continue;
			this.#compromises.add(compromise);
			this.#options.notify({ kind: "compromised", compromise });
		}
	}
}
