import { DiscordAPIError, RESTJSONErrorCodes } from "discord.js";

/** @returns whether Discord refused a request with one of these errors */
export const isRefusal = (error: unknown, ...kinds: (keyof typeof RESTJSONErrorCodes)[]) =>
	error instanceof DiscordAPIError && kinds.some((kind) => error.code === RESTJSONErrorCodes[kind]);
