import { randomUUID } from "node:crypto";
import type { Logger } from "@herald/common/log.ts";
import { correlate } from "../shared/correlation.ts";
import { measure } from "../shared/measures.ts";
import { LookAhead } from "../speech/look-ahead.ts";
import type { LineSpeaker, MadeLine } from "../speech/spoken.ts";
import type { Clock } from "./clock.ts";
import { DeliveryLoop } from "./delivery-loop.ts";
import type { Playback } from "./playback.ts";
import { isNearlyNeeded, Prefetch } from "./prefetch.ts";
import {
	type ChannelText,
	type QueuedText,
	ranks,
	reportEvent,
	reportMade,
	sumMs,
	type TextEnd,
	type TextEvent,
	type TextSource,
	type WrittenText,
} from "./queue-item.ts";
import { TextDelivery } from "./text-delivery.ts";

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
 * long.
 */
export class SpeechQueue {
	readonly #options: SpeechQueueOptions;
	readonly #lookAhead: LookAhead;
	readonly #loop: DeliveryLoop<Text>;
	/** In the order in which they are heard; the first is playing or awaited. */
	readonly #texts: Text[] = [];
	readonly #sources: readonly Prefetch[];
	/** How texts end that come too late. */
	#closedBy: TextEnd | undefined;
	/** Resolves when nothing is left. */
	#drained: PromiseWithResolvers<void> | undefined;

	constructor(options: SpeechQueueOptions) {
		this.#options = options;
		const { speech, playback, clock, guildId, sources, onBusy } = options;
		// The awaited Line doesn't count as ahead.
		const most = () => channelLinesAhead + (playback.busy ? 0 : 1);
		this.#lookAhead = new LookAhead({ speech, most });
		this.#loop = new DeliveryLoop({
			texts: this.#texts,
			playback,
			clock,
			onBusy,
			onPassed: () => this.#tellPlaces(),
			end: (text, end) => this.end([text], end),
		});
		this.#sources = sources.map((source) => {
			const waiting = () =>
				this.#texts.filter(({ priority, playing }) => priority === source.priority && !playing);
			return new Prefetch(
				() => !this.#closedBy && isNearlyNeeded(source.priority, waiting()),
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
		void this.#loop.run();
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
		this.#loop.change();
		return true;
	}

	/** Starts playback: Herald is in the channel. Lines are generated even before that. */
	open(): void {
		this.#loop.open();
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
		this.#loop.change();
		return queued;
	}

	#deliveryOf(text: Text, before: TextDelivery | undefined): TextDelivery {
		const delivery: TextDelivery = new TextDelivery({
			text,
			lookAhead: this.#lookAhead,
			before,
			logger: this.#options.logger,
			pass: (...sound) => this.#loop.pass(text, ...sound),
			tell: (event) => {
				if (text.delivery === delivery) this.#tell(text, event);
			},
			onAnswering: () => this.#loop.expect(text),
			onStarted: () => this.#onStarted(text),
		});
		return delivery;
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
		this.#loop.change();
	}

	#onStarted(text: Text): void {
		if (text.playing || !this.#texts.includes(text)) return;
		text.playing = true;
		measure("textStarted", { waitedMs: performance.now() - text.addedAt });
		this.#tell(text, { kind: "started" });
		this.refill();
	}
}
