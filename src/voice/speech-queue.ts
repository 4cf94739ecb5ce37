import { randomUUID } from "node:crypto";
import { unpackClip } from "../audio/pack.ts";
import type { Logger } from "../log.ts";
import type { Problem, VoiceTrouble } from "../problem.ts";
import type { Line } from "../speech/line.ts";
import type { Speech, SpokenLine, SpokenResult } from "../speech/speech.ts";
import type { Playback } from "./playback.ts";

/** Lines made ahead of the one that plays or is waited for, across the ends of texts. */
export const channelLinesAhead = 2;

/** What becomes of a text: told to whoever asked for it, in this order, `ended` once and last. */
export type TextEvent =
	/** Its first word is next. */
	| { readonly kind: "started" }
	/** A Line that is left out; the text goes on. Without a problem it was a bug, and is logged. */
	| { readonly kind: "line_failed"; readonly line: Line; readonly problem: Problem | undefined }
	/** Herald may not be heard for now: it waits. */
	| { readonly kind: "hindered"; readonly trouble: VoiceTrouble }
	| { readonly kind: "heard_again" }
	/** Herald was taken to another channel, and goes on there. */
	| { readonly kind: "moved"; readonly channelId: string }
	| ({ readonly kind: "ended" } & TextEnd);

/**
 * How a text ended: `heard` when anything of it was played to its end; `failed` with the account's problem, or without one
 * when every Line failed by itself; `left` with what took Herald out of the channel, or without when it was asked to leave.
 */
export type TextEnd =
	| { readonly how: "heard" | "skipped" | "stopped" }
	| { readonly how: "failed"; readonly problem?: Problem }
	| { readonly how: "left"; readonly trouble?: VoiceTrouble };

/** A text for a channel. */
export interface ChannelText {
	readonly userId: string;
	readonly lines: readonly Line[];
	/** By the words in it. */
	readonly estimateMs: number;
	readonly onEvent: (event: TextEvent) => void;
	/** Called once, after `ended` and when nothing more of it is made, with the sound of all its Lines that came, heard or not. */
	readonly onSettled: (made: readonly SpokenLine[]) => void;
}

/** A text in the queue. */
export interface QueuedText extends ChannelText {
	/** Never given twice: a button that outlives its text means no other. */
	readonly id: string;
	/** Who pressed Skip. */
	readonly votes: Set<string>;
	readonly playing: boolean;
}

interface Text extends QueuedText {
	readonly controller: AbortController;
	/** What was asked for, by Line. */
	readonly made: Promise<SpokenResult>[];
	/** What came of it, in any order. */
	readonly came: SpokenLine[];
	playing: boolean;
	/** Nothing more of it goes to playback. */
	delivered: boolean;
	heard: boolean;
}

export interface SpeechQueueOptions {
	readonly guildId: string;
	readonly speech: Pick<Speech, "speak">;
	readonly playback: Pick<Playback, "add" | "busy">;
	readonly logger: Logger;
	/** Called when the first text comes, and when nothing is left. */
	readonly onBusy: (busy: boolean) => void;
}

/** The texts of a guild's channel: made ahead across their ends, heard strictly in order. */
export class SpeechQueue {
	readonly #options: SpeechQueueOptions;
	/** In the order of their commands; the first plays or is waited for. */
	readonly #texts: Text[] = [];
	/** Lines that were asked for and neither play nor failed. */
	readonly #ahead = new Set<Promise<SpokenResult>>();
	/** When what was given to playback last has ended. */
	#last: Promise<unknown> = Promise.resolve();
	#open = false;
	#running = false;

	constructor(options: SpeechQueueOptions) {
		this.#options = options;
	}

	/** What plays and waits, in order. */
	get texts(): readonly QueuedText[] {
		return this.#texts;
	}

	/** Adds a text behind the others. */
	add(text: ChannelText): QueuedText {
		const queued: Text = {
			...text,
			id: randomUUID().slice(0, 13),
			votes: new Set(),
			controller: new AbortController(),
			made: [],
			came: [],
			playing: false,
			delivered: false,
			heard: false,
		};
		this.#texts.push(queued);
		this.#makeAhead();
		this.#run();
		return queued;
	}

	/** Lets what waits be heard: Herald is in the channel. Until then Lines are made already. */
	open(): void {
		this.#open = true;
		this.#run();
	}

	/** Ends texts now, aborting what nobody will hear. */
	end(texts: readonly QueuedText[], end: TextEnd): void {
		for (const text of this.#texts.filter((each) => texts.includes(each))) this.#end(text, end);
		this.#makeAhead();
	}

	/** Tells something to all who have a text here. */
	tell(event: TextEvent): void {
		for (const text of this.#texts) this.#tell(text, event);
	}

	#tell(text: Text, event: TextEvent): void {
		try {
			text.onEvent(event);
		} catch (error) {
			this.#options.logger.error({ err: error }, "nobody could be told what became of a text");
		}
	}

	#end(text: Text, end: TextEnd): void {
		const at = this.#texts.indexOf(text);
		if (at === -1) return;
		this.#texts.splice(at, 1);
		text.playing = false;
		text.controller.abort();
		for (const made of text.made) this.#ahead.delete(made);
		this.#tell(text, { kind: "ended", ...end });
		this.#settle(text);
	}

	async #settle(text: Text): Promise<void> {
		await Promise.allSettled(text.made);
		try {
			text.onSettled(text.came);
		} catch (error) {
			this.#options.logger.error({ err: error }, "what was made of a text could not be counted");
		}
	}

	/** Asks for Lines, in order, until as many as may be are under way. */
	#makeAhead(): void {
		// The one that is waited for isn't ahead of anything.
		const most = channelLinesAhead + (this.#options.playback.busy ? 0 : 1);
		for (const text of this.#texts) {
			if (text.delivered) continue;
			while (text.made.length < text.lines.length) {
				if (this.#ahead.size >= most) return;
				this.#askFor(text);
			}
		}
	}

	/** Asks for the text's next Line. */
	#askFor(text: Text): Promise<SpokenResult> {
		const made = this.#make(text, text.lines[text.made.length] as Line);
		// Whoever is ahead may fail before anyone listens.
		made.catch(() => {});
		this.#ahead.add(made);
		text.made.push(made);
		return made;
	}

	async #make({ controller: { signal }, came }: Text, line: Line): Promise<SpokenResult> {
		const { speech, guildId } = this.#options;
		const results = speech.speak([line], guildId, signal, (spoken) => came.push(spoken));
		for await (const result of results) return result;
		throw new Error("A Line came to nothing");
	}

	async #run(): Promise<void> {
		if (this.#running || !this.#open || this.#texts.length === 0) return;
		this.#running = true;
		this.#options.onBusy(true);
		for (;;) {
			const text = this.#texts.find(({ delivered }) => !delivered);
			if (text) await this.#deliver(text);
			else {
				await this.#last;
				if (this.#texts.every(({ delivered }) => delivered)) break;
			}
		}
		this.#running = false;
		this.#options.onBusy(false);
	}

	/** Gives a text's Lines to playback, at most one behind what plays. */
	async #deliver(text: Text): Promise<void> {
		const { playback, logger } = this.#options;
		let problem: Problem | undefined;
		for (const [index, line] of text.lines.entries()) {
			this.#makeAhead();
			const made = text.made[index] ?? this.#askFor(text);
			const result = await made.catch((error: unknown) => {
				if (!text.controller.signal.aborted) logger.error({ err: error }, "a Line could not be made");
				return undefined;
			});
			if (text.controller.signal.aborted) break;
			if (!result?.ok) {
				this.#ahead.delete(made);
				problem = result?.problem.endsText ? result.problem : undefined;
				if (problem) break;
				this.#tell(text, { kind: "line_failed", line, problem: result?.problem });
				continue;
			}
			const playing = playback.add(unpackClip(result.spoken.packed).packets, text.controller.signal);
			playing.started.then(() => this.#onStarted(text, made));
			playing.ended.then((whole) => {
				text.heard ||= whole;
			});
			const before = this.#last;
			this.#last = playing.ended;
			await before;
		}
		text.delivered = true;
		for (const made of text.made) if (problem) this.#ahead.delete(made);
		this.#last.then(() =>
			this.#end(
				text,
				text.heard && !problem ? { how: "heard" } : { how: "failed", ...(problem && { problem }) },
			),
		);
	}

	#onStarted(text: Text, made: Promise<SpokenResult>): void {
		this.#ahead.delete(made);
		if (!text.playing && this.#texts.includes(text)) {
			text.playing = true;
			this.#tell(text, { kind: "started" });
		}
		this.#makeAhead();
	}
}
