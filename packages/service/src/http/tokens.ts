import { audioTokensPerSecond } from "@herald/common/wire/prices.ts";

/** The family's own limits, in tokens. */
export const promptMaxTokens = 8_192;
export const audioMaxTokens = 16_384;

/** What an answer counts. */
export interface Usage {
	readonly promptTokens: number;
	readonly audioTokens: number;
}

const charactersPerToken = 4;
const wideCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * Counts tokens as the family's tokenizers do on average: four characters a token, but a Chinese, Japanese or Korean
 * character is one of its own.
 */
export const countPromptTokens = (text: string): number => {
	const wide = text.match(wideCharacter)?.length ?? 0;
	return wide + Math.ceil((text.length - wide) / charactersPerToken);
};

/** @returns the tokens of that much audio, rounded up */
export const countAudioTokens = (seconds: number): number => Math.ceil(seconds * audioTokensPerSecond);

/** @returns how many tokens of audio a text may have, before it is spoken: slow speech, in which a second has 2.5 tokens of text */
export const estimateAudioTokens = (promptTokens: number): number =>
	Math.min(audioMaxTokens, promptTokens * 10);
