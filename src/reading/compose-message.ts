import type { Guild, Message } from "discord.js";
import type { MessageAccess } from "../discord/message-events.ts";
import {
	dropQuotes,
	joinParts,
	type MessageParts,
	nameExtras,
	namesOfLinked,
	takeApart,
} from "../say/answers/message-parts.ts";
import { wantsNoReading } from "../say/rules/whose-words.ts";
import type { Say } from "../say/say.ts";
import { canBeReadIn, type Phrases, unlessUnread } from "../say/sound/languages.ts";
import { rememberLists } from "../say/sound/recent-lists.ts";
import type { Choice, SpokenTurn } from "../say/sound/request.ts";
import type { VoiceChoices } from "../say/sound/voice-choices.ts";
import { type TurnServices, writeTurns } from "../say/sound/write-lines.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import { inGuild, ofGuild } from "../shared/party.ts";
import { findTurns, mayNameSpeakers } from "../speech/text/cut-at-names.ts";
import { estimateSeconds, shortenText } from "../speech/text/lines.ts";
import { findWords } from "../speech/text/speakable/words.ts";
import { findWordsAlone, isSpeakable, makeSpeakable } from "../speech/text/speakable.ts";
import { isOptedOut } from "../store/settings.ts";
import type { Store } from "../store/store.ts";
import type { ComposedMessage } from "./backlog.ts";
import { prepareDictionary } from "./dictionary.ts";
import { findReadPrefix, withoutAddress, withoutPrefix } from "./skip-reasons.ts";
import { callMember, makeNameSpeakable, type NameOptions, sayName } from "./spoken-names.ts";

export interface ComposeOptions {
	readonly phrases: Phrases;
	/** The language of the words; undefined leaves it to the service. */
	readonly language: string | undefined;
	/** The language whose rules decide where sentences end if `language` is undefined (BCP 47). */
	readonly locale: string;
	readonly author: string;
	/**
	 * The name of the member whom the message replies to; undefined if it is no reply, or a reply to its own author.
	 */
	readonly answers: string | undefined;
	readonly maxSeconds: number;
	readonly turns?: readonly SpokenTurn[] | undefined;
	/** Makes words speakable, with the guild's dictionary. */
	readonly read: (text: string) => string;
	readonly canRead: (text: string) => boolean;
	/** Said instead of a name that can't be said in the language of Herald's own words. */
	readonly someone: string;
	/** @returns the language in which to say a name alone, before words in `language` */
	readonly ofName: (name: string, language: string | undefined) => string | undefined;
}

const writeLead = (
	{ forwards }: MessageParts,
	language: string | undefined,
	{ phrases, author, answers, someone, ofName }: ComposeOptions,
): Pick<ComposedMessage, "lead" | "leadLanguage"> => {
	const { t } = phrases;
	if (!forwards && answers === undefined)
		return { lead: author, leadLanguage: ofName(author, language ?? phrases.language) };
	const name = (given: string) => (canBeReadIn(given, phrases.language) ? given : someone);
	const who = name(author);
	const lead = forwards
		? t("read.forward", { who })
		: t("read.reply", { who, whom: name(answers ?? someone) });
	return { lead, leadLanguage: phrases.language };
};

const readPoll = ({ poll }: MessageParts, { phrases: { t }, read }: ComposeOptions): string =>
	poll
		? joinParts([
				t("read.poll", { question: read(poll.question) }),
				t("read.answers", { count: poll.answers.length }),
			])
		: "";

/** The least time that must be left for a further turn, in seconds. */
const leastSeconds = 1;

/** @returns the first turns, which together last about `maxSeconds` at most. The last one may be shortened */
const shortenTurns = (turns: readonly SpokenTurn[], maxSeconds: number, locale: string) => {
	const kept: SpokenTurn[] = [];
	let left = maxSeconds;
	for (const turn of turns) {
		if (left < leastSeconds) break;
		const speakable = shortenText(turn.speakable, left, turn.language ?? locale);
		kept.push({ ...turn, speakable });
		if (speakable !== turn.speakable) break;
		left -= estimateSeconds(speakable);
	}
	return kept;
};

const joinTurns = (turns: readonly SpokenTurn[]) => turns.map(({ speakable }) => speakable).join("\n");

export const compose = (parts: MessageParts, options: ComposeOptions): ComposedMessage => {
	const { phrases, locale, maxSeconds, turns, read, canRead } = options;
	const words = turns ? joinTurns(turns) : joinParts([read(parts.content), readPoll(parts, options)]);
	const isForeign = !turns && isSpeakable(words) && !canRead(words);
	const whole = isSpeakable(words) && !isForeign ? words : "";
	const language = whole === "" ? undefined : options.language;
	const kept = turns && shortenTurns(turns, maxSeconds, language ?? locale);
	const { t } = phrases;
	const stickers = parts.stickers.map(makeNameSpeakable).filter(Boolean);
	const body = kept ? joinTurns(kept) : shortenText(whole, maxSeconds, language ?? locale);
	return {
		...writeLead(parts, language, options),
		body,
		...(kept && { turns: kept }),
		language,
		extras: [...(body === whole ? [] : [t("read.more")]), ...nameExtras(parts, t, stickers)],
		stickers: stickers.map((name) => t("read.sticker", { name })),
		isForeign,
	};
};

/** Per message, how many mentioned members are called by the names that they chose, and how many channels are named. */
const namedMax = 10;

interface ComposerOptions {
	readonly say: Say;
	readonly store: Pick<Store, "settings" | "dictionary">;
	readonly access: MessageAccess;
}

/** @returns the name of a bot or a webhook; undefined for a member */
export const botName = ({ author, webhookId }: Message<true>): string | undefined =>
	author.bot || webhookId !== null ? author.username : undefined;

interface TurnReading extends Pick<TurnServices, "chooseLanguage" | "read"> {
	readonly choices: VoiceChoices;
	/** The language whose rules decide where sentences end, if none is chosen (BCP 47). */
	readonly locale: string;
	/** The preset that reads the message; if undefined, its author's own voice does. */
	readonly preset: string | undefined;
	/** Whether messages may name speakers. */
	readonly dialogue: boolean;
}

/**
 * @returns a message's turns. If the message names speakers, in exactly the case of their names, a turn begins at each
 * such name. If it names none, all of it is one turn in the preset's voice. Undefined if it names no speakers and no
 * preset reads it, or if no voice can read any of it
 */
const readTurns = async (
	content: string,
	{ choices, locale, preset, dialogue, ...services }: TurnReading,
): Promise<readonly SpokenTurn[] | undefined> => {
	const mayName = dialogue && mayNameSpeakers(content);
	if (!mayName && preset === undefined) return undefined;
	const resolve = (name = preset) => choices.resolve(name === undefined ? {} : { voice: name });
	const written = resolve().languages[0]?.value ?? locale;
	const named = mayName && findTurns(content, { names: choices.speakers, exact: true, locale: written });
	const found = named || (preset === undefined ? undefined : [{ name: undefined, text: content }]);
	if (!found) return undefined;
	const turns = (await unlessUnread(writeTurns(found, { ...services, resolve })))?.done.turns ?? [];
	return turns.length > 0 ? turns : undefined;
};

export type MessageComposer = ReturnType<typeof messageComposer>;

export const messageComposer = ({ say, store, access }: ComposerOptions) => {
	const dictionaryOf = rememberLists(prepareDictionary);

	/**
	 * @param mayName - whether a mentioned channel's name may be said. Discord shows it only to those who can view the
	 * channel
	 */
	const composeMessage = async (
		message: Message<true>,
		{ maxSeconds, dialogue, messageTags, readPrefix }: AppliedGuildSettings,
		mayName: (channelId: string) => boolean,
	): Promise<ComposedMessage> => {
		const { guild, client, author, webhookId } = message;
		const locale = guild.preferredLocale;
		const place = inGuild(guild.id);
		const party = ofGuild(guild.id);
		const [phrases, choices] = await Promise.all([
			say.phrasesFor(guild),
			say.readChoices({ place, userId: author.id, name: botName(message), guildLocale: locale }),
		]);
		const { languages } = choices.resolve();
		const options = await nameOptions(guild, languages);
		const parts = takeApart(message);
		const { users, roles } = parts.names;
		const channels = [...parts.names.channels, ...namesOfLinked(parts.content, guild, mayName)];
		const name = message.member?.displayName ?? author.displayName;
		// A reply to the author's own message is read like any other message.
		const answered = parts.reply?.userId === author.id ? undefined : parts.reply?.userId;
		const isUnread = answered !== undefined && (await wantsNoReading(place, answered, options.store));
		const call = async (id: string, shown: string, mayChoose: boolean) =>
			[id, mayChoose ? await callMember({ id, name: shown }, options) : sayName(shown, options)] as const;
		const [[, said], ...others] = await Promise.all([
			call(author.id, name, webhookId === null),
			...[...users].map(([id, shown], at) => call(id, shown, at < namedMax)),
		]);
		const names = new Map(others);
		const nameable = new Map(channels.slice(0, namedMax).filter(([id]) => mayName(id)));
		const addressed = withoutAddress(parts.content, client.user.id, access.mode);
		const begun = parts.forwards ? undefined : findReadPrefix(addressed, readPrefix, choices.presets);
		const words = begun ? withoutPrefix(addressed, begun.prefix) : addressed;
		const content = isUnread ? dropQuotes(words) : words;
		const written = joinParts([content, parts.poll?.question ?? ""]);
		const ownWords = findWordsAlone(written);
		const chosen = options.canRead(ownWords)
			? await say.languages.choose(ownWords, languages, party)
			: undefined;
		const context = await say.contextIn(place, {
			users: names,
			channels: nameable,
			roles,
			locale,
			rewrite: options.rewrite,
			tags: messageTags,
		});
		const readIn = await say.prepareContext(written, context, chosen?.language);
		const speakers = {
			choices,
			locale,
			chooseLanguage: (text: string, set: typeof languages) => say.languages.choose(text, set, party),
			read: (text: string, language?: string) => say.read(text, context, language),
			preset: begun?.preset,
			dialogue,
		};
		const turns = parts.poll ? undefined : await readTurns(content, speakers);
		const composed = compose(
			{ ...parts, content },
			{
				phrases,
				language: chosen?.language,
				locale,
				author: said,
				answers: isUnread ? options.someone : names.get(answered ?? ""),
				maxSeconds,
				turns,
				read: (text) => makeSpeakable(text, readIn),
				canRead: options.canRead,
				someone: options.someone,
				ofName: (name, language) => say.languages.ofName(name, language),
			},
		);
		return { ...composed, named: [...nameable.keys()] };
	};

	/**
	 * @returns a member's name for announcements; undefined if Herald doesn't know the member, the member has opted out,
	 * or the name has a forbidden word
	 */
	const callAloud = async (guild: Guild, userId: string): Promise<string | undefined> => {
		const place = inGuild(guild.id);
		const member = guild.members.cache.get(userId);
		const [preferences, { words }, choices] = await Promise.all([
			store.settings.readMember(place, userId),
			say.readRules(place),
			say.readChoices({ place, userId, guildLocale: guild.preferredLocale }),
		]);
		if (!member || isOptedOut(preferences)) return undefined;
		const options = await nameOptions(guild, choices.resolve().languages);
		const name = await callMember({ id: userId, name: member.displayName }, options);
		return words.areIn(name) ? undefined : name;
	};

	/** @param languages - the languages that people set, each with its source */
	const nameOptions = async (guild: Guild, languages: readonly Choice<string>[]): Promise<NameOptions> => {
		const guildId = guild.id;
		const { t } = await say.phrasesFor(guild);
		const rewrite = await dictionaryOf(guildId, await store.dictionary.list(guildId));
		return {
			store,
			place: inGuild(guildId),
			rewrite,
			canRead: (text) => say.languages.canRead(text, languages),
			someone: findWords(t.language).someone,
		};
	};
	return { compose: composeMessage, callAloud };
};
