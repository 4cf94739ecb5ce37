/** Quota units per US dollar: the default of New API gateways, which their operators may change. */
export const unitsPerUsd = 500_000;

/** The fewest tokens that a model counts for a second of sound. */
export const audioTokensPerSecond = 25;

const unitsPerPromptToken = 0.25;
const unitsPerAudioToken = 3;

/** @returns what speech costs at the embedded service, in whole quota units; an answer without audio costs nothing */
export const priceSpeech = (promptTokens: number, audioTokens: number): number =>
	audioTokens === 0 ? 0 : Math.ceil(promptTokens * unitsPerPromptToken + audioTokens * unitsPerAudioToken);

/** @returns quota units as people of a locale write them: "1,000,000" and "$2.00" */
export const formatUnits = (units: number, locale: string): Readonly<Record<"units" | "usd", string>> => ({
	units: units.toLocaleString(locale),
	usd: (units / unitsPerUsd).toLocaleString(locale, { style: "currency", currency: "USD" }),
});

/** @returns an amount of quota units: a whole number of at least `min`, also when it came as text; else undefined */
export const readUnits = (value: unknown, min = 0): number | undefined => {
	const units = typeof value === "string" && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
	return typeof units === "number" && Number.isSafeInteger(units) && units >= min ? units : undefined;
};
