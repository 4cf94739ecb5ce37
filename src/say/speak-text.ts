import type { SoundFile } from "../audio/sound-file.ts";
import { Problem } from "../problem.ts";
import type { Line } from "../speech/line.ts";
import { LookAhead } from "../speech/look-ahead.ts";
import type { Speech } from "../speech/speech.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import { estimateSeconds } from "../speech/text/script.ts";
import type { SpeechMonths } from "../store/speech-months.ts";
import type { SpeechBudget } from "./budget.ts";

/** Lines of a file made ahead of the one that is waited for: its requests are limited elsewhere, this bounds what is held. */
const fileLinesAhead = 3;

export interface SpeakTextOptions {
	readonly speech: Speech;
	readonly budget: SpeechBudget;
	readonly months: SpeechMonths;
	readonly guildId: string;
	readonly userId: string;
	/** The whole text, cut. */
	readonly script: readonly Line[];
	readonly signal: AbortSignal;
	readonly onProgress: (done: number, total: number) => void;
}

/** A whole text as one file. */
export interface SpokenText {
	readonly sound: SoundFile;
	readonly withoutStyle: boolean;
}

/** @returns how long a Script will be, in ms, by the words in it */
export const estimateMs = (script: readonly Line[]): number =>
	script.reduce((sum, { text }) => sum + estimateSeconds(text) * 1_000, 0);

/** @returns sound that was made for these Lines, in ms */
export const sumMadeMs = (spoken: readonly SpokenLine[]): number =>
	spoken.reduce((sum, { madeMs }) => sum + madeMs, 0);

/** Adds a text to its guild's month; statistics are worth less than the sound, so trouble with them is let go. */
export const recordSpeech = async (
	months: SpeechMonths,
	guildId: string,
	spoken: readonly SpokenLine[],
): Promise<void> => {
	if (spoken.length === 0) return;
	const sum = (of: (line: SpokenLine) => number) => spoken.reduce((total, line) => total + of(line), 0);
	try {
		await months.add(guildId, {
			texts: 1,
			madeMs: sumMadeMs(spoken),
			promptTokens: sum(({ usage }) => usage?.promptTokens ?? 0),
			audioTokens: sum(({ usage }) => usage?.audioTokens ?? 0),
			lines: spoken.length,
			cachedLines: sum(({ usage }) => (usage ? 0 : 1)),
		});
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
	}
};

/**
 * Speaks a whole text into one file, on the budget of member and guild: only sound that was made counts, and all that was.
 *
 * @throws {@link Problem} of the first Line that fails (what was made stays cached), or of the budget
 */
export const speakText = async (options: SpeakTextOptions): Promise<SpokenText> => {
	const { speech, budget, guildId, userId, script, signal } = options;
	const reservation = await budget.reserve(guildId, userId, estimateMs(script));
	const spoken: SpokenLine[] = [];
	const text = new LookAhead({ speech, guildId, most: () => fileLinesAhead + 1 }).add(script, signal);
	try {
		for (let next = text.next(); next; next = text.next()) {
			const result = await next.result;
			if (!result.ok) throw result.problem;
			next.release();
			spoken.push(result.spoken);
			options.onProgress(spoken.length, script.length);
		}
	} catch (error) {
		if (signal.aborted && signal.reason instanceof Problem) throw signal.reason;
		throw error;
	} finally {
		const made = await text.end();
		await reservation.settle(sumMadeMs(made));
		await recordSpeech(options.months, guildId, made);
	}
	return {
		sound: await speech.writeFile(spoken),
		withoutStyle: spoken.some(({ withoutStyle }) => withoutStyle),
	};
};
