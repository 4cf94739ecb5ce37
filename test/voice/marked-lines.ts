import { packClip } from "@herald/common/audio/clip.ts";
import {
	type Line,
	LineAhead,
	type LineNews,
	type LineSpeaker,
	type SpeakOptions,
	type SpokenLine,
	type SpokenResult,
} from "../../src/speech/line.ts";
import { type ItemEvent, ItemNews, type QueueItem } from "../../src/voice/voice-channels.ts";
import { anyPayer } from "../support/payer.ts";

/** Makes a packet that names its Line and frame: `[0x48, line >> 8, line, frame >> 8, frame, 0]`. */
const markedPacket = (line: number, frame: number): Uint8Array =>
	Uint8Array.of(0x48, line >> 8, line & 0xff, frame >> 8, frame & 0xff, 0);

export const markedClip = (line: number, frames: number): SpokenResult & { ok: true } => ({
	ok: true,
	spoken: {
		packed: packClip({
			packets: Array.from({ length: frames + 1 }, (_, frame) => markedPacket(line, frame)),
			durationMs: frames * 20,
			levels: Array.from({ length: Math.ceil(frames / 5) }, () => 0.1),
		}),
		durationMs: frames * 20,
		madeMs: frames * 20,
		compromises: [],
	},
});

/** The Line numbers in the packets, in order: one for each run of packets of the same Line. Silence is left out. */
export const linesOf = (packets: readonly { readonly opus: Uint8Array }[]): number[] => {
	const lines = packets
		.filter(({ opus }) => opus[0] === 0x48 && opus.length === 6)
		.map(({ opus }) => ((opus[1] as number) << 8) | (opus[2] as number));
	return lines.filter((line, index) => line !== lines[index - 1]);
};

/** Answers a Line with its sound or its error. A Line's text is its number. */
export type Answer = (
	line: Line,
	signal: AbortSignal,
	listen: (news: LineNews) => void,
) => Promise<SpokenResult>;

export const answerAtOnce =
	(frames: number): Answer =>
	async ({ text }) =>
		markedClip(Number(text), frames);

/** Makes a speaker that answers as the test wants. @returns also the texts of all requested and of all aborted Lines */
export const makeSpeech = (answer: Answer) => {
	const asked: string[] = [];
	const aborted: string[] = [];
	const speak = async ({ line, signal }: SpeakOptions, ahead: LineAhead) => {
		asked.push(line.text);
		const left = Promise.withResolvers<never>();
		const leave = () => {
			aborted.push(line.text);
			left.reject(signal.reason);
		};
		signal.throwIfAborted();
		signal.addEventListener("abort", leave, { once: true });
		try {
			return await Promise.race([speech.answer(line, signal, (news) => ahead.note(news)), left.promise]);
		} finally {
			signal.removeEventListener("abort", leave);
		}
	};
	const speech: LineSpeaker & { answer: Answer } = {
		answer,
		speak: (options) => {
			const ahead = new LineAhead(options.line);
			ahead.follow(speak(options, ahead), options.signal);
			return ahead;
		},
	};
	return { speech, asked, aborted };
};

export const makeLines = (numbers: readonly number[]): Line[] =>
	numbers.map((number) => ({ text: String(number), voice: "Kore" }));

/** Makes a text of marked Lines that records its events. */
export const makeText = (userId: string, lines: readonly number[], estimateMs = 1_000) => {
	const events: ItemEvent[] = [];
	const ended = Promise.withResolvers<ItemEvent & { kind: "ended" }>();
	const settled = Promise.withResolvers<readonly SpokenLine[]>();
	return {
		userId,
		payer: { ...anyPayer, settle: async (made: readonly SpokenLine[]) => settled.resolve(made) },
		priority: "asked" as QueueItem["priority"],
		lines: makeLines(lines),
		estimateMs,
		events,
		ended: ended.promise,
		news: new ItemNews().on("event", (event) => {
			events.push(event);
			if (event.kind === "ended") ended.resolve(event);
		}),
		settled: settled.promise,
	};
};
