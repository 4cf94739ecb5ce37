import { isGoogle } from "@herald/common/wire/http.ts";
import { audioTokensPerSecond } from "@herald/common/wire/prices.ts";

/** What a million tokens cost, in US dollars. */
export interface Prices {
	readonly prompt: number;
	readonly audio: number;
}

/** Google's until the end of 2026: docs/costs.md. */
const googlePrices: Readonly<Record<string, Prices>> = {
	"gemini-3.8-flash-lite-tts": { prompt: 0.5, audio: 6 },
	"gemini-3.8-flash-tts": { prompt: 0.5, audio: 9 },
	"gemini-3.1-flash-tts-preview": { prompt: 1, audio: 20 },
};
const doublesAt = Date.UTC(2027, 0, 1);

/** @returns Google's own prices of a model, where they are known */
export const findPrices = (baseUrl: string, model: string, now: number): Prices | undefined => {
	const known = isGoogle(baseUrl) ? googlePrices[model] : undefined;
	const times = now >= doublesAt ? 2 : 1;
	return known && { prompt: known.prompt * times, audio: known.audio * times };
};

const promptTokensPerSecond = 3;

/** @returns what so many seconds of speech cost, in US dollars */
export const costOf = (seconds: number, { prompt, audio }: Prices): number =>
	(seconds * (audioTokensPerSecond * audio + promptTokensPerSecond * prompt)) / 1_000_000;

/** @returns "$0.54"; of less than ten cents, a tenth of a cent, too */
export const inDollars = (cost: number): string =>
	cost.toLocaleString("en-US", {
		style: "currency",
		currency: "USD",
		minimumFractionDigits: cost > 0 && cost < 0.1 ? 3 : 2,
	});
