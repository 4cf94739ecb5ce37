import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@herald/common/log.ts";
import { within } from "@herald/common/retry.ts";
import { StartError } from "@herald/common/start-error.ts";
import type { Client } from "discord.js";
import { commandsFor } from "../../commands/index.ts";
import { openQuestions, type Services } from "../../commands/services.ts";
import { Books } from "../books/books.ts";
import type { Config } from "../config.ts";
import { openCredit } from "../credit/credit.ts";
import { describeInterrupted } from "../credit/describe-redemption.ts";
import { CommandCatalogue, registerCommands } from "../discord/catalogue.ts";
import { createClient, destroyClient, logIn, watchForFinalClose } from "../discord/client.ts";
import { Dispatcher } from "../discord/dispatch.ts";
import { isConnected } from "../discord/gateway-outages.ts";
import { MessageAccess, MessageEvents } from "../discord/message-events.ts";
import { readsShards } from "../discord/patches/gateway-shards.ts";
import { handsOnEarly } from "../discord/patches/hand-on-early.ts";
import { keepTrying } from "../discord/rest.ts";
import { ownsShard } from "../discord/shard-part.ts";
import { rememberLinks } from "../discord/show-text.ts";
import { messageComposer } from "../reading/compose-message.ts";
import { LeakGuard } from "../reading/leak-guard.ts";
import { Reader } from "../reading/reader.ts";
import { verdictsBy } from "../reading/verdicts.ts";
import { keepPendingAnswers } from "../say/answers/pending-answers.ts";
import { keepButtons, keepRequests } from "../say/answers/short-memory.ts";
import { systemClock } from "../shared/clock.ts";
import { Problem } from "../shared/problem.ts";
import { makeSeal, renewSeal } from "../shared/seal.ts";
import { UnderWay } from "../shared/under-way.ts";
import { unlessThrows } from "../shared/unless-throws.ts";
import { DocumentReader } from "../speech/text/document/document-reader.ts";
import { type GuildMemory, rememberGuilds } from "../store/guild-memory.ts";
import { insistOnStore } from "../store/open-store.ts";
import { countSpeech, type SpeechCounts } from "../store/speech-counts.ts";
import { hasListeners, listListeners } from "../voice/channel-facts.ts";
import { voicePatches } from "../voice/patches.ts";
import { SessionControl, SessionRegistry } from "../voice/sessions.ts";
import { watchWhetherHeard } from "../voice/voice-channels.ts";
import type { Ends, Overrides, Stop, Surroundings } from "./bot-options.ts";
import { composeAccounts } from "./compose-accounts.ts";
import { composeSpeech } from "./compose-speech.ts";
import { eraseOldData, followDepartures } from "./erase-old-data.ts";

/** Builds all parts of the bot, without logging in. */
const composeBot = async (
	config: Config,
	logger: Logger,
	around: Surroundings,
	overrides: Overrides,
	signal: AbortSignal,
) => {
	const now = overrides.now ?? Date.now;
	const memory = rememberGuilds(overrides.wrapStore?.(around.store) ?? around.store, now);
	const counts = countSpeech(memory.store, now);
	const { store } = counts;
	const insist = <T>(work: () => Promise<T>) => insistOnStore(work, logger, signal, overrides.tries);
	const secret = await insist(() => store.openSecret());
	const accounts = composeAccounts(config, { ...around, store }, secret, logger, overrides);
	const clock = overrides.clock ?? systemClock;
	const credit = openCredit({
		account: accounts.operators,
		hasOthers: accounts.own !== undefined,
		journal: store.redemptions,
		accounts: store.creditAccounts,
		secret,
		logger,
		now,
		clock,
	});
	const paying = { ...accounts, balances: credit.balances };
	const { speech, say, library, tools } = composeSpeech(config, around, paying, store, logger, overrides);
	/** `closing` aborts when a stop begins, `shutdown` when work in progress must end. */
	const closing = new AbortController();
	const shutdown = new AbortController();
	const edits = new UnderWay();
	const access = new MessageAccess(config.discord.readMessages);
	const messageEvents = new MessageEvents(now);
	const client = createClient(config.discord.apiUrl, logger, {
		requests: overrides.requests,
		access,
		messageEvents,
		identifies: around.takeLogin && { takeSlot: around.takeLogin },
		tries: overrides.tries,
		signal: shutdown.signal,
	});
	const guard = new LeakGuard(now);
	guard.follow(client);
	const registry = new SessionRegistry({
		client: client as Client<true>,
		speech,
		ownVoices: say.ownVoices,
		underWay: edits,
		logger,
		settings: store.settings,
		places: store.voicePlaces,
		...overrides.voice,
	});
	const voice = new SessionControl(registry);
	rememberWhereHeard(registry, client, memory, counts);
	// The embedded service is local, so no connection needs to be kept warm.
	if (!around.embedded) watchWhetherHeard(registry.watchers, (isHeard) => speech.keepWarm(isHeard));
	const commands = commandsFor(config);
	const catalogue = new CommandCatalogue(commands);
	const documents = new DocumentReader();
	const parts = { client, speech, say, store, voice, access, guard, edits, logger, clock, now };
	const composer = messageComposer(parts);
	const verdicts = verdictsBy({ ...parts, composer });
	const { allowedGuilds } = config;
	const reader = new Reader({ ...parts, composer, verdicts, allowedGuilds });
	const { token, oldToken } = config.discord;
	const ofToken = makeSeal(token);
	const seal = oldToken === "" ? ofToken : renewSeal(ofToken, makeSeal(oldToken));
	const sealed = { seal, clock, edits, store: store.kept };
	const recent = keepRequests(now, sealed);
	const buttons = keepButtons(client, sealed);
	const pendingAnswers = keepPendingAnswers({ ...sealed, client, part: around.part });
	await recent.restore();
	await pendingAnswers.restore();
	const books = new Books({
		...parts,
		seal,
		closing: closing.signal,
		shutdown: shutdown.signal,
		...overrides.books,
	});
	const services = {
		...parts,
		...openQuestions(now),
		catalogue,
		credit,
		accounts: accounts.own,
		recent,
		buttons,
		pendingAnswers,
		progressClock: overrides.progressClock ?? clock,
		composer,
		verdicts,
		reader,
		documents,
		fileMaxCharacters: config.fileMaxCharacters,
		prices: config.prices,
		books,
		shutdown: shutdown.signal,
	} satisfies Services;
	const dispatcher = new Dispatcher({
		commands,
		services,
		logger,
		allowedGuilds,
		isForMembers: config.installs.members,
		closing: closing.signal,
	});
	dispatcher.follow(client);
	messageEvents.follow(client, reader, (...deleted) => books.look(...deleted));

	return {
		...services,
		closing,
		commands,
		counts,
		dispatcher,
		insist,
		library,
		shutdown,
		/** Workers, which a stop closes. */
		threads: [...tools, documents],
		/** Functions that end the background work of the bot's start. A stop calls them. */
		followers: [] as (() => Promise<void>)[],
		stopMonitoring: async () => {},
	};
};

type Bot = Awaited<ReturnType<typeof composeBot>>;

/** How long a stop waits for answers after its grace, in ms. */
const stopPatienceMs = 4_000;

const stopBot = async (bot: Bot, graceMs: number): Promise<void> => {
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
	// Members learn that a redemption that the service hasn't answered has an unknown outcome. The client closes then.
	await patiently(Promise.all([dispatcher.settle(), edits.settle()]));
	await destroyClient(bot.client);
	await patiently(Promise.all(bot.followers.map((end) => end())));
	for (const thread of bot.threads) await thread.close();
	await bot.stopMonitoring();
	await bot.counts.write();
};

/** Logs in, registers the commands, and resumes what the last stop interrupted. */
const startBot = async (
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
	// Only the process with the first shard erases, for all processes.
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
	// Not awaited, because only members in the restored channels have to wait.
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

/**
 * Keeps in memory what reading aloud needs of the store while Herald is in voice: the guild's data, and that of its
 * listeners.
 */
const rememberWhereHeard = (
	registry: SessionRegistry,
	client: Client,
	memory: GuildMemory,
	counts: SpeechCounts,
): void => {
	const expectListeners = (guildId: string, userId: string | undefined, channelId: string) => {
		const guild = client.guilds.cache.get(guildId);
		if (!guild) return;
		if (userId === undefined) memory.expect(guildId, listListeners(guild, channelId));
		else if (hasListeners(guild, channelId, userId)) memory.expect(guildId, [userId]);
	};
	registry.watchers.add({
		onOpened: (guildId, channelId) => {
			memory.hold(guildId);
			counts.hold(guildId);
			expectListeners(guildId, undefined, channelId);
		},
		onPeople: expectListeners,
		onGone: (guildId) => {
			memory.release(guildId);
			counts.release(guildId);
		},
	});
};

/**
 * Runs the bot with prepared resources, and logs in. The resources are closed when it stops.
 *
 * @returns a function that stops the bot in order
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const runBot = async (
	config: Config,
	logger: Logger,
	around: Surroundings,
	overrides: Overrides,
	ends: Ends,
): Promise<Stop> => {
	checkLibraries();
	const bot = await composeBot(config, logger, around, overrides, ends.signal);
	const stop: Stop = async (graceMs = 0) => {
		await stopBot(bot, graceMs);
		await around.close();
	};
	try {
		await startBot(bot, config, logger, around, overrides.tries, ends);
	} catch (error) {
		await stop();
		throw error;
	}
	return stop;
};

/** @throws StartError that names the first private part of a library that isn't as Herald expects it */
export const checkLibraries = (): void => {
	const broken = [readsShards, handsOnEarly, ...voicePatches].find(({ fits }) => !unlessThrows(fits));
	if (broken)
		throw new StartError(
			`Herald changes how ${broken.library} works, and ${broken.part} isn't as it expects in the installed version: run npm ci to install the tested one.`,
		);
};
