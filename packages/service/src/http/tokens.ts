/** The family's own limits, in tokens. */
export const promptMaxTokens = 8_192;
export const audioMaxTokens = 16_384;
export const audioTokensPerSecond = 25;

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
