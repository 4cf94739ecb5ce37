import { Recent } from "@herald/common/recent.ts";
import { SlidingWindow } from "@herald/common/sliding-window.ts";
import { type Guild, type Message, MessageType } from "discord.js";
import { dropQuotes, joinParts, namesOfLinked, takeApart } from "../say/answers/message-parts.ts";
import type { GuildRules } from "../say/rules/guild-rules.ts";
import { findOthersWish, wantsNoReading } from "../say/rules/whose-words.ts";
import type { Say } from "../say/say.ts";
import { listPresets } from "../say/sound/presets.ts";
import { RecentLists } from "../say/sound/recent-lists.ts";
import type { Choice, SpokenTurn } from "../say/sound/request.ts";
import type { VoiceChoices } from "../say/sound/voice-choices.ts";
import { type TurnServices, writeTurns } from "../say/sound/write-lines.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import { inGuild, ofGuild } from "../shared/party.ts";
import { Problem } from "../shared/problem.ts";
import { findTurns, mayNameSpeakers } from "../speech/text/cut-at-names.ts";
import { findWords } from "../speech/text/speakable/words.ts";
import { findWordsAlone, isSpeakable, makeSpeakable } from "../speech/text/speakable.ts";
import type { DictionaryEntry } from "../store/database.ts";
import { isOptedOut } from "../store/settings.ts";
import type { Store } from "../store/store.ts";
import { hasListeners } from "../voice/channel-facts.ts";
import { type ComposedMessage, compose, type ReadableMessage } from "./compose.ts";
import {
	decide,
	decideEarly,
	type EarlyFacts,
	findReadPrefix,
	type LateFacts,
	type MessageFacts,
	type ReadDecision,
	type SkipReason,
	withoutPrefix,
} from "./decide.ts";
import { SpokenDictionary } from "./dictionary.ts";
import type { LeakGuard } from "./leak-guard.ts";
import { botName, type Occasion, readEarlyFacts, withoutAddress } from "./message-facts.ts";
import type { ReadingState } from "./reading-notice.ts";
import { callMember, type NameOptions, sayName } from "./spoken-names.ts";

/** How many of the members in a message are called by the names that they chose. */
const namedMax = 10;

export interface ExaminerOptions {
	readonly say: Say;
	readonly store: Pick<Store, "settings" | "reading" | "presets" | "dictionary">;
	readonly guard: LeakGuard;
	/** @returns which messages reach Herald */
	readonly mode: () => EarlyFacts["mode"];
	readonly now: () => number;
}

interface Examination {
	readonly verdict: ReadDecision;
	/** The message's spoken form; undefined if the message was skipped before it was composed. */
	readonly composed: ComposedMessage | undefined;
	readonly settings: AppliedGuildSettings;
}

/** Decides whether messages are read, and what is spoken of them. */
export class Examiner {
	readonly #options: ExaminerOptions;
	readonly #dictionaries = new RecentLists(
		({ word, say }: DictionaryEntry) => `${word}\t${say}`,
		SpokenDictionary.prepare,
	);

	constructor(options: ExaminerOptions) {
		this.#options = options;
	}

	/**
	 * Decides on a message.
	 *
	 * @param load - finds the limit that the message would exceed. Called last, since only messages that are read count
	 * towards limits
	 */
	async examine(
		message: Message<true>,
		occasion: Occasion,
		load: (composed: ComposedMessage, settings: AppliedGuildSettings) => Promise<LateFacts["load"]>,
	): Promise<Examination> {
		const { guild, guildId, author } = message;
		const { say, store, guard, mode, now } = this.#options;
		const place = inGuild(guildId);
		const [reading, preferences, usable, rules] = await Promise.all([
			store.reading.read(guildId),
			store.settings.readMember(place, author.id),
			store.presets.read(place, author.id),
			say.readRules(place),
		]);
		const optedOut = isOptedOut(preferences);
		const presets = listPresets(usable);
		const known = { ...occasion, reading, presets, optedOut, mode: mode(), now: now() };
		const facts = readEarlyFacts(message, known);
		const { settings, voiceChannelId, channel } = facts;
		const early = decideEarly(facts);
		if (early !== undefined || voiceChannelId === undefined)
			return { verdict: { read: false, reason: early ?? "not_in_voice" }, composed: undefined, settings };
		const [forwarded] = await Promise.all([
			findOthersWish(message, { place, userId: author.id }, store),
			guard.refresh(guild, voiceChannelId, channel.id),
		]);
		const composed = await this.compose(message, settings, (id) =>
			guard.mayBeHeard(guild, voiceChannelId, id),
		);
		const mayView = guard.mayBeHeard(guild, voiceChannelId, channel.id) ? "may_view" : "may_not_view";
		const all: MessageFacts = {
			...facts,
			listeners: hasListeners(guild, voiceChannelId) ? mayView : "none",
			forwarded,
			forbidden: findForbidden(rules, facts.content, composed, settings),
			speakable: describeSpeakable(composed),
			load: undefined,
		};
		const verdict = decide(all);
		if (!verdict.read) return { verdict, composed, settings };
		return { verdict: decide({ ...all, load: await load(composed, settings) }), composed, settings };
	}

	/**
	 * Composes what would be spoken of a message.
	 *
	 * @param mayName - whether a mentioned channel's name may be said. Discord shows it only to those who can view the
	 * channel
	 */
	async compose(
		message: Message<true>,
		{ maxSeconds, dialogue, messageTags, readPrefix }: AppliedGuildSettings,
		mayName: (channelId: string) => boolean,
	): Promise<ComposedMessage> {
		const { guild, client, author, webhookId } = message;
		const { say, mode } = this.#options;
		const locale = guild.preferredLocale;
		const place = inGuild(guild.id);
		const party = ofGuild(guild.id);
		const [phrases, choices] = await Promise.all([
			say.phrasesFor(guild),
			say.readChoices({ place, userId: author.id, name: botName(message), guildLocale: locale }),
		]);
		const { languages } = choices.resolve();
		const options = await this.#nameOptions(guild, languages);
		const parts = takeApart(message);
		const { users, roles } = parts.names;
		const channels = [...parts.names.channels, ...namesOfLinked(parts.content, guild, mayName)];
		const name = message.member?.displayName ?? author.displayName;
		const answered = parts.reply?.userId;
		const isUnread =
			answered !== undefined &&
			answered !== author.id &&
			(await wantsNoReading(place, answered, options.store));
		const call = async (id: string, shown: string, mayChoose: boolean) =>
			[id, mayChoose ? await callMember({ id, name: shown }, options) : sayName(shown, options)] as const;
		const [[, said], ...others] = await Promise.all([
			call(author.id, name, webhookId === null),
			...[...users].map(([id, shown], at) => call(id, shown, at < namedMax)),
		]);
		const names = new Map(others);
		const nameable = new Map(channels.slice(0, namedMax).filter(([id]) => mayName(id)));
		const addressed = withoutAddress(parts.content, client.user.id, mode());
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
				answers:
					answered === undefined || answered === author.id
						? undefined
						: isUnread
							? options.someone
							: names.get(answered),
				maxSeconds,
				turns,
				read: (text) => makeSpeakable(text, readIn),
				canRead: options.canRead,
				someone: options.someone,
				ofName: (name, language) => say.languages.ofName(name, language),
			},
		);
		return { ...composed, named: [...nameable.keys()] };
	}

	/**
	 * @returns a member's name for announcements; undefined if they don't want to be named, or their name may not be said
	 */
	async callAloud(guild: Guild, userId: string): Promise<string | undefined> {
		const { say, store } = this.#options;
		const place = inGuild(guild.id);
		const member = guild.members.cache.get(userId);
		const [preferences, { words }, choices] = await Promise.all([
			store.settings.readMember(place, userId),
			say.readRules(place),
			say.readChoices({ place, userId, guildLocale: guild.preferredLocale }),
		]);
		if (!member || isOptedOut(preferences)) return undefined;
		const options = await this.#nameOptions(guild, choices.resolve().languages);
		const name = await callMember({ id: userId, name: member.displayName }, options);
		return words.areIn(name) ? undefined : name;
	}

	/** @param languages - the languages that people set, each with its source */
	async #nameOptions(guild: Guild, languages: readonly Choice<string>[]): Promise<NameOptions> {
		const { say, store } = this.#options;
		const guildId = guild.id;
		const { t } = await say.phrasesFor(guild);
		const dictionary = await this.#dictionaries.prepare(guildId, await store.dictionary.list(guildId));
		return {
			store,
			place: inGuild(guildId),
			rewrite: dictionary.apply,
			canRead: (text) => say.languages.canRead(text, languages),
			someone: findWords(t.language).someone,
		};
	}
}

const describeSpeakable = ({ body, extras, isForeign }: ComposedMessage): LateFacts["speakable"] => {
	if (isSpeakable(body) || extras.length > 0) return "something";
	return isForeign ? "foreign" : "nothing";
};

/** Looks for forbidden words. A name is only checked if it is said. */
const findForbidden = (
	{ words }: Pick<GuildRules, "words">,
	content: string,
	{ lead, body, extras }: ComposedMessage,
	{ names }: AppliedGuildSettings,
): LateFacts["forbidden"] => {
	if ([content, body, ...extras].some((text) => words.areIn(text))) return "text";
	return names !== "off" && words.areIn(lead) ? "name" : undefined;
};

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
 * @returns a message's turns: of the speakers that it names exactly, or one in the preset's voice. Undefined if it
 * names no speakers and no preset reads it, or no voice can read it
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
	try {
		const { turns } = await writeTurns(found, { ...services, resolve });
		return turns.length > 0 ? turns : undefined;
	} catch (error) {
		if (error instanceof Problem && error.kind === "unread_script") return undefined;
		throw error;
	}
};

/** The most messages of one member that are read per minute in a guild. */
const messagesPerMinute = 20;
/**
 * How many skip reasons are remembered, for members who ask, and how many messages that have counted towards their
 * author's rate.
 */
const skipsMax = 1_000;

interface FilteredMessage {
	readonly verdict: ReadDecision;
	/** How long the guild holds messages back for moderation, in ms. */
	readonly holdMs: number;
	/** What is read of the message; undefined if it isn't read. */
	readonly content?: ReadableMessage;
}

/** Decides on messages when they are written, and remembers skip reasons that only applied at that time. */
export class MessageFilter {
	readonly #examiner: Examiner;
	readonly #now: () => number;
	readonly #rate = new SlidingWindow(messagesPerMinute, 60_000);
	readonly #skips = new Recent<SkipReason>(skipsMax);
	/** Messages that were counted against their author's rate, by ID. */
	readonly #admitted = new Recent<true>(skipsMax);

	/** @param now - in ms */
	constructor(examiner: Examiner, now: () => number) {
		this.#examiner = examiner;
		this.#now = now;
	}

	/** @returns why a message was skipped, if the reason only applied when it was written */
	skipOf(messageId: string): SkipReason | undefined {
		return this.#skips.find(messageId);
	}

	readonly noteSkip = (messageId: string, reason: SkipReason): void => {
		this.#skips.set(messageId, reason);
	};

	/**
	 * Decides on a message.
	 *
	 * @param voiceChannelId - where it would be read
	 * @param session - the session that will read it. If undefined, the message doesn't count towards its author's rate
	 */
	async decide(
		message: Message<true>,
		voiceChannelId: string | undefined,
		session?: { readonly state: ReadingState },
	): Promise<FilteredMessage> {
		const { id, guildId, author, content: written } = message;
		const paused = session?.state.kind === "paused";
		const { verdict, composed, settings } = await this.#examiner.examine(
			message,
			{ voiceChannelId, paused, author: message.member },
			async () => {
				// An edited message doesn't count again.
				if (!session || this.#admitted.find(id)) return undefined;
				const isFast = this.#rate.admit([`${guildId} ${author.id}`], this.#now()) !== undefined;
				if (isFast) this.noteSkip(id, "too_fast");
				else this.#admitted.set(id, true);
				return isFast ? "too_fast" : undefined;
			},
		);
		const { holdMs } = settings;
		if (!verdict.read || !composed) return { verdict, holdMs };
		const follows = message.type === MessageType.Default && message.messageSnapshots.size === 0;
		const { firstRole } = settings;
		const goesFirst = firstRole !== null && (message.member?.roles.cache.has(firstRole) ?? false);
		return { verdict, holdMs, content: { ...composed, written, follows, goesFirst } };
	}
}
