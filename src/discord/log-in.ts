import { orAborted } from "@herald/common/retry.ts";
import { StartError } from "@herald/common/start-error.ts";
import { type Client, Events, IntentsBitField, Routes } from "discord.js";
import { GatewayDispatchEvents } from "discord-api-types/v10";
import { FinalError } from "../shared/final-error.ts";
import { askGateway, chooseShards, type ShardSetting } from "./choose-shards.ts";
import { keepTrying, refusedToken } from "./keep-trying.ts";
import type { MessageAccess } from "./message-access.ts";
import { handOnEarly } from "./patches/hand-on-early.ts";
import type { ShardPart } from "./shard-part.ts";

/** How long the first shard's login may take before that is logged, in ms. */
const gatewaySilentMs = 15_000;

/** Sentences for the operator by close code, for the codes after which Discord accepts no new connection. */
const finalCloses: Readonly<Record<number, string>> = {
	4004: refusedToken,
	4010: "Discord refused the shard that Herald logged in with. Update Herald; if that doesn't help, report it.",
	4011: "This bot is in more servers than its shards may serve, which is 2,500 each: set GATEWAY_SHARDS to auto, or to a larger number.",
	4012: "Discord no longer offers the version of its gateway that Herald uses: update Herald.",
	4013: "Discord doesn't know the intents that Herald asks for: update Herald.",
	4014: "Discord doesn't grant this bot an intent that Herald asks for: npm run setup -- application turns it on, or you do in the developer portal, under Bot.",
};

/** @returns a promise that rejects with a FinalError if Discord ends the connection for good. It never resolves */
export const watchForFinalClose = (client: Client): Promise<never> => {
	const ended = Promise.withResolvers<never>();
	// Prevents an unhandled rejection if no caller awaits the promise.
	ended.promise.catch(() => {});
	client.on(Events.ShardDisconnect, ({ code }) =>
		ended.reject(
			new FinalError(finalCloses[code] ?? `Discord ended the connection for good (code ${code}).`),
		),
	);
	return ended.promise;
};

/**
 * Logs in once Discord can be reached, with this process's
 * shards, and with the intents for messages that Herald may read.
 *
 * @param shards - their number, or this process's part of them
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const logIn = async (
	client: Client,
	token: string,
	{ access, shards = 1 }: { readonly access: MessageAccess; readonly shards?: ShardSetting | ShardPart },
	options: Parameters<typeof keepTrying>[1],
): Promise<Client<true>> => {
	client.rest.setToken(token);
	// A failed login destroys the client, so requests that may fail for long come first.
	const gateway = await askGateway(client.rest, options);
	const { ids, count } = chooseShards(shards, gateway);
	// Both are set: otherwise the library takes them from the environment, or makes up the missing one.
	client.options.shardCount = count;
	client.options.shards = [...ids];
	// Requesting an intent that isn't granted would end the connection.
	if (access.setting === "auto") {
		const { flags } = (await keepTrying(() => client.rest.get(Routes.currentApplication()), options)) as {
			readonly flags?: number;
		};
		access.learn(flags ?? 0);
		client.options.intents = new IntentsBitField(access.intents);
	}
	const ready = handOnEarly(client);
	const { logger, signal, timing } = options;
	const silent = setTimeout(
		() =>
			logger.warn(
				{ event: "discord_unreachable" },
				`Herald isn't logged in yet at Discord's gateway, ${gateway.url}, and waits.`,
			),
		timing?.silentMs ?? gatewaySilentMs,
	);
	client.ws.once(GatewayDispatchEvents.Ready, () => clearTimeout(silent));
	try {
		await orAborted(client.login(token), signal);
	} catch (error) {
		clearTimeout(silent);
		signal.throwIfAborted();
		if ((error as { code?: unknown }).code === "TokenInvalid") throw new FinalError(finalCloses[4004]);
		throw new StartError(
			`Herald couldn't log in to Discord's gateway at ${gateway.url}: ${(error as Error).message}`,
		);
	}
	await orAborted(ready, signal);
	return client as Client<true>;
};
