import type { Logger } from "@herald/common/log.ts";
import { logUnwritable } from "@herald/common/storage/open-database.ts";
import { isGoogle } from "@herald/common/wire/http.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { models } from "@herald/common/wire/models.ts";
import type { Voice } from "@herald/common/wire/voices.ts";
import { SpeechBudget } from "../budget/budget.ts";
import type { Config } from "../config.ts";
import type { Balances } from "../credit/balances.ts";
import { Say } from "../say/say.ts";
import { wordsInAllLanguages } from "../say/sound/describe-voice.ts";
import { Languages } from "../say/sound/languages.ts";
import { prepareVoices } from "../say/sound/search-voices.ts";
import { Voices } from "../say/sound/voices.ts";
import type { CacheTrouble } from "../speech/clips/clip-cache.ts";
import { ClipWorkers } from "../speech/clips/clip-workers.ts";
import { LanguageDetector } from "../speech/language/choose-language.ts";
import { Speech, type SpeechOptions } from "../speech/speech.ts";
import { createRequestLimiter } from "../speech/traffic/request-limiter.ts";
import { voiceLibraryOf } from "../speech/voice-library.ts";
import type { Store } from "../store/store.ts";
import type { Overrides, OwnService, Surroundings } from "./bot-options.ts";
import type { composeAccounts } from "./compose-accounts.ts";
import { cacheFileOf } from "./surround-bot.ts";

const logCacheTrouble = (logger: Logger, now: () => number): ((trouble: CacheTrouble) => void) => {
	const onUnwritable = logUnwritable("clips.db", logger, now);
	return (trouble) => {
		if (trouble.kind === "unwritable") onUnwritable(trouble.code);
		else logger.warn({ event: "clips_damaged" }, "clips.db was damaged, and is made anew");
	};
};

/**
 * @returns what a cancelled stream costs; undefined if nothing is streamed. Unknown gateways may charge far too much
 * for a cancelled stream, so `auto` doesn't stream from them
 */
const chooseStreaming = ({ streams, baseUrl, bare }: Config["speech"], isEmbedded: boolean) => {
	const isKnown = isEmbedded || isGoogle(baseUrl);
	if (bare || streams === "off" || (streams === "auto" && !isKnown)) return undefined;
	return isEmbedded ? "what came" : "all";
};

/** The model's name in metrics for requests to Herald's own voices when they stand in. */
const ownVoicesModel = "own-voices";

/** @returns Herald's own voices as a source of speech that costs nothing */
const composeOwnVoices = (
	{ baseUrl, apiKey, voices: spoken }: OwnService,
	parts: Pick<SpeechOptions, "voices" | "workers" | "logger">,
	{ timing, now }: Overrides,
): Speech =>
	new Speech({
		...parts,
		account: {
			baseUrl,
			apiKey,
			identity: "embedded",
			model: models[0]?.id ?? "",
			languages: () => spoken().languages,
		},
		models: [ownVoicesModel],
		streaming: "what came",
		...(timing && { timing }),
		...(now && { now }),
	});

/** @returns the parts that turn texts into speech. Those in `tools` must be closed when the bot stops */
export const composeSpeech = (
	{ speech: settings, budgets, dataDir, forbiddenWords }: Config,
	{ embedded, standIn, limiter }: Pick<Surroundings, "embedded" | "standIn" | "limiter">,
	{ operators, own, balances }: ReturnType<typeof composeAccounts> & { readonly balances: Balances },
	store: Store,
	logger: Logger,
	overrides: Overrides,
) => {
	const now = overrides.now ?? Date.now;
	const { styles, defaultLanguage } = settings;
	const { languages: spoken } = operators;
	const workers = new ClipWorkers(
		{ cacheFile: cacheFileOf({ dataDir }), cacheBytes: settings.cacheBytes },
		logCacheTrouble(logger, now),
		overrides.clipThreads,
	);
	// If the operator lists voices, the service isn't asked for more.
	const hasLibrary = !embedded && !settings.bare && settings.extraVoices.length === 0;
	const prepare = (listed: readonly Voice[]) => prepareVoices(listed, wordsInAllLanguages);
	const library = hasLibrary ? voiceLibraryOf({ account: operators, store, logger, prepare }) : undefined;
	const castOf = (language: string) => {
		const { languages: prints, casts } = embedded?.voices() ?? {};
		return casts?.get(prints?.get(baseLanguage(language) ?? "") ?? "");
	};
	const voices = new Voices(settings, wordsInAllLanguages, castOf, library?.voices);
	const ownVoices = standIn && composeOwnVoices(standIn, { voices, workers, logger }, overrides);
	const speech = new Speech({
		ownVoices,
		account: operators,
		connected: own,
		balances,
		models: settings.models,
		voices,
		stylePlace: styles,
		streaming: chooseStreaming(settings, embedded !== undefined),
		workers,
		logger,
		limiter: limiter ?? createRequestLimiter(settings.requestsMax, overrides.elapsed),
		...overrides,
	});
	const detector = overrides.detector ?? new LanguageDetector();
	const { detect } = detector;
	const languages = new Languages({ spoken, detect, default: defaultLanguage });
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
		budget: new SpeechBudget(store, budgets, now, own?.payerIdOf),
		forbiddenWords,
		ownLanguages:
			standIn &&
			new Languages({ spoken: () => standIn.voices().languages, detect, default: defaultLanguage }),
		service: embedded ? "own" : styles === "none" ? "without styles" : "any",
		now,
	});
	return {
		speech,
		say,
		library,
		tools: [speech, ...(ownVoices ? [ownVoices] : []), workers, ...(overrides.detector ? [] : [detector])],
	};
};
