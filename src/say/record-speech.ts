import type { SpokenLine } from "../speech/spoken.ts";
import type { Usage } from "../speech/usage.ts";
import type { SpeechMonths } from "../store/speech-months.ts";

/** @returns sound that was made for these Lines, in ms */
export const sumMadeMs = (spoken: readonly Pick<SpokenLine, "madeMs">[]): number =>
	spoken.reduce((sum, { madeMs }) => sum + madeMs, 0);

/** Adds what an answer was charged with to its guild's month. */
export const recordUsage = async (months: SpeechMonths, guildId: string, usage: Usage): Promise<void> => {
	if (usage.promptTokens > 0 || usage.audioTokens > 0) await months.add([{ guildId, totals: usage }]);
};

/** Adds a text, or more of one (`texts: 0`), to its guild's month. */
export const recordSpeech = async (
	months: SpeechMonths,
	guildId: string,
	spoken: readonly Pick<SpokenLine, "madeMs">[],
	texts = 1,
): Promise<void> => {
	if (spoken.length === 0) return;
	const totals = {
		texts,
		madeMs: sumMadeMs(spoken),
		lines: spoken.length,
		cachedLines: spoken.filter(({ madeMs }) => madeMs === 0).length,
	};
	await months.add([{ guildId, totals }]);
};
