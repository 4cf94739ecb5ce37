import { AudioError } from "@herald/common/audio/clip.ts";
import { LiveEncoder } from "@herald/common/audio/encode-clip.ts";
import { opusInputRate } from "@herald/common/audio/opus.ts";
import { PcmReader } from "@herald/common/audio/pcm-reader.ts";
import { readError } from "@herald/common/wire/errors.ts";
import { createParser } from "eventsource-parser";
import { noUsage } from "../../budget/payer.ts";
import { type AnswerPiece, isCutOff, judgeSilence, readPiece, type SoundBefore } from "../ask/answer.ts";
import type { AnswerReading, AudioPart, SilentReading } from "./clip-reading.ts";

/** Reads a streamed answer in a worker: its sound is encoded as it comes, and read as a whole at the end. */
export class StreamedAnswer {
	readonly #maxSeconds: number;
	readonly #events = new EventReader();
	readonly #pcm = new PcmReader();
	readonly #encoder: LiveEncoder;
	/** What all events so far say together. */
	#all: Omit<AnswerPiece, "parts" | "index"> = {
		elsewhere: undefined,
		finishReason: "",
		blockReason: undefined,
		usage: noUsage,
	};
	/** The last part with sound, and the index of its candidate. */
	#before: SoundBefore | undefined;
	readonly #parts: AudioPart[] = [];
	/** Whether the last event was the first that counts tokens of sound. */
	#isCounted = false;
	#seconds = 0;
	/** How many packets are to be played; 0 until {@link end} has run. */
	heard = 0;
	#isOver = false;
	#trouble: SilentReading | undefined;

	/**
	 * @param maxSeconds - the most sound; with more, the answer counts as unplayable
	 * @param moreDb - how much louder than usual the encoded packets are, in dB
	 */
	constructor(maxSeconds: number, moreDb: number) {
		this.#maxSeconds = maxSeconds;
		this.#encoder = new LiveEncoder(moreDb);
	}

	/** Whether reading can stop: the answer is complete, or can't be used. */
	get isOver(): boolean {
		return this.#isOver || this.#trouble !== undefined;
	}

	/** Reads the next bytes, in steps. Yields packets that can be played. */
	*add(bytes: Uint8Array): Generator<readonly Uint8Array[], void> {
		yield* this.#read(this.#events.add(bytes));
	}

	/** Reads the end of the answer. Yields the last packets. */
	*end(): Generator<readonly Uint8Array[], void> {
		yield* this.#read(this.#events.end(), true);
		const { packets, heard } = this.#encoder.end();
		if (packets.length > 0) yield packets;
		this.heard = heard;
	}

	/** The contents of the whole answer. Only valid after {@link end}. */
	get reading(): AnswerReading {
		const madeMs = this.#seconds * 1_000 || undefined;
		const { finishReason, blockReason, usage } = this.#all;
		if (this.#trouble) return { ...this.#trouble, madeMs, usage };
		const isCut = isCutOff(this.#all);
		// The text was spoken to its end, or to the length at which the model stops.
		const isWhole = finishReason === "STOP" || isCut || (finishReason === "" && this.#isCounted);
		return this.#parts.length > 0 && isWhole && blockReason === undefined
			? { kind: "audio", parts: this.#parts, isCut, usage }
			: { ...judgeSilence(this.#all), madeMs };
	}

	/** Gives the encoder back. Must be called once, also after an error. */
	close(): void {
		this.#encoder.close();
	}

	*#read(events: Generator<string, void>, isLast = false): Generator<readonly Uint8Array[], void> {
		try {
			for (const data of events) {
				if (this.isOver) break;
				if (data === "[DONE]") this.#isOver = true;
				else yield* this.#take(data);
			}
			if (isLast && !this.#trouble) for (const samples of this.#pcm.end()) yield* this.#encoder.add(samples);
		} catch (error) {
			if (!(error instanceof AudioError || error instanceof EventError)) throw error;
			const kind = error instanceof AudioError ? "unplayable" : "bad_response";
			this.#trouble = { kind, why: error.message, usage: noUsage };
		}
	}

	*#take(data: string): Generator<readonly Uint8Array[], void> {
		const error = readError(data);
		const piece = error ? undefined : readPiece(data, this.#before);
		if (error) {
			const status = /^[45]\d\d$/.test(error.code) ? Number(error.code) : 500;
			this.#trouble = { kind: "refused", status, body: data, usage: noUsage };
		} else if (piece && "why" in piece)
			this.#trouble = { kind: "bad_response", why: piece.why, usage: noUsage };
		else if (piece) yield* this.#takePiece(piece);
	}

	*#takePiece(piece: AnswerPiece): Generator<readonly Uint8Array[], void> {
		const { parts, elsewhere, finishReason, usage } = piece;
		const before = this.#all;
		this.#isCounted = before.usage.audioTokens === 0 && usage.audioTokens > 0;
		// Some services also give a finish reason and a token count in events with sound, and then continue.
		this.#isOver = finishReason !== "" && usage.audioTokens > 0 && parts.length === 0;
		this.#all = {
			elsewhere: before.elsewhere ?? elsewhere,
			finishReason: finishReason || before.finishReason,
			blockReason: before.blockReason ?? piece.blockReason,
			// Each event's count covers the answer up to that event.
			usage: {
				promptTokens: Math.max(before.usage.promptTokens, usage.promptTokens),
				audioTokens: Math.max(before.usage.audioTokens, usage.audioTokens),
			},
		};
		for (const part of parts) {
			this.#parts.push(part);
			this.#before = { part, index: piece.index };
			for (const samples of this.#pcm.add(part.bytes, part.mimeType)) {
				this.#seconds += samples.length / opusInputRate;
				if (this.#seconds > this.#maxSeconds)
					throw new AudioError(
						`more than ${Math.round(this.#maxSeconds)} s of sound, which its text can't take`,
					);
				yield* this.#encoder.add(samples);
			}
		}
	}
}

/** The longest event, in UTF-16 units. The event of a phrase of 30 s is shorter, even at the highest sample rate. */
const eventMaxLength = 16 * 1024 * 1024;

export class EventError extends Error {
	override name = "EventError";
}

/** Reads the data of server-sent events from bytes that may be cut anywhere. Ignores names and IDs. */
export class EventReader {
	readonly #decoder = new TextDecoder();
	readonly #parser = createParser({ onEvent: ({ data }) => this.#found.push(data) });
	readonly #found: string[] = [];
	/** How much came since the last event, in UTF-16 units. */
	#length = 0;

	/** Yields the data of each event that `bytes` complete. @throws EventError if an event is too large */
	*add(bytes: Uint8Array): Generator<string, void> {
		const text = this.#decoder.decode(bytes, { stream: true });
		this.#parser.feed(text);
		this.#length = this.#found.length > 0 ? 0 : this.#length + text.length;
		if (this.#length > eventMaxLength) throw new EventError("An event is too large");
		yield* this.#found.splice(0);
	}

	/** Yields the data of the last event, if the stream ended within it. */
	*end(): Generator<string, void> {
		this.#parser.feed("\n\n");
		yield* this.#found.splice(0);
	}
}
