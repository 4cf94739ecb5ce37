import type { Logger } from "@herald/common/log.ts";
import { retry, type TryTiming } from "@herald/common/retry.ts";
import { StartError } from "@herald/common/start-error.ts";
import { DiscordAPIError, HTTPError } from "discord.js";
import { FinalError } from "../shared/final-error.ts";
import { describeConnectionError } from "./rest.ts";

interface TryOptions {
	readonly apiUrl: string;
	readonly logger: Logger;
	readonly signal: AbortSignal;
	readonly timing?: TryTiming | undefined;
}

const silence = "Discord doesn't answer: no answer came in time.";

/** The sentence about a token that Discord refuses in a request or a login. */
export const refusedToken =
	"Discord refused DISCORD_TOKEN: npm run setup -- token takes a new one, and says where it is.";

/** @returns the error for a URL at which something other than Discord's API answers */
export const notDiscord = (apiUrl: string, what: string): StartError =>
	new StartError(
		`${apiUrl} isn't Discord's API (${what}): set DISCORD_API_URL to https://discord.com/api, or to that path at a proxy before it.`,
	);

/** Discord's errors have numeric codes. Others come from a proxy or another server. */
const isFromDiscord = ({ code }: DiscordAPIError): boolean => typeof code === "number";

/** @returns a sentence about a problem that may pass; undefined for other errors */
const describePassing = (error: unknown): string | undefined => {
	if (error instanceof HTTPError) return `Discord has trouble of its own (status ${error.status}).`;
	if (error instanceof DiscordAPIError) {
		if (error.status === 403 && !isFromDiscord(error))
			return "Discord, or something before it, refuses requests from this machine's address (status 403).";
		return error.status === 408 || error.status === 429
			? `Discord doesn't answer at the moment (status ${error.status}).`
			: undefined;
	}
	if (error instanceof TypeError && error.message === "fetch failed")
		return `Herald can't reach Discord (${describeConnectionError(error) ?? "no connection"}): check this machine's network, and DISCORD_API_URL if it is set.`;
	if (error instanceof DOMException && error.name === "TimeoutError") return silence;
	return undefined;
};

const explainFinal = (error: unknown, apiUrl: string): unknown => {
	if (error instanceof DiscordAPIError) {
		if (error.status === 401) return new FinalError(refusedToken);
		if (error.status === 404 || !isFromDiscord(error)) return notDiscord(apiUrl, `status ${error.status}`);
	}
	return error instanceof SyntaxError ? notDiscord(apiUrl, "no JSON") : error;
};

/** @returns a sentence for the operator about what went wrong at Discord, or on the way to it */
export const describeTrouble = (error: unknown, apiUrl: string): string =>
	describePassing(error) ?? (explainFinal(error, apiUrl) as Error).message;

/**
 * Repeats work at Discord while problems may pass. Each kind of problem is logged when it begins.
 *
 * @throws StartError with a sentence for the operator about a
 * problem that doesn't pass; the signal's reason if it aborts
 */
export const keepTrying = <T>(
	work: () => Promise<T>,
	{ apiUrl, logger, signal, timing }: TryOptions,
): Promise<T> =>
	retry(work, {
		describe: (error) => {
			const sentence = describePassing(error);
			if (sentence === undefined) throw explainFinal(error, apiUrl);
			return sentence;
		},
		silence,
		report: (sentence) => logger.warn({ event: "discord_unreachable" }, `${sentence} Herald keeps trying.`),
		signal,
		timing,
	});
