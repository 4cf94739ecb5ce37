import { type REST, Routes } from "discord.js";
import type { GatewayAnswer } from "./choose-shards.ts";
import { keepTrying, notDiscord } from "./keep-trying.ts";

/**
 * Asks Discord where its gateway is, and with how many shards to log in, once it can be reached.
 *
 * @throws StartError with a sentence for the operator; the signal's reason when it aborts
 */
export const askGateway = async (
	rest: REST,
	options: Parameters<typeof keepTrying>[1],
): Promise<GatewayAnswer & { readonly url: string }> => {
	const answer = (await keepTrying(() => rest.get(Routes.gatewayBot()), options)) as
		| (GatewayAnswer & { readonly url?: unknown })
		| null;
	if (typeof answer?.url !== "string") throw notDiscord(options.apiUrl, "no gateway's address");
	return { ...answer, url: answer.url };
};
