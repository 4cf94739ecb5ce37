import { randomUUID } from "node:crypto";
import type { Sound } from "../audio/growing-clip.ts";
import type { Logger } from "../log.ts";
import { measure } from "../measures.ts";
import { LookAhead } from "../speech/look-ahead.ts";
import type { LineSpeaker } from "../speech/spoken.ts";
import { sumMs } from "./admit-text.ts";
import type { ChannelText, QueuedText, TextEnd, TextEvent } from "./channel-text.ts";
import type { Clock } from "./clock.ts";
import { Passing } from "./passing.ts";
import type { Playback } from "./playback.ts";
import { reportEvent, reportMade } from "./report-text.ts";
import { type Passed, TextDelivery } from "./text-delivery.ts";

/** Lines generated ahead of the one that is playing or awaited, across texts. */
export const channelLinesAhead = 2;

/** The higher, the sooner it gives way to another. */
const ranks = { asked: 0, read: 1, page: 2 } as const satisfies Record<ChannelText["priority"], number>;

interface Text extends QueuedText {
	readonly delivery: TextDelivery;
	/** In ms, by `performance.now()`. */
	readonly addedAt: number;
	playing: boolean;
}

export interface SpeechQueueOptions {
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
	#open = false;
	#running = false;
	/** Resolves when nothing is left. */
	#drained: PromiseWithResolvers<void> | undefined;

	constructor(options: SpeechQueueOptions) {
		this.#options = options;
		const { speech, playback, clock } = options;
		// The awaited Line doesn't count as ahead.
		const most = () => channelLinesAhead + (playback.busy ? 0 : 1);
		this.#lookAhead = new LookAhead({ speech, most });
		this.#passing = new Passing(clock, () => {
			this.#change();
			return !playback.busy;
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
		this.#run();
		return queued;
	}

	/**
	 * Puts another text in the place of one that nothing was heard of yet, which ends as `withdrawn`.
	 *
	 * @returns undefined, and changes nothing, where there is no such text any more
	 */
	replace(id: string, text: ChannelText): QueuedText | undefined {
		const at = this.#texts.findIndex((each) => each.id === id);
		const old = this.#texts[at];
		if (!old || old.delivery.begun) return undefined;
		const queued = this.#insert(text, at);
		this.#end(old, { how: "withdrawn" });
		return queued;
	}

	/** Starts playback: Herald is in the channel. Lines are generated even before that. */
	open(): void {
		this.#open = true;
		this.#run();
	}

	/** Ends texts now, and aborts what nobody will hear. */
	end(texts: readonly QueuedText[], end: TextEnd): void {
		for (const text of this.#texts.filter((each) => texts.includes(each))) this.#end(text, end);
		this.#tellPlaces();
		this.#lookAhead.fill();
	}

	/**
	 * Ends what hasn't begun, and what is playing at its next pause.
	 *
	 * @returns what resolves when nothing is left
	 */
	drain(): Promise<void> {
		this.#drained ??= Promise.withResolvers();
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
		const delivery = new TextDelivery({
			text,
			lookAhead: this.#lookAhead,
			before: this.#texts[at]?.delivery,
			logger: this.#options.logger,
			pass: (...sound) => this.#pass(queued, ...sound),
			tell: (event) => this.#tell(queued, event),
			onAnswering: () => this.#onAnswering(queued),
			onStarted: () => this.#onStarted(queued),
		});
		const id = randomUUID().slice(0, 13);
		const addedAt = performance.now();
		const queued: Text = { ...text, id, addedAt, votes: new Set(), delivery, playing: false };
		this.#texts.splice(at, 0, queued);
		this.#change();
		return queued;
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
		const made = text.delivery.end();
		this.#tell(text, { kind: "ended", ...end });
		if (this.#texts.length === 0) this.#drained?.resolve();
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
				if (next !== true && this.#texts.includes(next)) await this.#deliver(next);
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
	async #ready(text: Text): Promise<Text> {
		await text.delivery.ready();
		if (text.priority !== "asked") await this.#last;
		return text;
	}

	async #deliver(text: Text): Promise<void> {
		if (this.#passing.bringForward(this.#texts, text)) this.#tellPlaces();
		const { delivery } = text;
		const problem = await delivery.run();
		this.#last.then(() => {
			this.#end(text, delivery.describeEnd(problem));
			this.#tellPlaces();
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
	}
}
