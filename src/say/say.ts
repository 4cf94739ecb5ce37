import type { SoundFile } from "@herald/common/audio/clip.ts";
import { SlidingWindow } from "@herald/common/sliding-window.ts";
import type { Guild, GuildMember } from "discord.js";
import type { SpeechBudget } from "../budget/budget.ts";
import type { Reservation } from "../budget/reservation.ts";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import { applyGuildDefaults, noPreferences, type VoicePreferences } from "../settings/settings.ts";
import { inStretches } from "../shared/in-stretches.ts";
import {
	elsewhere,
	guildAt,
	inGuild,
	type Party,
	type Place,
	partyOf,
	type TextAuthor,
} from "../shared/party.ts";
import { Problem } from "../shared/problem.ts";
import {
	countFitting,
	type FilePart,
	type Line,
	type SpeechSource,
	type SpokenLine,
} from "../speech/line.ts";
import { LookAhead } from "../speech/look-ahead.ts";
import { findTurns } from "../speech/text/cut-at-names.ts";
import { dropEmoji, emojiNamer, findEmoji, loadEmojiNames } from "../speech/text/emoji/name-emoji.ts";
import { findWordsAlone, makeSpeakable, type SpeakableContext } from "../speech/text/speakable.ts";
import type { UsablePresets } from "../store/settings.ts";
import type { Store } from "../store/store.ts";
import type { OwnVoices } from "../voice/voice-channels.ts";
import { ForbiddenWords } from "./rules/forbidden-words.ts";
import type { GuildRules } from "./rules/guild-rules.ts";
import { type Languages, type Phrases, unlessUnread } from "./sound/languages.ts";
import { findPreset } from "./sound/presets.ts";
import { rememberLists } from "./sound/recent-lists.ts";
import type { Choice, LostVoice, SoundChoices, WrittenText } from "./sound/request.ts";
import { listChoices, type VoiceChoices } from "./sound/voice-choices.ts";
import type { Voices } from "./sound/voices.ts";
import { atVolume, estimateHeardMs, estimateMs, writeTurns } from "./sound/write-lines.ts";

/** How many Lines of a file are requested ahead. The rate limiter bounds how many of them run at once. */
const fileLinesAhead = 3;
const dayMs = 24 * 60 * 60 * 1_000;

interface SayOptions {
	readonly speech: SpeechSource;
	readonly voices: Voices;
	readonly languages: Languages;
	readonly store: Pick<Store, "settings" | "presets" | "words">;
	readonly budget: SpeechBudget;
	/** The operator's forbidden words. */
	readonly forbiddenWords?: readonly string[];
	/** The languages of Herald's own voices, if these voices may stand in for the service's. */
	readonly ownLanguages?: Languages | undefined;
	/**
	 * What the service can do: `any` speaks styles and emoji, `without styles` only emoji, and Herald's own service
	 * (`own`) neither.
	 */
	readonly service: "any" | "without styles" | "own";
	/** In ms since the epoch. */
	readonly now: () => number;
}

/**
 * Whether a style isn't heard, and why. `nothing`: the style is heard, or there is none. `own`: Herald's own service
 * has no styles. `service`: another service has none.
 */
export type UnheardStyle = "nothing" | "own" | "service";

/** Turns a member's text into speech: in whose voice, by which rules, on whose budget. */
export class Say {
	readonly voices: Voices;
	readonly languages: Languages;
	readonly budget: SpeechBudget;
	readonly #options: SayOptions;
	/** Members who were told today that no voice speaks a text's language. */
	readonly #mentionedUnspoken = new SlidingWindow(1, dayMs);
	readonly #operatorsWords: Promise<ForbiddenWords>;
	readonly #prepareWords = rememberLists(ForbiddenWords.prepare);

	constructor(options: SayOptions) {
		this.#options = options;
		this.voices = options.voices;
		this.languages = options.languages;
		this.#operatorsWords = ForbiddenWords.prepare(options.forbiddenWords ?? []);
		this.budget = options.budget;
	}

	/** @returns a context with the current time, and with a guild's time zone and choice about emoji */
	async contextIn(place: Place, context: SpeakableContext): Promise<SpeakableContext> {
		const { service, store, now } = this.#options;
		const { timeZone, emoji: chosen } = await store.settings.readGuild(place);
		const emoji = chosen ?? "service";
		return {
			...context,
			now: now(),
			...(timeZone !== null && { timeZone }),
			emoji: emoji === "service" && service === "own" ? "names" : emoji,
		};
	}

	/** @returns a text as a person would read it out, see {@link makeSpeakable} and {@link prepareContext} */
	async read(text: string, context: SpeakableContext, language?: string): Promise<string> {
		return makeSpeakable(text, await this.prepareContext(text, context, language));
	}

	/**
	 * Loads the names of emoji that a text needs.
	 *
	 * @param context - as {@link contextIn} returns it
	 * @param language - the language that the text is spoken in; without it, Herald's own words are in the context's
	 * locale
	 * @returns the context for {@link makeSpeakable}
	 */
	async prepareContext(
		text: string,
		context: SpeakableContext,
		language?: string,
	): Promise<SpeakableContext> {
		const named = language ?? context.locale;
		const names = findEmoji(text) ? await loadEmojiNames(named) : new Map<string, string>();
		return { ...context, ...(language !== undefined && { language }), nameEmoji: emojiNamer(names, named) };
	}

	/**
	 * Decides how a member's text is spoken, and why.
	 *
	 * @param option - the command's own options
	 * @throws {@link Problem} `unknown_voice` if the command names an unknown voice
	 */
	async choose(who: TextAuthor, option: Partial<VoicePreferences> = {}): Promise<SoundChoices> {
		return (await this.readChoices(who)).resolve(option);
	}

	/**
	 * Decides how a member's text is spoken, and writes it in its spoken form.
	 *
	 * @param option - the command's own options
	 * @returns `unheard`: whether the style isn't heard, and why; `leavesOut`: whether words in another script might not
	 * be heard; `unspoken`: the text's language, if no voice speaks that language
	 * @throws {@link Problem} `unknown_voice` if the command names an unknown voice, `unread_script` if no voice can read
	 * the text
	 */
	async write(
		who: TextAuthor,
		{ written, context: given, dialogue }: WrittenText,
		option: Partial<VoicePreferences>,
	) {
		const [context, choices] = await Promise.all([this.contextIn(who.place, given), this.readChoices(who)]);
		const sound = choices.resolve(option);
		const chooseLanguage = (text: string, set: readonly Choice<string>[]) =>
			this.languages.choose(text, set, partyOf(who));
		const read = (text: string, language?: string) => this.read(text, context, language);
		const locale = sound.languages[0]?.value ?? who.locale ?? context.locale;
		const found =
			dialogue && findTurns(written, { names: choices.speakers, exact: dialogue === "exact", locale });
		if (!found) {
			const chosen = await chooseLanguage(findWordsAlone(written), sound.languages);
			const { language, leavesOut = false, unspoken } = chosen ?? {};
			const speakable = await read(written, language);
			const spoken = { speakable, ...(language !== undefined && { language }) };
			return { context, sound, spoken, unheard: this.findUnheard(sound.style?.value), leavesOut, unspoken };
		}
		const resolve = (name: string | undefined) =>
			name ? choices.resolve({ ...option, voice: name }) : sound;
		const { turns, leavesOut } = await writeTurns(found, { chooseLanguage, resolve, read });
		const speakable = turns.map((turn) => turn.speakable).join("\n");
		const heard = turns.map((turn) =>
			this.findUnheard(turn.style) === "nothing" ? turn : { ...turn, style: undefined },
		);
		const style = sound.style?.value ?? turns.find((turn) => turn.style)?.style;
		const spoken = { speakable, turns: heard };
		return { context, sound, spoken, unheard: this.findUnheard(style), leavesOut, unspoken: undefined };
	}

	/** @returns how a member sounds here, and who else can speak in their dialogues */
	async readChoices({ place, userId, name, locale, guildLocale }: TextAuthor): Promise<VoiceChoices> {
		const { settings, presets: kept } = this.#options.store;
		const [own, server, presets] = await Promise.all([
			settings.readMember(place, userId),
			settings.readGuild(place),
			kept.read(place, userId),
		]);
		const locales = { locale, guildLocale };
		const choices = this.#choicesOf(own, server, presets, locales);
		const hasChosen = [own.here, own.everywhere].some(
			({ voice, preset }) => voice !== null || preset !== null,
		);
		const namesake = name === undefined ? undefined : findPreset(name, { ...presets, own: [] });
		if (hasChosen || (!namesake && server.memberVoices !== "each")) return choices;
		const theirs = namesake
			? choices.pick(namesake.name, "server")
			: { voice: this.voicesOf(server).ofMember(name ?? userId), preset: null };
		return this.#choicesOf(own, { ...server, ...theirs }, presets, locales);
	}

	/**
	 * @param guildLocale - the server's locale on Discord (BCP 47)
	 * @returns the voices, with who speaks for each in the server's usual language
	 */
	voicesOf({ language }: Pick<VoicePreferences, "language">, guildLocale?: string): Voices {
		return this.voices.in(this.languages.usual([language], guildLocale));
	}

	/**
	 * @param locale - the language of the member's Discord (BCP 47)
	 * @returns how Herald's own words sound in a guild; with `userId`, how that member would sound without choices for
	 * this guild
	 */
	async chooseForHerald(place: Place, userId?: string, locale?: string): Promise<SoundChoices> {
		const { settings, presets: kept } = this.#options.store;
		const [server, presets, own] = await Promise.all([
			settings.readGuild(place),
			kept.read(place, userId),
			userId === undefined ? undefined : settings.readMember(place, userId),
		]);
		const everywhere = own?.everywhere ?? noPreferences;
		return this.#choicesOf({ here: noPreferences, everywhere }, server, presets, { locale }).resolve();
	}

	#choicesOf(
		{ here: own, everywhere }: Readonly<Record<"here" | "everywhere", VoicePreferences>>,
		server: VoicePreferences,
		presets: UsablePresets,
		{ locale, guildLocale }: Pick<TextAuthor, "locale" | "guildLocale"> = {},
	): VoiceChoices {
		const { languages } = this;
		const set = [own.language, everywhere.language, server.language, locale];
		return listChoices({
			voices: this.voices.in(languages.usual(set, guildLocale)),
			presets,
			own,
			everywhere,
			server,
			locale,
			guildLocale,
			defaultLanguage: languages.default,
		});
	}

	/** Unsets lost presets, once a member was told about them. */
	async forgetLost({ place, userId }: TextAuthor, lost: readonly LostVoice[]): Promise<void> {
		const { settings } = this.#options.store;
		const none = { preset: null };
		for (const { from } of lost.filter(({ kind }) => kind === "preset"))
			await (from === "server"
				? settings.changeGuild(place, none)
				: settings.changeMember(from === "own" ? place : elsewhere, userId, none));
	}

	/**
	 * @returns Herald's own words for a guild: in the language that the guild chose, or else the operator's default, or
	 * else the language of the guild's Discord
	 */
	async phrasesFor({ id, preferredLocale }: Pick<Guild, "id" | "preferredLocale">): Promise<Phrases> {
		const { language } = await this.#options.store.settings.readGuild(inGuild(id));
		const set = language ?? this.languages.default;
		return this.languages.phrasesIn(set ?? preferredLocale, set !== undefined);
	}

	/** @returns whether to tell a member that no voice speaks the language of their text; true at most once a day */
	mayMentionUnspoken(userId: string): boolean {
		return this.#mentionedUnspoken.admit([userId], this.#options.now()) === undefined;
	}

	findUnheard(style: string | undefined): UnheardStyle {
		const { service } = this.#options;
		if (style === undefined || service === "any") return "nothing";
		return service === "own" ? "own" : "service";
	}

	/** @returns what a guild and the operator allow to be said, and by whom */
	async readRules(place: Place): Promise<GuildRules> {
		const [chosen, words] = await Promise.all([
			this.#options.store.settings.readGuild(place),
			this.#forbiddenIn(place),
		]);
		return { ...chosen, quietEnd: findQuietEnd(applyGuildDefaults(chosen), this.#options.now()), words };
	}

	async #forbiddenIn(place: Place): Promise<ForbiddenWords> {
		const guildId = guildAt(place);
		const operators = await this.#operatorsWords;
		if (guildId === undefined) return operators;
		const list = await this.#options.store.words.list(guildId);
		return (await this.#prepareWords(guildId, list)).and(operators);
	}

	/**
	 * Reserves the speech of a member's text, and prepares the text for their voice channel.
	 *
	 * @param locale - the language of the member's Discord (BCP 47)
	 * @throws {@link Problem} `over_day` or `over_budget` if the budget is too small
	 */
	async prepareItem({ id, guild, roles }: GuildMember, written: readonly Line[], locale: string) {
		const who = { place: inGuild(guild.id), userId: id, locale };
		const settings = await this.#options.store.settings.readGuild(who.place);
		const { volumeDb, firstRole } = applyGuildDefaults(settings);
		const lines = atVolume(written, volumeDb);
		return {
			lines,
			estimateMs: estimateHeardMs(lines),
			payer: await this.reserve(who, lines),
			goesFirst: firstRole !== null && roles.cache.has(firstRole),
			standInFor: who,
		};
	}

	/** @returns how much louder than usual Herald speaks in a guild's voice channels, in dB */
	async readVolume(guildId: string): Promise<number> {
		return (await this.#options.store.settings.readGuild(inGuild(guildId))).volumeDb ?? 0;
	}

	/** Herald's own voices, if they may stand in for the service's. */
	get ownVoices(): OwnVoices | undefined {
		const { ownLanguages } = this.#options;
		if (!ownLanguages) return undefined;
		return {
			rewrite: async ({ lead = [], lines, fallback, estimateMs }, author, why) => {
				const { languages } = await this.choose(author);
				const write = await rewriteForOwnVoices(ownLanguages, lines, why, languages, partyOf(author));
				if (!write) return undefined;
				const written = { lead: lead.map(write), lines: lines.map(write), estimateMs };
				return fallback ? { ...written, fallback: write(fallback) } : written;
			},
		};
	}

	/**
	 * Reserves speech for a text on the budget of member and guild.
	 *
	 * @param sharePercent - for a message that is read aloud: the share of a daily limit that reading may take
	 * @throws {@link Problem} `over_day` or `over_budget` if the budget is too small
	 */
	reserve(who: TextAuthor, lines: readonly Line[], sharePercent?: number): Promise<Reservation> {
		return this.budget.reserve(who.place, who.userId, estimateMs(lines), sharePercent);
	}

	/**
	 * Speaks a whole text into a file, on the budget of member and guild. Speech from the cache costs nothing.
	 *
	 * @param onProgress - called with how many Lines are finished
	 * @param fileMaxBytes - the largest size of a file
	 * @returns the sound, and `more` files if one would be too large
	 * @throws {@link Problem} of the first Line that fails (finished Lines stay cached), or of the budget
	 */
	async speak(
		who: TextAuthor,
		lines: readonly Line[],
		signal: AbortSignal,
		onProgress: (done: number) => void = () => {},
		fileMaxBytes = Number.POSITIVE_INFINITY,
	) {
		const { speech } = this.#options;
		const reservation = await this.reserve(who, lines);
		const spoken: (SpokenLine & FilePart)[] = [];
		const text = new LookAhead({ speech, linesAhead: fileLinesAhead }).add(lines, {
			payer: reservation,
			signal,
		});
		try {
			// A dialogue may have a thousand Lines, all of them cached: they must not block the event loop.
			for await (const next of inStretches(text)) {
				const result = await next.result;
				if (!result.ok) throw result.problem;
				next.release();
				spoken.push({ ...result.spoken, pauseMs: next.line.pauseMs });
				onProgress(spoken.length);
			}
		} catch (error) {
			if (signal.aborted && signal.reason instanceof Problem) throw signal.reason;
			throw error;
		} finally {
			await reservation.settle(await text.end());
		}
		const write = () => speech.writeFile(partyOf(who), left.splice(0, countFitting(left, fileMaxBytes)));
		const left = [...spoken];
		const sound = await write();
		const more: SoundFile[] = [];
		while (left.length > 0) more.push(await write());
		return { sound, more, compromises: [...new Set(spoken.flatMap(({ compromises }) => compromises))] };
	}
}

/**
 * Prepares rewriting a text's Lines for Herald's own voices, which then stand in for the service's: without styles, and
 * each with a language, which the service would have detected.
 *
 * @param languages - those of Herald's own voices
 * @param why - the service's Problem
 * @param set - the languages that people set, each with its source
 * @returns a function that rewrites a Line of the text; undefined if no own voice reads the text
 */
export const rewriteForOwnVoices = async (
	languages: Languages,
	lines: readonly Line[],
	why: Problem,
	set: readonly Choice<string>[],
	party: Party,
): Promise<((line: Line) => Line) | undefined> => {
	const standIn = why.kind === "out_of_credit" ? "own_voice_no_credit" : "own_voice";
	const whole = lines.map(({ text }) => text).join("\n");
	const usual = (await unlessUnread(languages.choose(whole, set, party)))?.done?.language;
	if (usual === undefined) return undefined;
	const readEmoji = findEmoji(whole) ? emojiNamer(await loadEmojiNames(usual), usual) : dropEmoji;
	return ({ style: _, plainWillDo: __, language, ...line }) => {
		const own = language !== undefined && languages.isSpoken(language) ? language : usual;
		const said = languages.ofName(line.text, own) ?? own;
		return { ...line, text: readEmoji(line.text), language: said, standIn };
	};
};
