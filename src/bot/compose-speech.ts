import type { Logger } from "@herald/common/log.ts";
import { logUnwritable } from "@herald/common/storage/log-unwritable.ts";
import { isGoogle } from "@herald/common/wire/http.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { Voice } from "@herald/common/wire/voices.ts";
import type { OwnAccounts } from "../accounts/own-accounts.ts";
import type { Config } from "../config.ts";
import { Say } from "../say/say.ts";
import { wordsInAllLanguages } from "../say/sound/describe-voice.ts";
import { Languages } from "../say/sound/languages.ts";
import { prepareVoices } from "../say/sound/search-voices.ts";
import { Voices } from "../say/sound/voices.ts";
import type { Account } from "../shared/account.ts";
import type { CacheTrouble } from "../speech/clips/clip-cache.ts";
import { ClipWorkers } from "../speech/clips/clip-workers.ts";
import { LanguageDetector } from "../speech/language/language-detector.ts";
import type { SpeechOptions } from "../speech/line-requests.ts";
import { Speech } from "../speech/speech.ts";
import { createRequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { StreamPrice } from "../speech/traffic/streams.ts";
import { VoiceLibrary } from "../speech/voice-library.ts";
import type { Store } from "../store/store.ts";
import type { Overrides, Surroundings } from "./bot-options.ts";
import { cacheFileOf } from "./prepare-bot.ts";

/** @returns what logs each trouble with the cache `clips.db` */
const logCacheTrouble = (logger: Logger, now: () => number): ((trouble: CacheTrouble) => void) => {
	const onUnwritable = logUnwritable("clips.db", logger, now);
	return (trouble) => {
		if (trouble.kind === "unwritable") onUnwritable(trouble.code);
		else logger.warn({ event: "clips_damaged" }, "clips.db was damaged, and is made anew");
	};
};

/** Gateways bill a stream that is cut off far above what it had. */
const chooseStreaming = (
	{ streams, baseUrl, bare }: Config["speech"],
	isEmbedded: boolean,
): StreamPrice | undefined => {
	const isKnown = isEmbedded || isGoogle(baseUrl);
	if (bare || streams === "off" || (streams === "auto" && !isKnown)) return undefined;
	return isEmbedded ? "what came" : "all";
};

/** The accounts that pay for speech, and what finds out why one's key is refused. */
interface Paying extends Required<Pick<SpeechOptions, "examineKey">> {
	readonly operators: Account;
	readonly own: OwnAccounts | undefined;
}

/** How texts become speech. @returns the parts, those to close in `tools` */
export const composeSpeech = (
	{ speech: settings, budgets, accounts, dataDir, forbiddenWords }: Config,
	{ embedded, limiter }: Pick<Surroundings, "embedded" | "limiter">,
	{ operators, own, examineKey }: Paying,
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
	// Where the operator lists voices, there are no others.
	const hasLibrary = !embedded && !settings.bare && settings.extraVoices.length === 0;
	const prepare = (listed: readonly Voice[]) => prepareVoices(listed, wordsInAllLanguages);
	const library = hasLibrary ? new VoiceLibrary({ account: operators, store, logger, prepare }) : undefined;
	const castOf = (language: string) => {
		const { languages: prints, casts } = embedded?.voices() ?? {};
		return casts?.get(prints?.get(baseLanguage(language) ?? "") ?? "");
	};
	const voices = new Voices(settings, wordsInAllLanguages, castOf, library?.voices);
	const speech = new Speech({
		account: operators,
		...(own && { accountOf: own.payerOf, onTrouble: own.noteTrouble }),
		examineKey,
		sharesClips: accounts.sharesClips,
		models: settings.models,
		voiceOf: (name) => voices.find(name) ?? { name },
		stylePlace: styles,
		streaming: chooseStreaming(settings, embedded !== undefined),
		workers,
		logger,
		limiter: limiter ?? createRequestLimiter(settings.requestsMax, overrides.elapsed),
		...overrides,
	});
	const detector = overrides.detector ?? new LanguageDetector();
	const languages = new Languages({ spoken, detect: detector.detect, default: defaultLanguage });
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
		limits: budgets,
		forbiddenWords,
		payerIdOf: own?.payerIdOf,
		service: embedded ? "own" : styles === "none" ? "without styles" : "any",
		now,
	});
	return { speech, say, library, tools: [speech, workers, ...(overrides.detector ? [] : [detector])] };
};
