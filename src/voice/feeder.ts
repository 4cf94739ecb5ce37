import { frameMs } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { unwanted } from "@herald/common/retry.ts";
import type { Clock } from "../shared/clock.ts";
import { keepCorrelation } from "../shared/correlation.ts";
import type { Problem } from "../shared/problem.ts";
import type { Compromise, LineAhead, LineSound, LineSpeaker, SpokenLine } from "../speech/line.ts";
import { LookAhead, type TextAhead } from "../speech/look-ahead.ts";
import {
	beginItem,
	type FeedEvent,
	type ItemProgress,
	type NextSound,
	nextStep,
	stateOf,
} from "./item-progress.ts";
import type { Playback } from "./playback.ts";
import {
	givesWay,
	type ItemEnd,
	type ItemEvent,
	type ItemLines,
	type ItemState,
	type OwnVoices,
	type QueuedItem,
} from "./voice-channels.ts";

/** How many Lines, of all items together, are requested ahead of the one that is playing or awaited. */
export const channelLinesAhead = 2;
/**
 * How long a first item that isn't ready holds up the others, in ms. Each time this has passed and nothing is playing,
 * one more item may play before the first. Silence is checked at the same interval.
 */
const patienceMs = 1_000;
/** How much silence, in ms, makes the awaited item count as late. */
const lateMs = 5_000;

type PassedSound = Extract<NextSound, { readonly kind: "lead" | "line" | "fallback" }>;

/** The queue whose items are passed on to playback. */
export interface FedQueue {
	/** Called when an item's state may have changed. @param tell - what its owner is told */
	advance(feeder: ItemFeeder, tell: ItemEvent | undefined): void;
	/** Called when Herald's own voices will say an item instead, before any of its sounds is passed on. */
	rewrite(id: string, written: ItemLines): void;
}

export interface RunnerOptions {
	readonly speech: LineSpeaker;
	readonly ownVoices?: OwnVoices | undefined;
	readonly playback: Pick<Playback, "add" | "busy" | "expect">;
	readonly logger: Logger;
	readonly clock: Pick<Clock, "after">;
}

/**
 * Passes a queue's items on to playback one after the other, at most one Line ahead of the playing one. If an item isn't
 * ready, other members' items may go first after a second of silence.
 */
export class QueueRunner {
	readonly options: RunnerOptions;
	readonly queue: FedQueue;
	readonly lookAhead: LookAhead;
	/** The feeders of the queue's items, in the order in which they play. Only the queue sets them. */
	feeders: readonly ItemFeeder[] = [];
	#last: Promise<unknown> = Promise.resolve();
	#lastFed: ItemFeeder | undefined;
	#changed = Promise.withResolvers<void>();
	isOpen = false;
	#running = false;
	/** The item whose Lines are being passed on. */
	#current: ItemFeeder | undefined;
	/** How many items may play before the first waiting item. */
	#passing = 0;
	#cancelPatience: (() => void) | undefined;
	#stopWatching = () => {};
	#silentMs = 0;
	#late: ItemFeeder | undefined;

	constructor(options: RunnerOptions, queue: FedQueue) {
		this.options = options;
		this.queue = queue;
		const { speech, playback } = options;
		this.lookAhead = new LookAhead({ speech, linesAhead: channelLinesAhead, player: playback });
	}

	/** @returns whether an item's sound was passed on last */
	isLastFed(feeder: ItemFeeder): boolean {
		return this.#lastFed === feeder;
	}

	open(): void {
		this.isOpen = true;
		if (this.feeders.length > 0) this.options.playback.expect();
		void this.#run();
	}

	/** Must be called when items were added, rewritten or ended. */
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
		if (this.#running || !this.isOpen || this.feeders.length === 0) return;
		this.#running = true;
		this.#watchSilence();
		try {
			await this.#runAll();
		} finally {
			this.#running = false;
			this.#stopWatching();
			this.#silentMs = 0;
		}
	}

	async #runAll(): Promise<void> {
		for (;;) {
			const candidates = this.#listCandidates();
			const changed = this.#changed.promise.then(() => true as const);
			if (candidates.length > 0) {
				// If the queue changes before a candidate can play, the candidates are listed anew.
				const next = await Promise.race([...candidates.map((each) => this.#ready(each)), changed]);
				if (next !== true && next.progress) await this.#runItem(next);
			}
			// An item that arrives while the last Line is playing follows it without a gap.
			else if (!(await Promise.race([this.#last.then(() => false), changed]))) {
				if (!this.#awaited) return;
			}
		}
	}

	/** The item that is being passed on, or else the first one that waits. */
	get #awaited(): ItemFeeder | undefined {
		return this.#current?.progress ? this.#current : this.feeders.find(givesWay);
	}

	/** While items are left to play, checks every second whether the silence has lasted too long. */
	#watchSilence(): void {
		const { clock, playback } = this.options;
		this.#silentMs = playback.busy ? 0 : this.#silentMs + patienceMs;
		const late = this.#silentMs > lateMs ? this.#awaited : undefined;
		if (this.#late?.item.id !== late?.item.id) {
			this.#late?.note({ kind: "late", late: false });
			late?.note({ kind: "late", late: true });
		}
		this.#late = late;
		this.#stopWatching = clock.after(patienceMs, () => this.#watchSilence());
	}

	/**
	 * @returns the first waiting item, then those that may play before it: of each other member only the first item, so
	 * that a member's items stay in order; never a book's page
	 */
	#listCandidates(): readonly ItemFeeder[] {
		const { clock, playback } = this.options;
		const waiting = this.feeders.filter(givesWay);
		const [first] = waiting;
		if (!first) return [];
		this.#cancelPatience ??= clock.after(patienceMs, () => {
			this.#cancelPatience = undefined;
			this.#wake();
			if (!playback.busy) this.#passing += 1;
		});
		// A message that the service's rate limit delays keeps its place.
		const most = first.item.priority === "read" && first.progress?.isLimited ? 0 : this.#passing;
		const others = waiting.filter(
			({ item: { userId, priority } }, at) =>
				at > 0 && priority !== "page" && waiting.findIndex((each) => each.item.userId === userId) === at,
		);
		return [first, ...others.slice(0, most)];
	}

	/** Resolves to the item once it can play and the sound before it has ended. */
	async #ready(feeder: ItemFeeder): Promise<ItemFeeder> {
		await feeder.ready();
		await this.#last;
		return feeder;
	}

	async #runItem(feeder: ItemFeeder): Promise<void> {
		this.#cancelPatience?.();
		this.#cancelPatience = undefined;
		this.#passing = 0;
		this.#current = feeder;
		await feeder.run();
		this.#current = undefined;
	}

	/**
	 * Passes a sound on to playback, which plays it after all earlier ones.
	 *
	 * @returns the playing sound, with `room`, which resolves when the sound before it has ended
	 */
	play(feeder: ItemFeeder, ...sound: Parameters<Playback["add"]>) {
		const room = this.#last;
		const playing = this.options.playback.add(...sound);
		this.#last = playing.ended;
		this.#lastFed = feeder;
		return { ...playing, room };
	}

	/** If the item is next, begins the silence before its first word while that word is being made. */
	expect(feeder: ItemFeeder): void {
		if (this.isOpen && this.#awaited === feeder) this.options.playback.expect();
	}
}

/** Passes an item's Lines on to playback in order: its lead, then its own Lines or the fallback. */
export class ItemFeeder {
	readonly item: QueuedItem;
	readonly #runner: QueueRunner;
	/** Aborts when the item is over, or another feeder has replaced this one. */
	readonly #controller = new AbortController();
	#progress: ItemProgress;
	readonly #asPart = keepCorrelation();
	#ahead: TextAhead | undefined;
	#fallback: TextAhead | undefined;
	/** The first Lines of the look-ahead: the lead, and the item's first own Line. */
	readonly #opening: LineAhead[] = [];
	/** Resolves when the first own Line can follow the lead without silence. */
	#near: Promise<void> | undefined;
	#standingIn: Promise<void> | undefined;
	/** Resolves when the last sound that was passed on has ended. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(item: QueuedItem, runner: QueueRunner) {
		this.item = item;
		this.#runner = runner;
		this.#progress = beginItem(item, runner.options.ownVoices !== undefined);
	}

	/**
	 * Requests the item's Lines.
	 *
	 * @param before - the feeder whose Lines follow this feeder's; if undefined, this feeder's Lines come last
	 */
	start(before: ItemFeeder | undefined): void {
		const { lead = [], lines, payer } = this.item;
		// If Herald's own voices may say the item instead, its first Lines are marked so that they fail soon while the
		// service is in trouble.
		const written = [...lead, ...lines].map((line, at) =>
			this.#progress.mayStandIn && at <= lead.length ? { ...line, standIn: "possible" as const } : line,
		);
		this.#ahead = this.#runner.lookAhead.add(written, { payer, before: before ? before.#ahead : undefined });
		void this.#follow(this.#ahead);
	}

	async #follow(ahead: TextAhead): Promise<void> {
		for await (const [news] of ahead.news())
			if (news?.kind === "limited") this.note(news);
			else if (news?.kind !== "sound") this.#runner.expect(this);
	}

	/** The item's progress; undefined if it is over, or another feeder has replaced this one. */
	get progress(): ItemProgress | undefined {
		return this.#controller.signal.aborted ? undefined : this.#progress;
	}

	get state(): ItemState {
		return stateOf(this.#progress);
	}

	/** Records an event, unless the item is over or another feeder has replaced this one. */
	note(event: FeedEvent): void {
		if (!this.progress) return;
		const { progress, tell } = nextStep(this.#progress, event);
		this.#progress = progress;
		this.#runner.queue.advance(this, tell);
	}

	/**
	 * Requests and passes on no more Lines, because the item must end at its next pause. Playback ends the playing sound
	 * there.
	 */
	drain(end: ItemEnd): void {
		this.note({ kind: "drained", end });
		void this.#ahead?.end();
		void this.#fallback?.end();
	}

	/**
	 * Resolves when the item can play or is known to have failed. An item with a lead waits until its first own Line can
	 * follow the lead without silence.
	 */
	async ready(): Promise<void> {
		const { lead = [] } = this.item;
		while (this.#opening.length <= lead.length) {
			const next = this.#ahead?.next();
			if (!next) break;
			this.#opening.push(next);
		}
		const own = this.#opening[lead.length];
		const usualMs = (await own?.begun) ?? 0;
		const [first] = this.#opening;
		const result = first && (await this.#soundOf(first));
		const isNothingHeard = () => this.progress?.heard === "nothing";
		if (own && own !== first) {
			const known = this.#soundOf(own).then(() => this.note({ kind: "first_known" }));
			this.#near ??= result?.ok ? this.#wait(usualMs - result.sound.packets.length * frameMs, known) : known;
			// A lead that hasn't played waits until the first own Line is near. An item whose lead has played waits until the
			// sound of that Line has come.
			await (isNothingHeard() ? this.#near : known);
		}
		const problem = own?.failure?.problem;
		if (!problem?.isOfService || !isNothingHeard()) return;
		this.#standingIn ??= this.#letStandIn(problem);
		await this.#standingIn;
	}

	/** Rewrites the item for Herald's own voices. If that throws, the item fails as it would without them. */
	async #letStandIn(why: Problem): Promise<void> {
		const { standInFor } = this.item;
		if (!this.progress?.mayStandIn || !standInFor) return;
		try {
			const written = await this.#runner.options.ownVoices?.rewrite(this.item, standInFor, why);
			if (written && this.progress) this.#runner.queue.rewrite(this.item.id, written);
		} catch (error) {
			this.#logFailure(error);
		}
	}

	async #wait(ms: number, orUntil: Promise<unknown>): Promise<void> {
		if (ms <= 0) return;
		const over = Promise.withResolvers<void>();
		const cancel = this.#runner.options.clock.after(ms, over.resolve);
		await Promise.race([over.promise, orUntil]);
		cancel();
	}

	/** Passes on sounds, at most one Line ahead of the playing one, until none is left or the item is held up. */
	async run(): Promise<void> {
		await this.ready();
		const { lead = [], lines } = this.item;
		const own = this.#opening[lead.length];
		const isSilent = lines.length === 1 && own?.failure !== undefined;
		if (isSilent) for (const line of this.#opening.slice(0, lead.length)) line.release();
		this.note({ kind: "turn", isLast: this.#runner.isLastFed(this), isSilent });
		for (let progress = this.progress; progress; progress = this.progress) {
			const { next } = progress;
			if (next.kind === "held_up") return;
			if (next.kind === "nothing") {
				// The rest won't be played, so other Lines can take its place in the look-ahead.
				if (next.problem) void this.#ahead?.end();
				void this.#last.then(() => this.note({ kind: "silent" }));
				return;
			}
			if (next.kind === "first_line") {
				await Promise.race([own && this.#soundOf(own), this.#last]);
				this.note({ kind: "lead_over" });
			} else await this.#passOn(next);
		}
	}

	/** Stops passing on and requesting Lines. @returns the item's finished Lines */
	async end(): Promise<readonly SpokenLine[]> {
		this.#controller.abort(unwanted);
		return (await Promise.all([this.#ahead?.end() ?? [], this.#fallback?.end() ?? []])).flat();
	}

	#take(next: PassedSound): LineAhead | undefined {
		const { lead = [], fallback, payer } = this.item;
		if (next.kind === "lead") return this.#opening[next.at];
		if (next.kind === "line") return next.at === 0 ? this.#opening[lead.length] : this.#ahead?.next();
		this.#fallback = this.#asPart(() => this.#runner.lookAhead.add(fallback ? [fallback] : [], { payer }));
		return this.#fallback.next();
	}

	async #passOn(next: PassedSound): Promise<void> {
		const ahead = this.#take(next);
		if (!ahead) return this.note({ kind: "no_line" });
		const result = await this.#soundOf(ahead);
		if (!result?.ok) {
			const problem = result?.problem;
			if (next.kind === "lead" || !problem?.endsText) ahead.release();
			return this.note({ kind: "no_sound", line: ahead.line, problem });
		}
		const isFirst = this.progress?.heard === "nothing";
		this.note({ kind: "sound" });
		if (this.progress?.rest.kind === "all") await this.#play(next, ahead, result, isFirst);
	}

	async #soundOf(ahead: LineAhead): Promise<LineSound | undefined> {
		return ahead.sound().catch((error: unknown) => {
			if (this.progress?.rest.kind === "all") this.#logFailure(error);
			return undefined;
		});
	}

	#logFailure(error: unknown): void {
		this.#runner.options.logger.error({ event: "line_failed", err: error }, "a Line failed");
	}

	/** Passes a sound on to playback. Resolves when the sound before it has ended, so that there is room for another. */
	async #play(
		next: PassedSound,
		ahead: LineAhead,
		{ sound, compromises }: LineSound & { readonly ok: true },
		isFirst: boolean,
	): Promise<void> {
		const starting = isFirst ? () => this.#starting() : undefined;
		const { signal } = this.#controller;
		const { line } = ahead;
		const { started, ended, room } = this.#runner.play(this, sound, signal, starting, line.pauseMs);
		void started.then(() => {
			this.note({ kind: "started" });
			if (next.kind === "line" && !signal.aborted) this.item.news?.emit("line", next.at);
			this.#tell(compromises);
			ahead.release();
		});
		this.#last = ended;
		void ended.then((isWhole) => {
			this.#tell(ahead.made?.compromises ?? []);
			this.note({ kind: "played", line, isWhole, isOwn: next.kind === "line", failure: ahead.failure });
		});
		await room;
	}

	/** Asks the item's owner whether it may be heard now. An error withdraws the item, too. */
	#starting(): void {
		try {
			this.item.news?.emit("starting");
		} catch (error) {
			this.#logFailure(error);
			this.#runner.queue.advance(this, { kind: "ended", how: "withdrawn" });
		}
	}

	#tell(compromises: readonly Compromise[]): void {
		for (const compromise of compromises) this.note({ kind: "compromised", compromise });
	}
}
