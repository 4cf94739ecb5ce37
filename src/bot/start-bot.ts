import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@herald/common/log.ts";
import { within } from "@herald/common/race.ts";
import type { Client } from "discord.js";
import type { Services } from "../../commands/services.ts";
import type { Books } from "../books/books.ts";
import type { Config } from "../config.ts";
import { describeInterrupted } from "../credit/describe-redemption.ts";
import { destroyClient } from "../discord/client.ts";
import type { Command } from "../discord/command.ts";
import { rememberLinks } from "../discord/command-links.ts";
import type { Dispatcher } from "../discord/dispatch.ts";
import { isConnected } from "../discord/gateway-outages.ts";
import { keepTrying } from "../discord/keep-trying.ts";
import { logIn, watchForFinalClose } from "../discord/log-in.ts";
import { registerCommands } from "../discord/register.ts";
import { ownsShard } from "../discord/shard-part.ts";
import { Problem } from "../shared/problem.ts";
import type { Speech } from "../speech/speech.ts";
import type { VoiceLibrary } from "../speech/voice-library.ts";
import type { SpeechCounts } from "../store/speech-counts.ts";
import type { SessionControl } from "../voice/session-control.ts";
import type { Ends, Overrides, Surroundings } from "./bot-options.ts";
import { eraseOldData } from "./erase-old-data.ts";
import { followDepartures } from "./follow-departures.ts";

type ServiceName =
	| "access"
	| "buttons"
	| "catalogue"
	| "credit"
	| "edits"
	| "now"
	| "pendingAnswers"
	| "recent"
	| "store";

/** The parts of a bot that its start and stop use. */
interface Bot extends Pick<Services, ServiceName> {
	readonly books: Books;
	readonly client: Client;
	readonly closing: AbortController;
	readonly commands: readonly Command<Services>[];
	readonly counts: SpeechCounts;
	readonly dispatcher: Dispatcher<Services>;
	/** End what the start began, when the bot stops. */
	readonly followers: (() => Promise<void>)[];
	readonly library: VoiceLibrary | undefined;
	readonly insist: <T>(work: () => Promise<T>) => Promise<T>;
	readonly reader: { stop(): void };
	/** Aborts when work in progress must end. */
	readonly shutdown: AbortController;
	readonly speech: Speech;
	stopMonitoring: () => Promise<void>;
	readonly threads: readonly { close(): Promise<unknown> }[];
	readonly voice: SessionControl;
}

/** How long a stop waits for answers after its grace, in ms. */
const stopPatienceMs = 4_000;

export const stopBot = async (bot: Bot, graceMs: number): Promise<void> => {
	const { closing, shutdown, reader, dispatcher, voice, speech, credit, edits } = bot;
	closing.abort();
	reader.stop();
	if (graceMs > 0)
		await within(graceMs, Promise.all([dispatcher.settle(), voice.registry.drain(), speech.settle()]));
	shutdown.abort(new Problem({ kind: "shutting_down" }));
	const over = wait(stopPatienceMs, undefined, { ref: false });
	const patiently = (work: Promise<unknown>) => Promise.race([work, over]);
	await patiently(dispatcher.settle());
	await voice.registry.close();
	await credit.close();
	for (const memory of [bot.recent, bot.buttons]) memory.close();
	// Redemptions without an answer are unknown now. Their members are told so before the client closes.
	await patiently(Promise.all([dispatcher.settle(), edits.settle()]));
	await destroyClient(bot.client);
	await patiently(Promise.all(bot.followers.map((end) => end())));
	for (const thread of bot.threads) await thread.close();
	await bot.stopMonitoring();
	await bot.counts.write();
};

/** Logs in, registers the commands, and resumes what the last stop interrupted. */
export const startBot = async (
	bot: Bot,
	config: Config,
	logger: Logger,
	around: Surroundings,
	tries: Overrides["tries"],
	{ signal, onEnd }: Ends,
): Promise<void> => {
	const { access, books, buttons, catalogue, client, commands, credit, edits, store, voice, now } = bot;
	await bot.insist(() => credit.recover());
	if (bot.library) bot.followers.push(await bot.library.begin());
	let gaveUp = false;
	const ended = watchForFinalClose(client);
	ended.catch(() => {
		gaveUp = true;
	});
	bot.stopMonitoring = await around.monitor({
		commands: commands.flatMap(({ data, routes = [] }) => [data.name, ...routes.map(({ path }) => path)]),
		models: config.speech.models,
		dataDir: config.dataDir,
		gateway: () => (gaveUp ? "given up" : isConnected(client) ? "ready" : "connecting"),
		sessions: () => voice.registry.countStates(),
		checkDatabase: () => store.checkWritable(),
		isStopping: () => bot.closing.signal.aborted,
	});
	// One process erases for all: the one with the first shard.
	if (ownsShard(around.part, 0)) bot.followers.push(eraseOldData({ store, logger, now }));
	const { apiUrl, token, shards } = config.discord;
	const patience = { apiUrl, logger, signal, timing: tries };
	const live = await Promise.race([
		ended,
		logIn(client, token, { access, shards: around.part ?? shards }, patience),
	]);
	const declared = commands.map(({ data }) => data);
	catalogue.learnIds(
		around.registered ??
			(await keepTrying(() => registerCommands(live.rest, live.application.id, declared), patience)),
	);
	rememberLinks(client, catalogue.mentions());
	bot.followers.push(followDepartures({ client: live, departures: store.departures, logger, now }));
	await buttons.restore();
	// Not awaited: only members in those channels have to wait.
	void books.restore(voice.registry.restore());
	edits.follow(bot.pendingAnswers.answerInterrupted((answer) => describeInterrupted(answer, credit)));
	logger.info(
		{
			event: "ready",
			guilds: live.guilds.cache.size,
			shards: live.ws.shards.size,
			readingMode: access.mode,
		},
		"ready",
	);
	ended.catch(onEnd);
};
