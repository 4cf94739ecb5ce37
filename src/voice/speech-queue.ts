import { randomUUID } from "node:crypto";
import { unpackClip } from "../audio/pack.ts";
import type { Logger } from "../log.ts";
import type { Problem } from "../problem.ts";
import { type LineAhead, LookAhead, type TextAhead } from "../speech/look-ahead.ts";
import type { LineSpeaker } from "../speech/spoken.ts";
import { sumMs } from "./admit-text.ts";
import type { ChannelText, QueuedText, TextEnd, TextEvent } from "./channel-text.ts";
import type { Playback } from "./playback.ts";

/** Lines generated ahead of the one that is playing or awaited, across texts. */
export const channelLinesAhead = 2;

interface Text extends QueuedText {
	readonly ahead: TextAhead;
	/** Aborts when the text ends: the rest of it isn't played. */
	readonly controller: AbortController;
	playing: boolean;
	/** Nothing more of it is passed to playback. */
	delivered: boolean;
	heard: boolean;
	/** What is still to be heard of it, once Herald is being stopped. */
	rest: "all" | "to its next pause" | "cut off";
	/** Whether its requester was told that it isn't heard in its style. */
	withoutStyle: boolean;
}

export interface SpeechQueueOptions {
	readonly guildId: string;
	readonly speech: LineSpeaker;
	readonly playback: Pick<Playback, "add" | "busy" | "endAtPause">;
	readonly logger: Logger;
	/** Called when the first text arrives, and when nothing is left. */
	readonly onBusy: (busy: boolean) => void;
}

const describeEnd = ({ heard, rest }: Text, problem: Problem | undefined): TextEnd => {
	if (rest === "cut off") return { how: "interrupted" };
	return heard && !problem ? { how: "heard" } : { how: "failed", ...(problem && { problem }) };
};

/** The texts of a guild's channel, heard strictly in order; one Line is queued in playback behind the playing one. */
export class SpeechQueue {
	readonly #options: SpeechQueueOptions;
	readonly #lookAhead: LookAhead;
	/** In the order of their commands; the first is playing or awaited. */
	readonly #texts: Text[] = [];
	/** Resolves when the last Line passed to playback has ended. */
	#last: Promise<unknown> = Promise.resolve();
	/** Resolves when the next text arrives. */
	#added = Promise.withResolvers<void>();
	#open = false;
	#running = false;
	/** Resolves when nothing is left. */
	#drained: PromiseWithResolvers<void> | undefined;

	constructor(options: SpeechQueueOptions) {
		this.#options = options;
		const { speech, guildId, playback } = options;
		// The awaited Line doesn't count as ahead.
		const most = () => channelLinesAhead + (playback.busy ? 0 : 1);
		this.#lookAhead = new LookAhead({ speech, guildId, most });
	}

	/** What is playing and waiting, in order. */
	get texts(): readonly QueuedText[] {
		return this.#texts;
	}

	/** Adds a text behind the others. */
	add(text: ChannelText): QueuedText {
		const queued: Text = {
			...text,
			id: randomUUID().slice(0, 13),
			votes: new Set(),
			ahead: this.#lookAhead.add(text.lines),
			controller: new AbortController(),
			playing: false,
			delivered: false,
			heard: false,
			rest: "all",
			withoutStyle: false,
		};
		this.#texts.push(queued);
		this.#added.resolve();
		this.#added = Promise.withResolvers();
		this.#run();
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
		for (const text of playing) {
			text.rest = "to its next pause";
			void text.ahead.end();
		}
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
		for (const text of this.#texts.filter((each) => each.id === id)) this.#tell(text, event);
	}

	/** Tells those behind the first that something before them has ended. */
	#tellPlaces(): void {
		for (const [before, text] of [...this.#texts].entries())
			if (!text.playing)
				this.#tell(text, { kind: "advanced", before, waitMs: sumMs(this.#texts.slice(0, before)) });
	}

	#tell(text: Text, event: TextEvent): void {
		try {
			text.onEvent(event);
		} catch (error) {
			this.#options.logger.error(
				{ event: "text_not_told", err: error },
				"could not report what happened to a text",
			);
		}
	}

	#end(text: Text, end: TextEnd): void {
		const at = this.#texts.indexOf(text);
		if (at === -1) return;
		this.#texts.splice(at, 1);
		text.playing = false;
		text.controller.abort();
		const made = text.ahead.end();
		this.#tell(text, { kind: "ended", ...end });
		if (this.#texts.length === 0) this.#drained?.resolve();
		made
			.then((spoken) => text.onSettled(spoken))
			.catch((error: unknown) =>
				this.#options.logger.error(
					{ event: "speech_not_counted", err: error },
					"could not count the speech of a text",
				),
			);
	}

	async #run(): Promise<void> {
		if (this.#running || !this.#open || this.#texts.length === 0) return;
		this.#running = true;
		this.#options.onBusy(true);
		for (;;) {
			const text = this.#texts.find(({ delivered }) => !delivered);
			if (text) await this.#deliver(text);
			// A text that arrives while the last Line is playing follows right behind it.
			else if (!(await Promise.race([this.#last.then(() => false), this.#added.promise.then(() => true)]))) {
				if (this.#texts.every(({ delivered }) => delivered)) break;
			}
		}
		this.#running = false;
		this.#options.onBusy(false);
	}

	/** Passes a text's Lines to playback, at most one behind the playing one. */
	async #deliver(text: Text): Promise<void> {
		let problem: Problem | undefined;
		let taken = 0;
		while (!problem) {
			const next = text.ahead.next();
			if (!next) break;
			taken += 1;
			problem = await this.#deliverLine(text, next);
		}
		if (taken < text.lines.length && text.rest !== "all") text.rest = "cut off";
		text.delivered = true;
		// Nobody waits for the rest, so other Lines can take its place.
		if (problem) void text.ahead.end();
		this.#last.then(() => {
			this.#end(text, describeEnd(text, problem));
			this.#tellPlaces();
		});
	}

	/** @returns the account-level Problem that ends the text */
	async #deliverLine(text: Text, next: LineAhead): Promise<Problem | undefined> {
		const { playback, logger } = this.#options;
		const { signal } = text.controller;
		const result = await next.result.catch((error: unknown) => {
			if (!signal.aborted && text.rest === "all")
				logger.error({ event: "line_failed", err: error }, "a Line failed");
			return undefined;
		});
		if (signal.aborted) return undefined;
		if (text.rest !== "all") {
			text.rest = "cut off";
			return undefined;
		}
		if (!result?.ok) {
			if (result?.problem.endsText) return result.problem;
			next.release();
			this.#tell(text, { kind: "line_failed", line: next.line, problem: result?.problem });
			return undefined;
		}
		const { packed, withoutStyle } = result.spoken;
		const playing = playback.add(unpackClip(packed), signal);
		playing.started.then(() => this.#onStarted(text, next, withoutStyle));
		playing.ended.then((whole) => {
			text.heard ||= whole;
			if (!whole && text.rest !== "all") text.rest = "cut off";
		});
		const before = this.#last;
		this.#last = playing.ended;
		await before;
		return undefined;
	}

	#onStarted(text: Text, { release }: LineAhead, withoutStyle: boolean): void {
		if (!text.playing && this.#texts.includes(text)) {
			text.playing = true;
			this.#tell(text, { kind: "started" });
		}
		if (withoutStyle && !text.withoutStyle && this.#texts.includes(text)) {
			text.withoutStyle = true;
			this.#tell(text, { kind: "without_style" });
		}
		release();
	}
}
