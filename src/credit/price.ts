/** Quota units to a US dollar, as services of this family count unless an operator changed it. */
const unitsPerUsd = 500_000;

/** @returns quota units as people of a locale write them: "1,000,000" and "$2.00" */
export const formatUnits = (
	units: number,
	locale: string,
): { readonly units: string; readonly usd: string } => ({
	units: units.toLocaleString(locale),
	usd: (units / unitsPerUsd).toLocaleString(locale, { style: "currency", currency: "USD" }),
});

/** What speech costs at the embedded service's prices, in quota units. */
export const priceTokens = (promptTokens: number, audioTokens: number): number =>
	Math.ceil(promptTokens * 0.25 + audioTokens * 3);
