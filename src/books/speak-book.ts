import type { SoundFile } from "../audio/sound-file.ts";
import { Problem, type ProblemKind } from "../shared/problem.ts";
import { orAborted } from "../shared/retry.ts";
import { LookAhead } from "../speech/look-ahead.ts";
import type { LineSpeaker, SpeechSource, SpokenLine, SpokenResult } from "../speech/spoken.ts";
import type { Payer } from "../speech/usage.ts";
import type { Clock } from "../voice/clock.ts";
import type { BookLine } from "./book.ts";
import { cutPart, type Made, writeComments } from "./part.ts";

/** Lines made ahead of the one that is waited for: nobody waits for a book as for an answer. */
const linesAhead = 1;
/** What passes: the Line is asked for again after these pauses, in ms. */
export const passing: ReadonlySet<ProblemKind> = new Set(["upstream", "network", "timeout", "rate_limited"]);
export const pausesMs = [5_000, 30_000, 120_000] as const;

/** A file of a book. */
export interface BookPart {
	readonly sound: SoundFile;
	/** How many Lines of the book are said once it is heard. */
	readonly done: number;
	/** What its first chapter is called. */
	readonly heading: string | undefined;
}

export interface BookSpeaking {
	readonly speech: SpeechSource;
	readonly payer: Payer;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly title: string;
	/** Called before each Line is asked for: it aborts where there would be nowhere to post it. */
	readonly look: () => void;
	/** The most that a file may have. */
	readonly partMaxBytes: number;
	/** Told of each Line in turn, with its sound, or without where it was left out. */
	readonly onLine: (index: number, spoken: SpokenLine | undefined) => Promise<void>;
	/** Posts a file. */
	readonly post: (part: BookPart) => Promise<void>;
}

/** Waits on a clock. @throws the signal's reason when it aborts */
export const pause = async (clock: Clock, ms: number, signal: AbortSignal): Promise<void> => {
	const over = Promise.withResolvers<void>();
	const cancel = clock.after(ms, over.resolve);
	await orAborted(over.promise, signal).finally(cancel);
};

/** Asks for a Line again, as long as what keeps it from being made may pass. */
const insist = async (first: SpokenResult, line: BookLine, tools: BookSpeaking): Promise<SpokenResult> => {
	let result = first;
	for (const ms of pausesMs) {
		if (result.ok || result.problem.endsText || !passing.has(result.problem.kind)) break;
		await pause(tools.clock, ms, tools.signal);
		tools.look();
		result = await tools.speech.speak(line.line, tools.payer, tools.signal);
	}
	return result;
};

/**
 * Speaks a book's Lines into files, one after the other, and holds no more of them than one file has. A Line that can't
 * be made is left out.
 *
 * @param from - the first Line that is still to be posted
 * @throws {@link Problem} that ends the book, after what was made has been posted; the signal's reason when it aborts
 */
export const speakBook = async (
	lines: readonly BookLine[],
	from: number,
	tools: BookSpeaking,
): Promise<void> => {
	const { speech, payer, signal, title, look, partMaxBytes, onLine, post } = tools;
	const wanted = lines.slice(from).map(({ line }) => line);
	const looking: LineSpeaker = {
		speak: async (...asked) => {
			look();
			return speech.speak(...asked);
		},
	};
	const text = new LookAhead({ speech: looking, most: () => linesAhead + 1 }).add(wanted, { payer, signal });
	let made: Made[] = [];
	const finish = async (count: number, done: number) => {
		const part = made.slice(0, count);
		if (part.length === 0) return;
		const clips = part.map(({ line, spoken }) => ({ ...spoken, pauseMs: line.line.pauseMs }));
		const sound = await speech.writeFile(clips, writeComments(title, part));
		made = made.slice(count);
		await post({ sound, done, heading: part.find(({ line }) => line.heading)?.line.heading });
	};
	let at = from;
	try {
		for (let next = text.next(); next; next = text.next()) {
			const line = lines[at] as BookLine;
			const result = await insist(await next.result, line, tools);
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
			// What is left out between two files belongs to neither.
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
