import { REST, type RESTOptions } from "discord.js";
import { createSendRequest, type RequestTiming } from "./send-request.ts";

/** How long a request may take with all its tries, in ms: an interaction's token doesn't live longer. */
const requestMaxMs = 15 * 60_000;
/** The library keeps a queue for each interaction's routes: how often it drops those that have been idle, in ms. */
const sweepEveryMs = 60_000;

/** @returns how the library is to make requests to Discord */
export const restOptions = (apiUrl: string, timing?: Partial<RequestTiming>): Partial<RESTOptions> => ({
	api: apiUrl,
	// Retries are done by `sendRequest`.
	retries: 0,
	timeout: requestMaxMs,
	handlerSweepInterval: sweepEveryMs,
	makeRequest: createSendRequest(timing) as unknown as RESTOptions["makeRequest"],
});

/** @returns what makes requests to Discord without a connection to its gateway */
export const createRest = ({ token, apiUrl }: { readonly token: string; readonly apiUrl: string }): REST =>
	new REST(restOptions(apiUrl)).setToken(token);
