import type { Logger } from "@herald/common/log.ts";
import type { Client } from "discord.js";
import type { Config } from "../config.ts";
import type { CommandCatalogue } from "../discord/catalogue.ts";
import type { Command } from "../discord/command.ts";
import { isConnected } from "../discord/gateway-outages.ts";
import { keepTrying } from "../discord/keep-trying.ts";
import { logIn, watchForFinalClose } from "../discord/log-in.ts";
import type { MessageAccess } from "../discord/message-access.ts";
import { registerCommands } from "../discord/register.ts";
import type { BotSources } from "../monitoring/watch-bot.ts";
import type { Ends, Overrides, Surroundings } from "./bot-options.ts";

interface Live {
	readonly client: Client<true>;
	/** Rejects when Discord has ended the connection for good. */
	readonly ended: Promise<never>;
	readonly commandsChanged: boolean;
}

/**
 * Shows the bot to its monitoring, logs in, and registers the commands.
 *
 * @param onMonitored - given how to end the monitoring, which begins before the login
 * @throws StartError with a sentence for the operator; the signal's reason when it aborts
 */
export const goLive = async (
	config: Config,
	logger: Logger,
	around: Surroundings,
	overrides: Overrides,
	signal: Required<Ends>["signal"],
	{
		client,
		access,
		commands,
		catalogue,
		sources,
		onMonitored,
	}: {
		readonly client: Client;
		readonly access: MessageAccess;
		readonly commands: readonly Pick<Command<never>, "data" | "routes">[];
		readonly catalogue: CommandCatalogue;
		readonly sources: Pick<BotSources, "sessions" | "checkDatabase" | "isStopping">;
		readonly onMonitored: (stop: () => Promise<void>) => void;
	},
): Promise<Live> => {
	const { apiUrl, token, shards } = config.discord;
	let gaveUp = false;
	const ended = watchForFinalClose(client);
	ended.catch(() => {
		gaveUp = true;
	});
	onMonitored(
		await around.monitor({
			commands: commands.flatMap(({ data, routes = [] }) => [data.name, ...routes.map(({ path }) => path)]),
			models: config.speech.models,
			gateway: () => (gaveUp ? "given up" : isConnected(client) ? "ready" : "connecting"),
			...sources,
		}),
	);
	const patience = { apiUrl, logger, signal, timing: overrides.tries };
	const live = await Promise.race([
		ended,
		logIn(client, token, { access, shards: around.part ?? shards }, patience),
	]);
	const declared = commands.map(({ data }) => data);
	const { changed, registered } = around.registered
		? { changed: false, registered: around.registered }
		: await keepTrying(() => registerCommands(live.rest, live.application.id, declared), patience);
	catalogue.learnIds(registered);
	return { client: live, ended, commandsChanged: changed };
};
