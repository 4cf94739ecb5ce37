/** Quota units that are one US dollar, as the family's gateways count them. */
export const unitsPerUsd = 500_000;

const unitsPerPromptToken = 0.25;
const unitsPerAudioToken = 3;

/** @returns what speech costs, in whole quota units; an answer without audio costs nothing */
export const priceSpeech = (promptTokens: number, audioTokens: number): number =>
	audioTokens === 0 ? 0 : Math.ceil(promptTokens * unitsPerPromptToken + audioTokens * unitsPerAudioToken);

/** @returns an amount of quota units in dollars, to the cent */
export const writeUsd = (units: number): string => `$${(units / unitsPerUsd).toFixed(2)}`;
