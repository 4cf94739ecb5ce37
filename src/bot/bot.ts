import type { Logger } from "@herald/common/log.ts";
import { type Client, Events } from "discord.js";
import { commands } from "../../commands/index.ts";
import type { Services } from "../../commands/services.ts";
import { Books } from "../books/books.ts";
import type { Config } from "../config.ts";
import { Credit } from "../credit/credit.ts";
import { describeInterrupted } from "../credit/describe-interrupted.ts";
import { arrivalOf } from "../discord/arrival.ts";
import { CommandCatalogue } from "../discord/catalogue.ts";
import { createClient } from "../discord/client.ts";
import { Dispatcher } from "../discord/dispatch.ts";
import { keepTrying } from "../discord/keep-trying.ts";
import { logIn, watchForFinalClose } from "../discord/log-in.ts";
import { MessageAccess } from "../discord/message-access.ts";
import { MessageEvents } from "../discord/message-events.ts";
import { registerCommands } from "../discord/register.ts";
import { ownsGuild } from "../discord/shard-part.ts";
import { isConnected } from "../discord/watch-connection.ts";
import { Examiner } from "../reading/examiner.ts";
import { LeakGuard } from "../reading/leak-guard.ts";
import { Reader } from "../reading/reader.ts";
import { AnswersUnderWay } from "../say/answers-under-way.ts";
import { AnswersWithButtons } from "../say/answers-with-buttons.ts";
import { Languages } from "../say/languages.ts";
import { LateEdits } from "../say/late-edits.ts";
import { RecentRequests } from "../say/recent-requests.ts";
import { Say } from "../say/say.ts";
import { makeSeal } from "../say/seal.ts";
import { Voices } from "../say/voices.ts";
import { Problem } from "../shared/problem.ts";
import { ClipWorkers } from "../speech/clips/clip-workers.ts";
import { LanguageDetector } from "../speech/language/language-detector.ts";
import { Speech } from "../speech/speech.ts";
import { DocumentReader } from "../speech/text/document/document-reader.ts";
import { createRequestLimiter } from "../speech/traffic/request-limiter.ts";
import { GuildMemory } from "../store/guild-memory.ts";
import { SpeechCounts } from "../store/speech-counts.ts";
import { systemClock } from "../voice/clock.ts";
import { VoiceSessions } from "../voice/sessions.ts";
import { warmWhileHeard } from "../voice/watcher.ts";
import type { Ends, Overrides, Stop, Surroundings } from "./bot-options.ts";
import { checkLibraries } from "./check-libraries.ts";
import { eraseOldData } from "./erase-old-data.ts";
import { followDepartures } from "./follow-departures.ts";
import { holdShards } from "./hold-shards.ts";
import { cacheFileOf, prepareBot } from "./prepare-bot.ts";
import { rememberWhereHeard } from "./remember-where-heard.ts";
import { stopBot } from "./stop-bot.ts";
import { tellCacheTrouble } from "./tell-cache-trouble.ts";

/**
 * Starts the bot and everything it needs, and logs in.
 *
 * @returns a function that stops it, in order
 * @throws StartError with a sentence for the operator; the signal's reason when it aborts
 */
export const startBot = async (
	config: Config,
	logger: Logger,
	overrides: Overrides = {},
	ends: Ends = {},
): Promise<Stop> => {
	checkLibraries();
	const prepared = await prepareBot(
		config,
		logger,
		overrides.now ?? Date.now,
		ends.signal ?? new AbortController().signal,
	);
	const { host, names, port } = config.operations;
	const monitor: Surroundings["monitor"] = async (sources) => {
		if (port === undefined) return async () => {};
		const { startMonitoring } = await import("../monitoring/start.ts");
		return startMonitoring({ host, names, port, logger, ...sources });
	};
	const { part } = config.discord;
	const shared = part && { part, takeLogin: prepared.store.identifySlots.take };
	const giveShards = await holdShards(config, prepared.store.shardLeases, logger, ends).catch(
		async (error) => {
			await prepared.close();
			throw error;
		},
	);
	const close = async () => {
		await giveShards();
		await prepared.close();
	};
	return runBot(config, logger, { ...prepared, ...shared, monitor, close }, overrides, ends);
};

/**
 * Runs the bot in what is prepared for it, and logs in. Its surroundings are closed when it has stopped.
 *
 * @returns a function that stops it, in order
 * @throws StartError with a sentence for the operator; the signal's reason when it aborts
 */
export const runBot = async (
	config: Config,
	logger: Logger,
	around: Surroundings,
	overrides: Overrides = {},
	{ signal = new AbortController().signal, onEnd = () => {} }: Ends = {},
): Promise<Stop> => {
	const now = overrides.now ?? Date.now;
	const voices = new Voices(config.speech);
	const memory = new GuildMemory(overrides.wrapStore?.(around.store) ?? around.store, now);
	const counts = new SpeechCounts(memory.store, now);
	const { store } = counts;
	const { embedded, part } = around;
	const spoken = overrides.spoken ?? (embedded && (() => embedded.voices()));
	const account = {
		...(embedded ? { ...embedded, identity: "embedded" } : config.speech),
		...(spoken && { languages: spoken }),
	};
	const workers = new ClipWorkers(
		{ cacheFile: cacheFileOf(config), cacheBytes: config.speech.cacheBytes },
		tellCacheTrouble(logger, now),
	);
	const { styles } = config.speech;
	const speech = new Speech({
		account,
		models: config.speech.models,
		...(styles !== "none" && { stylePlace: styles }),
		workers,
		logger,
		limiter: around.limiter ?? createRequestLimiter(config.speech.requestsMax, overrides.elapsed),
		...overrides,
	});
	const { topupToken, topupUserId } = config.credit;
	const credit = new Credit({
		account: { ...account, ...(topupToken && { topupToken }), ...(topupUserId && { topupUserId }) },
		journal: store.redemptions,
		accounts: store.creditAccounts,
		secret: await store.openSecret(),
		logger,
		now,
	});
	await credit.recover();
	/** Nothing new is begun, and later, what is under way is ended. */
	const closing = new AbortController();
	const shutdown = new AbortController();
	const edits = new LateEdits();
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
	const voice = new VoiceSessions({
		client: client as Client<true>,
		speech,
		logger,
		settings: (guildId) => store.settings.readGuild(guildId),
		places: store.voicePlaces,
		...overrides.voice,
	});
	rememberWhereHeard(voice, client, memory, counts);
	// Herald's own service is next door: there is no way to keep short.
	if (!embedded) warmWhileHeard(voice, speech);
	const catalogue = new CommandCatalogue(commands);
	const detector = new LanguageDetector();
	const documents = new DocumentReader();
	const languages = new Languages({
		spoken,
		detect: detector.detect,
		default: config.speech.defaultLanguage,
	});
	const { defaultLanguage } = config.speech;
	if (defaultLanguage !== undefined && !languages.isSpoken(defaultLanguage))
		logger.warn(
			{ event: "default_language_unspoken", language: defaultLanguage },
			"no voice of the embedded service speaks DEFAULT_LANGUAGE: add one (docs/voices.md), or choose another language",
		);
	const say = new Say({
		speech,
		voices,
		languages,
		store,
		limits: config.budgets,
		service: embedded ? "own" : styles === "none" ? "without styles" : "any",
		now,
	});
	const clock = overrides.clock ?? systemClock;
	const mode = () => access.mode;
	const examiner = new Examiner({ say, store, guard, mode, now });
	const isAllowed = (guildId: string) =>
		config.allowedGuilds.length === 0 || config.allowedGuilds.includes(guildId);
	const admits = (guildId: string) => !closing.signal.aborted && isAllowed(guildId);
	const reader = new Reader({
		client,
		voice,
		say,
		store,
		examiner,
		guard,
		edits,
		clock,
		mode,
		admits,
		logger,
	});
	const shared = { seal: makeSeal(config.discord.token), clock, edits };
	const sealed = { ...shared, store: store.buttonMemory };
	const recent = new RecentRequests(now, sealed);
	const buttons = new AnswersWithButtons(client, sealed);
	const underWay = new AnswersUnderWay({ ...shared, client, store: store.answersUnderWay });
	await recent.restore();
	await underWay.restore();
	const books = new Books({
		...shared,
		client,
		speech,
		store,
		budget: say.budget,
		logger,
		voice,
		closing: closing.signal,
		shutdown: shutdown.signal,
		...overrides.books,
	});
	const services: Services = {
		catalogue,
		say,
		voice,
		store,
		credit,
		recent,
		edits,
		buttons,
		underWay,
		clock,
		access,
		examiner,
		guard,
		reader,
		documents,
		fileMaxCharacters: config.fileMaxCharacters,
		books,
		shutdown: shutdown.signal,
		now,
	};
	const dispatcher = new Dispatcher({
		commands,
		services,
		logger,
		onButtons: (interaction, messageId) => buttons.add(interaction, messageId),
		onHandled: (interactionId) => underWay.end(interactionId),
		admit: (guildId) => {
			if (!isAllowed(guildId)) throw new Problem({ kind: "guild_not_allowed" });
			if (closing.signal.aborted) throw new Problem({ kind: "shutting_down" });
		},
	});
	client.on(Events.InteractionCreate, (interaction) => {
		arrivalOf(interaction, () => clock.now());
		void dispatcher.dispatch(interaction);
	});
	messageEvents.follow(client, reader, (...deleted) => books.look(...deleted));

	// Whoever has the first shard does it for all.
	const endErasing = ownsGuild(part, "") ? eraseOldData({ store, logger, now }) : async () => {};
	let unfollow = async () => {};
	let stopMonitoring = async () => {};
	let gaveUp = false;
	const stop: Stop = (graceMs = 0) =>
		stopBot(
			{
				closing,
				shutdown,
				client,
				dispatcher,
				reader,
				voice,
				credit,
				edits,
				memories: [recent, buttons],
				endWork: () => Promise.all([unfollow(), endErasing()]),
				tools: [
					speech,
					workers,
					detector,
					documents,
					{ close: () => stopMonitoring() },
					{ close: () => counts.write() },
					around,
				],
			},
			graceMs,
		);

	try {
		const ended = watchForFinalClose(client);
		ended.catch(() => {
			gaveUp = true;
		});
		stopMonitoring = await around.monitor({
			commands: commands.flatMap(({ data, routes = [] }) => [data.name, ...routes.map(({ path }) => path)]),
			models: config.speech.models,
			sessions: () => voice.countStates(),
			gateway: () => (gaveUp ? "given up" : isConnected(client) ? "ready" : "connecting"),
			checkDatabase: () => store.checkWritable(),
			isStopping: () => closing.signal.aborted,
		});
		const patience = { apiUrl: config.discord.apiUrl, logger, signal, timing: overrides.tries };
		const live = await Promise.race([
			ended,
			logIn(client, config.discord.token, { access, shards: part ?? config.discord.shards }, patience),
		]);
		const { changed, registered } = around.registered
			? { changed: false, registered: around.registered }
			: await keepTrying(
					() =>
						registerCommands(
							live.rest,
							live.application.id,
							commands.map(({ data }) => data),
						),
					patience,
				);
		catalogue.learnIds(registered);
		unfollow = followDepartures({ client: live, departures: store.departures, logger, now });
		await buttons.restore();
		// Not awaited: only the members in those channels wait for it.
		void books.restore(voice.restore());
		edits.add(underWay.tellInterrupted((answer) => describeInterrupted(answer, credit)));
		logger.info(
			{
				event: "ready",
				guilds: client.guilds.cache.size,
				shards: client.ws.shards.size,
				commandsChanged: changed,
				readingMode: access.mode,
			},
			"ready",
		);
		ended.catch(onEnd);
	} catch (error) {
		await stop();
		throw error;
	}
	return stop;
};
