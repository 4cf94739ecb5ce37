import { randomUUID } from "node:crypto";
import type { Sound } from "../audio/growing-clip.ts";
import { correlate } from "../correlation.ts";
import type { Logger } from "../log.ts";
import { measure } from "../measures.ts";
import { LookAhead } from "../speech/look-ahead.ts";
import type { LineSpeaker, MadeLine } from "../speech/spoken.ts";
import { sumMs } from "./admit-text.ts";
import {
	type ChannelText,
	type QueuedText,
	ranks,
	type TextEnd,
	type TextEvent,
	type TextSource,
	type WrittenText,
} from "./channel-text.ts";
import type { Clock } from "./clock.ts";
import { Passing } from "./passing.ts";
import type { Playback } from "./playback.ts";
import { isNearlyNeeded, Prefetch } from "./prefetch.ts";
import { reportEvent, reportMade } from "./report-text.ts";
import { type Passed, TextDelivery } from "./text-delivery.ts";

/** Lines generated ahead of the one that is playing or awaited, across texts. */
export const channelLinesAhead = 2;

interface Text extends QueuedText {
	delivery: TextDelivery;
	/** What was made of it before it was written anew. */
	readonly made: Promise<readonly MadeLine[]>[];
	/** In ms, by `performance.now()`. */
	readonly addedAt: number;
	playing: boolean;
}

export interface SpeechQueueOptions {
	readonly guildId: string;
	/** By rank. */
	readonly sources: readonly TextSource[];
	readonly speech: LineSpeaker;
	readonly playback: Pick<Playback, "add" | "busy" | "endAtPause" | "expect">;
	readonly logger: Logger;
	readonly clock: Pick<Clock, "after">;
	/** Called when the first text arrives, and when nothing is left. */
	readonly onBusy: (busy: boolean) => void;
}

/**
 * The texts of a guild's channel, heard in order, though what isn't there yet doesn't hold up other members' texts for
 * long. One Line is queued in playback behind the playing one.
 */
export class SpeechQueue {
	readonly #options: SpeechQueueOptions;
	readonly #lookAhead: LookAhead;
	readonly #passing: Passing;
	/** In the order in which they are heard; the first is playing or awaited. */
	readonly #texts: Text[] = [];
	/** Resolves when the last Line passed to playback has ended. */
	#last: Promise<unknown> = Promise.resolve();
	/** Resolves when another text may be next. */
	#changed = Promise.withResolvers<void>();
	readonly #sources: readonly Prefetch[];
	#open = false;
	#running = false;
	/** How texts end that come too late. */
	#closedBy: TextEnd | undefined;
	/** Resolves when nothing is left. */
	#drained: PromiseWithResolvers<void> | undefined;

	constructor(options: SpeechQueueOptions) {
		this.#options = options;
		const { speech, playback, clock, guildId, sources } = options;
		// The awaited Line doesn't count as ahead.
		const most = () => channelLinesAhead + (playback.busy ? 0 : 1);
		this.#lookAhead = new LookAhead({ speech, most });
		this.#passing = new Passing(clock, () => {
			this.#change();
			return !playback.busy;
		});
		this.#sources = sources.map((source) => {
			const waiting = () =>
				this.#texts.filter(({ priority, playing }) => priority === source.priority && !playing);
			return new Prefetch(
				() => !this.#closedBy && isNearlyNeeded(waiting()),
				() => source.next(guildId, (text) => correlate(() => this.add(text))),
			);
		});
	}

	/** What is playing and waiting, in order. */
	get texts(): readonly QueuedText[] {
		return this.#texts;
	}

	/** What is heard before a text of this priority that is added now. */
	ahead(priority: ChannelText["priority"]): readonly QueuedText[] {
		return this.#texts.slice(0, this.#placeOf(priority));
	}

	/** Adds a text behind the others of its priority. */
	add(text: ChannelText): QueuedText {
		const queued = this.#insert(text, this.#placeOf(text.priority));
		if (this.#closedBy) this.#end(queued, this.#closedBy);
		this.#run();
		return queued;
	}

	/** Asks sources for texts that are nearly needed. */
	refill(): void {
		for (const source of this.#sources)
			source
				.fill()
				.catch((error: unknown) =>
					this.#options.logger.error({ event: "reading_failed", err: error }, "could not get the next text"),
				);
	}

	/**
	 * Has a text say something else, if nothing was heard of it yet.
	 *
	 * @returns false, and changes nothing, where there is no such text any more
	 */
	rewrite(id: string, written: WrittenText): boolean {
		const text = this.#texts.find((each) => each.id === id);
		if (!text || text.delivery.begun) return false;
		const { delivery } = text;
		Object.assign(text, written);
		// The new Lines first: requests for those that are the same go on.
		text.delivery = this.#deliveryOf(text, delivery);
		text.made.push(delivery.end());
		this.#change();
		return true;
	}

	/** Starts playback: Herald is in the channel. Lines are generated even before that. */
	open(): void {
		this.#open = true;
		this.#run();
		this.refill();
	}

	/** Ends texts now, and aborts what nobody will hear. */
	end(texts: readonly QueuedText[], end: TextEnd): void {
		for (const text of this.#texts.filter((each) => texts.includes(each))) this.#end(text, end);
		this.#tellPlaces();
		this.#lookAhead.fill();
		this.refill();
	}

	/** Ends all texts, and those that are added later. */
	close(end: TextEnd): void {
		this.#closedBy ??= end;
		this.end(this.#texts, end);
	}

	/**
	 * Ends what hasn't begun, and what is playing at its next pause.
	 *
	 * @returns what resolves when nothing is left
	 */
	drain(): Promise<void> {
		this.#drained ??= Promise.withResolvers();
		this.#closedBy ??= { how: "interrupted" };
		const playing = this.#texts.filter((text) => text.playing);
		this.end(
			this.#texts.filter((text) => !text.playing),
			{ how: "interrupted" },
		);
		for (const { delivery } of playing) delivery.drain();
		this.#options.playback.endAtPause();
		if (this.#texts.length === 0) this.#drained.resolve();
		return this.#drained.promise;
	}

	/** Sends an event to all who have a text here. */
	tell(event: TextEvent): void {
		for (const text of this.#texts) this.#tell(text, event);
	}

	/** Sends an event to whoever has this text here, if it hasn't ended. */
	tellOf({ id }: QueuedText, event: TextEvent): void {
		for (const text of this.#texts) if (text.id === id) this.#tell(text, event);
	}

	#placeOf(priority: ChannelText["priority"]): number {
		const first = this.#texts.findIndex(
			(text) => ranks[text.priority] > ranks[priority] && !text.delivery.begun,
		);
		return first === -1 ? this.#texts.length : first;
	}

	#insert(text: ChannelText, at: number): Text {
		const id = randomUUID().slice(0, 13);
		const more = { id, addedAt: performance.now(), votes: new Set<string>(), playing: false, made: [] };
		const queued = { ...text, ...more } as Omit<Text, "delivery"> as Text;
		queued.delivery = this.#deliveryOf(queued, this.#texts[at]?.delivery);
		this.#texts.splice(at, 0, queued);
		this.#change();
		return queued;
	}

	#deliveryOf(text: Text, before: TextDelivery | undefined): TextDelivery {
		const delivery: TextDelivery = new TextDelivery({
			text,
			lookAhead: this.#lookAhead,
			before,
			logger: this.#options.logger,
			pass: (...sound) => this.#pass(text, ...sound),
			tell: (event) => {
				if (text.delivery === delivery) this.#tell(text, event);
			},
			onAnswering: () => this.#onAnswering(text),
			onStarted: () => this.#onStarted(text),
		});
		return delivery;
	}

	#change(): void {
		this.#changed.resolve();
		this.#changed = Promise.withResolvers();
	}

	/** Tells those behind the first that something before them has ended. */
	#tellPlaces(): void {
		for (const [before, text] of [...this.#texts].entries())
			if (!text.playing)
				this.#tell(text, { kind: "advanced", before, waitMs: sumMs(this.#texts.slice(0, before)) });
	}

	#tell(text: Text, event: TextEvent): void {
		// Whoever was told the end is told nothing more.
		if (event.kind !== "ended" && !this.#texts.includes(text)) return;
		reportEvent(text, event, this.#options.logger);
	}

	#end(text: Text, end: TextEnd): void {
		const at = this.#texts.indexOf(text);
		if (at === -1) return;
		this.#texts.splice(at, 1);
		text.playing = false;
		text.made.push(text.delivery.end());
		this.#tell(text, { kind: "ended", ...end });
		if (this.#texts.length === 0) this.#drained?.resolve();
		const made = Promise.all(text.made).then((each) => each.flat());
		reportMade(text, made, this.#options.logger);
		this.#change();
	}

	async #run(): Promise<void> {
		if (this.#running || !this.#open || this.#texts.length === 0) return;
		this.#running = true;
		this.#options.onBusy(true);
		for (;;) {
			const candidates = this.#passing.choose(this.#texts);
			const changed = this.#changed.promise.then(() => true as const);
			if (candidates.length > 0) {
				// Until something of it is heard, another one may be next.
				const next = await Promise.race([...candidates.map((text) => this.#ready(text)), changed]);
				if (next !== true && next && this.#texts.includes(next)) await this.#deliver(next);
			}
			// A text that arrives while the last Line is playing follows right behind it.
			else if (!(await Promise.race([this.#last.then(() => false), changed]))) {
				if (this.#texts.every(({ delivery }) => delivery.delivered)) break;
			}
		}
		this.#running = false;
		this.#options.onBusy(false);
	}

	/** What gives way does so until the very last, so it never waits in playback. @returns a text, once it can be heard */
	async #ready(text: Text): Promise<Text | undefined> {
		const { delivery } = text;
		await delivery.ready();
		if (text.priority !== "asked") await this.#last;
		return text.delivery === delivery ? text : undefined;
	}

	async #deliver(text: Text): Promise<void> {
		if (this.#passing.bringForward(this.#texts, text)) this.#tellPlaces();
		const { delivery } = text;
		const problem = await delivery.run();
		// It was written anew before anything of it was heard.
		if (text.delivery !== delivery) return;
		this.#last.then(() => {
			this.#end(text, delivery.describeEnd(problem));
			this.#tellPlaces();
			this.refill();
		});
	}

	/** Passes a sound on to playback, unless the text's first one isn't wanted any more. */
	#pass(text: Text, sound: Sound, signal: AbortSignal, pauseMs: number | undefined): Passed {
		const { delivery } = text;
		const mayStart = (): boolean => {
			if (text.mayStart?.() ?? true) return true;
			this.end([text], { how: "withdrawn" });
			return false;
		};
		const asked = delivery.begun ? undefined : mayStart;
		const playing = this.#options.playback.add(sound, signal, asked, pauseMs);
		const room = this.#last;
		this.#last = playing.ended;
		return { ...playing, room };
	}

	/** The silence before a first word begins while the word is being made, but only for what is heard next. */
	#onAnswering(text: Text): void {
		const next = this.#texts.find(({ delivery }) => !delivery.delivered);
		if (next === text && this.#open) this.#options.playback.expect();
	}

	#onStarted(text: Text): void {
		if (text.playing || !this.#texts.includes(text)) return;
		text.playing = true;
		measure("textStarted", { waitedMs: performance.now() - text.addedAt });
		this.#tell(text, { kind: "started" });
		this.refill();
	}
}
