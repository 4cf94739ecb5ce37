import { frameMs, type SoundFile } from "@herald/common/audio/clip.ts";
import type { Payer } from "../budget/payer.ts";
import { type Clock, pause } from "../shared/clock.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { Problem, type ProblemKind } from "../shared/problem.ts";
import { countFitting, type SpeechSource, type SpokenLine, type SpokenResult } from "../speech/line.ts";
import { LookAhead } from "../speech/look-ahead.ts";
import type { BookLine } from "./book.ts";

/** How many Lines are requested ahead. Few, since a book is less urgent than an answer. */
const linesAhead = 1;
/**
 * Problems that may be temporary. A Line that failed with such a problem is requested again after each of `pausesMs`,
 * in ms.
 */
export const passing: ReadonlySet<ProblemKind> = new Set(["upstream", "network", "timeout", "rate_limited"]);
export const pausesMs = [5_000, 30_000, 120_000] as const;

export interface BookPart {
	readonly sound: SoundFile;
	/** How many of the book's Lines are spoken up to the end of this part. */
	readonly done: number;
	readonly heading: string | undefined;
}

export interface BookSpeaking {
	readonly speech: SpeechSource;
	readonly payer: Payer;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly title: string;
	/** Called before each Line is requested. Ends the book if its parts couldn't be posted. */
	readonly look: () => void;
	readonly partMaxBytes: number;
	/** Called for each Line in order, with its sound, or with undefined if the Line was left out. */
	readonly onLine: (index: number, spoken: SpokenLine | undefined) => Promise<void>;
	readonly post: (part: BookPart) => Promise<void>;
}

/** Requests a Line again, if its problem may be temporary. */
const retryLine = async (first: SpokenResult, line: BookLine, tools: BookSpeaking): Promise<SpokenResult> => {
	let result = first;
	for (const ms of pausesMs) {
		if (result.ok || result.problem.endsText || !passing.has(result.problem.kind)) break;
		await pause(tools.clock, ms, tools.signal);
		tools.look();
		const { payer, signal } = tools;
		result = await tools.speech.speak({ line: line.line, payer, signal }).result;
	}
	return result;
};

/**
 * Speaks a book's Lines into files, one after the other. Holds no more Lines than fit into one file. A Line that can't
 * be made is left out, unless its problem ends the text, or is a temporary one that outlasts all attempts: then the
 * book ends.
 *
 * @param from - the first Line that wasn't posted
 * @throws {@link Problem} that ends the book, after what was made has been posted; the signal's reason if it aborts
 */
export const speakBook = async (lines: readonly BookLine[], from: number, tools: BookSpeaking) => {
	const { speech, payer, signal, title, look, partMaxBytes, onLine, post } = tools;
	const wanted = lines.slice(from).map(({ line }) => line);
	const speak: SpeechSource["speak"] = (options) => {
		look();
		return speech.speak(options);
	};
	const text = new LookAhead({ speech: { speak }, linesAhead }).add(wanted, { payer, signal });
	let made: MadeLine[] = [];
	const finish = async (count: number, done: number) => {
		const part = made.slice(0, count);
		if (part.length === 0) return;
		const clips = part.map(({ line, spoken }, at) => ({
			...spoken,
			pauseMs: at === 0 ? 0 : line.line.pauseMs,
		}));
		const sound = await speech.writeFile(payer.party, clips, writeComments(title, part));
		made = made.slice(count);
		await post({ sound, done, heading: part.find(({ line }) => line.heading)?.line.heading });
	};
	let at = from;
	try {
		for await (const next of inStretches(text)) {
			const line = lines[at] as BookLine;
			const result = await retryLine(await next.result, line, tools);
			next.release();
			if (!result.ok && (result.problem.endsText || passing.has(result.problem.kind))) {
				await finish(made.length, at);
				throw result.problem;
			}
			await onLine(at, result.ok ? result.spoken : undefined);
			at += 1;
			if (!result.ok) continue;
			made.push({ line, spoken: result.spoken });
			const cut = cutPart(made, partMaxBytes);
			// Lines that were left out between two files belong to neither.
			if (cut !== undefined) await finish(cut, lines.indexOf(made[cut]?.line as BookLine));
		}
		await finish(made.length, lines.length);
	} catch (error) {
		if (signal.aborted && signal.reason instanceof Problem) throw signal.reason;
		throw error;
	} finally {
		await text.end();
	}
};

export interface MadeLine {
	readonly line: BookLine;
	readonly spoken: SpokenLine;
}

/** The share of a file that must be full before the file may end at a heading or between paragraphs. */
const leastAtHeading = 1 / 3;
/** The most chapters that a file's header lists. */
const chaptersMax = 200;

/**
 * Finds where a file must end: before a heading, or else before a paragraph, unless the file would be too short there;
 * otherwise after the last Line that fits.
 *
 * @returns how many of the first Lines go into the file; undefined if all Lines fit
 */
export const cutPart = (made: readonly MadeLine[], maxBytes: number): number | undefined => {
	const parts = made.map(({ line: { line }, spoken }) => ({ ...spoken, pauseMs: line.pauseMs }));
	const fitting = countFitting(parts, maxBytes);
	if (fitting === made.length) return undefined;
	const findCut = (isCut: (line: BookLine) => boolean): number | undefined => {
		for (let at = fitting; at >= Math.max(1, fitting * leastAtHeading); at -= 1) {
			const next = made[at]?.line;
			if (next && isCut(next)) return at;
		}
		return undefined;
	};
	return (
		findCut(({ heading }) => heading !== undefined) ?? findCut(({ beginsPage }) => beginsPage) ?? fitting
	);
};

/** @returns the comments of an Ogg file: its title, and the chapters that begin in it */
export const writeComments = (title: string, made: readonly MadeLine[]): string[] => {
	const chapters: string[] = [];
	let startMs = 0;
	for (const [at, { line, spoken }] of made.entries()) {
		// Joined Clips have at least one packet between them.
		if (at > 0) startMs += Math.max(frameMs, line.line.pauseMs ?? 0);
		const number = String(chapters.length / 2 + 1).padStart(3, "0");
		if (line.heading !== undefined && chapters.length < chaptersMax * 2)
			chapters.push(
				`CHAPTER${number}=${new Date(startMs).toISOString().slice(11, 23)}`,
				`CHAPTER${number}NAME=${line.heading.replace(/\s+/g, " ")}`,
			);
		startMs += spoken.durationMs;
	}
	return [`TITLE=${title}`, ...chapters];
};
