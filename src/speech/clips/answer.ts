import { AudioError } from "@herald/common/audio/clip.ts";
import { LiveEncoder } from "@herald/common/audio/encode-clip.ts";
import { isOgg, type OpusFile, readOgg } from "@herald/common/audio/ogg.ts";
import { countSamples, decodeInSteps, finish, opusInputRate, type Steps } from "@herald/common/audio/opus.ts";
import { isWav, type Pcm, readPcm, toFloat, toInt16 } from "@herald/common/audio/pcm.ts";
import { PcmReader } from "@herald/common/audio/pcm-reader.ts";
import { resample } from "@herald/common/audio/resample.ts";
import { readError } from "@herald/common/wire/errors.ts";
import { type AnsweredPart, receivedAnswer } from "@herald/common/wire/generate.ts";
import { readJson } from "@herald/common/wire/http.ts";
import { createParser } from "eventsource-parser";
import { noUsage, type Usage } from "../../budget/payer.ts";
import type { AnswerReading, AudioPart, SilentReading } from "./clip-reading.ts";

/** Finish reasons that are due to the text's words. With any other reason, known or new, another try may succeed. */
const wordReasons = new Set(["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"]);

const looksLikeAnswer = (json: unknown): boolean =>
	typeof json === "object" &&
	json !== null &&
	["candidates", "promptFeedback", "usageMetadata"].some((field) => field in json);

const describeBody = (body: string): string =>
	/^\s*<(?:!doctype|html)/i.test(body) ? "an HTML page" : "something that is not JSON";

/** How the base64 of sound files begins. */
const beginnings: readonly (readonly [RegExp, string])[] = [
	[/^UklGR/, "audio/wav"],
	[/^T2dnU/, "audio/ogg"],
	// An MP3 begins with tags, or with its first frame.
	[/^(?:SUQz|\/\/[\w+/]{40})/, "audio/mpeg"],
	[/^ZkxhQ/, "audio/flac"],
];
const dataUri = /^data:(audio\/[^,]{1,100}?);base64,/i;

/** Sound in a part: base64, and its type if it has one. */
interface InlineSound {
	readonly data: string;
	readonly type?: string | undefined;
}

/** Finds a sound file that a service wrote into a part's text: as base64, or as a data URI. */
const findWritten = (text: string): InlineSound | undefined => {
	const uri = dataUri.exec(text);
	if (uri) return { data: text.slice(uri[0].length), type: uri[1] };
	const type = beginnings.find(([beginning]) => beginning.test(text))?.[1];
	return type === undefined ? undefined : { data: text, type };
};

const isSound = (type: string | undefined): boolean => type === undefined || /^audio\//i.test(type);

/** @returns the sound of a part, or the type of a sound that it only links to; undefined if it has neither */
const readSource = (part: AnsweredPart): InlineSound | { readonly elsewhere: string } | undefined => {
	const { inlineData = part.inline_data, fileData = part.file_data, text = "" } = part;
	if (inlineData) return { data: inlineData.data, type: inlineData.mimeType || inlineData.mime_type };
	const written = findWritten(fileData?.fileUri ?? fileData?.file_uri ?? text);
	const type = fileData?.mimeType ?? fileData?.mime_type;
	if (written || !fileData || !isSound(type)) return written;
	return { elsewhere: type ?? "no type" };
};

/**
 * Reads the sound of parts. A WAV or Ogg file is audio whatever its type says, and so are the next parts if they have
 * the same type or none. Base64 without padding may go on in the next part, even within a group of four characters.
 */
const readParts = (values: readonly AnsweredPart[], partBefore: AudioPart | undefined) => {
	const parts: AudioPart[] = [];
	let elsewhere: string | undefined;
	for (const value of values) {
		const found = value.thought ? undefined : readSource(value);
		if (!found) continue;
		if ("elsewhere" in found) {
			elsewhere ??= found.elsewhere;
			continue;
		}
		const before = parts.at(-1) ?? partBefore;
		const mimeType = (found.type || before?.mimeType || "audio/l16").toLowerCase();
		const goesOn = mimeType === before?.mimeType;
		const data = `${(goesOn && before.cut) || ""}${found.data}`.replace(/\s/g, "");
		const end = data.length - (data.endsWith("=") ? 0 : data.length % 4);
		const bytes = Buffer.from(data.slice(0, end), "base64");
		if (mimeType.startsWith("audio/") || isWav(bytes) || isOgg(bytes) || goesOn)
			parts.push({ mimeType, bytes, cut: data.slice(end) });
	}
	return { parts, elsewhere };
};

/** The contents of an answer, or of one event of a streamed answer. */
interface AnswerPiece {
	readonly parts: readonly AudioPart[];
	/** The type of a sound that the answer only links to; undefined if it links to none. */
	readonly elsewhere: string | undefined;
	/** The index of the candidate that the parts belong to. */
	readonly index: number;
	/** Empty if the answer has none. */
	readonly finishReason: string;
	/** Why the prompt was refused, if it was. */
	readonly blockReason: string | undefined;
	readonly usage: Usage;
}

/** The last part with sound that a stream has brought before an event. */
interface SoundBefore {
	readonly part: AudioPart;
	/** The index of the candidate that the part belongs to. */
	readonly index: number;
}

/**
 * Reads an answer of `generateContent`, or one event of a streamed answer. Takes the first candidate with sound; in
 * later events, the same candidate.
 *
 * @returns `why`, for the operator's log, if the body is no such answer
 */
const readPiece = (body: string, before?: SoundBefore): AnswerPiece | { readonly why: string } => {
	const json = readJson(body);
	if (json === undefined) return { why: `an answer with ${describeBody(body.slice(0, 200))}` };
	const parsed = looksLikeAnswer(json) ? receivedAnswer.safeParse(json) : undefined;
	if (!parsed?.success) return { why: "an answer with JSON of another interface" };
	const { candidates = [], promptFeedback, usageMetadata } = parsed.data;
	const pieces = candidates
		.filter(({ index }) => before === undefined || index === before.index)
		.map(({ content, finishReason, index }) => ({
			...readParts(content.parts, before?.part),
			finishReason,
			index,
		}));
	const chosen = pieces.find(({ parts }) => parts.length > 0) ?? pieces[0];
	return {
		...(chosen ?? { parts: [], elsewhere: undefined, finishReason: "", index: 0 }),
		blockReason: promptFeedback?.blockReason || undefined,
		usage: { promptTokens: usageMetadata.promptTokenCount, audioTokens: usageMetadata.candidatesTokenCount },
	};
};

/** What an answer says apart from its sound. */
type AnswerFacts = Omit<AnswerPiece, "parts" | "index">;

/** Whether the model ran out of tokens. */
const isCutOff = ({ finishReason }: AnswerFacts): boolean => finishReason === "MAX_TOKENS";

const judgeSilence = ({ blockReason, elsewhere, finishReason, usage }: AnswerFacts): SilentReading => {
	if (blockReason !== undefined) return { kind: "blocked", reason: blockReason, usage };
	if (elsewhere !== undefined)
		return {
			kind: "unplayable",
			why: `an answer that only names a file of sound (${elsewhere.slice(0, 80)})`,
			usage,
		};
	return wordReasons.has(finishReason)
		? { kind: "blocked", reason: finishReason, usage }
		: { kind: "no_audio", finishReason: finishReason || "none", usage };
};

/**
 * Finds the sound in a 200 of `generateContent` (docs/interface.md 2.2 and 14). Never throws: for a 200 without audio,
 * the result says why.
 */
export const parseAnswer = (bytes: Uint8Array): AnswerReading => {
	const piece = readPiece(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
	if ("why" in piece) return { kind: "bad_response", why: piece.why, usage: noUsage };
	const { parts, blockReason, usage } = piece;
	return parts.length > 0 && blockReason === undefined
		? { kind: "audio", parts, isCut: isCutOff(piece), usage }
		: judgeSilence(piece);
};

/** A sound as samples, or as an Opus file that isn't decoded yet. */
type SoundSource = { readonly seconds: number } & ({ readonly pcm: Pcm } | { readonly file: OpusFile });

/**
 * Joins parts into sounds. A part with its own header or another type begins a new sound. All other parts go on with
 * the sound before them: audio may be split anywhere, even inside a sample.
 */
const gatherSounds = (parts: readonly AudioPart[]): AudioPart[] => {
	const sounds: { mimeType: string; chunks: Uint8Array[] }[] = [];
	for (const { mimeType, bytes } of parts) {
		if (bytes.length === 0) continue;
		const last = sounds.at(-1);
		const goesOn = !isWav(bytes) && !isOgg(bytes) && (mimeType === "" || mimeType === last?.mimeType);
		if (last && goesOn) last.chunks.push(bytes);
		else sounds.push({ mimeType, chunks: [bytes] });
	}
	return sounds.map(({ mimeType, chunks }) => ({
		mimeType,
		bytes: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks),
	}));
};

function* decodeFile({ packets, preSkip, end }: OpusFile): Steps<Pcm> {
	const samples = yield* decodeInSteps(packets, preSkip);
	const heard = Math.max(0, ((end - preSkip) * opusInputRate) / 48_000);
	return { samples: samples.subarray(0, heard), sampleRate: opusInputRate };
}

const findSound = ({ bytes, mimeType }: AudioPart): SoundSource => {
	if (isOgg(bytes)) {
		const file = readOgg(bytes);
		const samples = file.packets.reduce((sum, packet) => sum + countSamples(packet), 0);
		return { seconds: samples / opusInputRate, file };
	}
	const pcm = readPcm(bytes, mimeType);
	return { seconds: pcm.samples.length / pcm.sampleRate, pcm };
};

/**
 * Reads the sound of all audio parts of an answer, in order, in steps. The result has the first sound's sample rate.
 *
 * @throws AudioError for bytes that are neither PCM nor Ogg Opus, and for more than `maxSeconds` of sound
 */
export function* readSoundInSteps(parts: readonly AudioPart[], maxSeconds?: number): Steps<Pcm> {
	const found = gatherSounds(parts).map(findSound);
	const seconds = found.reduce((sum, sound) => sum + sound.seconds, 0);
	if (maxSeconds !== undefined && seconds > maxSeconds)
		throw new AudioError(
			`${Math.round(seconds)} s of sound for a text of ${Math.round(maxSeconds)} s at most`,
			seconds * 1_000,
		);
	const sounds: Pcm[] = [];
	for (const sound of found) sounds.push("pcm" in sound ? sound.pcm : yield* decodeFile(sound.file));
	const [first] = sounds;
	if (!first || sounds.length === 1) return first ?? { samples: new Int16Array(0), sampleRate: 24_000 };
	const alike = sounds.map(({ samples, sampleRate }) =>
		sampleRate === first.sampleRate
			? samples
			: toInt16(resample(toFloat(samples), sampleRate, first.sampleRate)),
	);
	const samples = new Int16Array(alike.reduce((sum, { length }) => sum + length, 0));
	let offset = 0;
	for (const piece of alike) {
		samples.set(piece, offset);
		offset += piece.length;
	}
	return { samples, sampleRate: first.sampleRate };
}

/** Does the same as {@link readSoundInSteps}, in one go. */
export const readSound = (parts: readonly AudioPart[]): Pcm => finish(readSoundInSteps(parts));

/** Reads a streamed answer in a worker: its sound is encoded as it comes, and read as a whole at the end. */
export class StreamedAnswer {
	readonly #maxSeconds: number;
	readonly #events = new EventReader();
	readonly #pcm = new PcmReader();
	readonly #encoder: LiveEncoder;
	/** What all events so far say together. */
	#all: AnswerFacts = {
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

export class EventError extends Error {}

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
