import type { ReadingMode } from "../discord/message-events.ts";
import type { OthersWish } from "../say/rules/whose-words.ts";
import { foldPrefix } from "../say/sound/presets.ts";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { IgnoreRule, Preset } from "../store/database.ts";
import type { GuildReading } from "../store/reading.ts";
import { checkMember, type MemberFacts } from "../voice/channel-facts.ts";

/** A message's author. Webhooks and bots can't opt out, and are only read if a manager listed them. */
export type AuthorFacts =
	| { readonly kind: "herald" }
	| { readonly kind: "webhook"; readonly id: string }
	| { readonly kind: "bot"; readonly id: string; readonly roles: readonly string[] }
	| {
			readonly kind: "member";
			readonly id: string;
			readonly roles: readonly string[];
			/** Whether the author manages the guild. Managers don't need the role that other members need to be read. */
			readonly manages: boolean;
			readonly optedOut: boolean;
			/** The author's voice state, and their permissions in Herald's channel. */
			readonly voice: MemberFacts;
	  };

/** The facts about a message that are known without asking Discord. */
export interface EarlyFacts extends Omit<GuildReading, "settings"> {
	readonly mode: ReadingMode;
	readonly mentionsHerald: boolean;
	/**
	 * The voice channel in which the message would be read: Herald's, or one that Herald would join for it; undefined
	 * if there is none.
	 */
	readonly voiceChannelId: string | undefined;
	readonly paused: boolean;
	readonly channel: {
		/** The channel's ID; for a thread, its parent's. */
		readonly id: string;
		readonly isPrivateThread: boolean;
	};
	readonly author: AuthorFacts;
	/**
	 * Whether the message's type is default or reply, and it isn't ephemeral. Other messages are Discord's own, or
	 * answers to commands.
	 */
	readonly isOrdinary: boolean;
	readonly isSilent: boolean;
	readonly content: string;
	/** The presets that the author can use. */
	readonly presets: readonly Preset[];
	readonly settings: AppliedGuildSettings;
	/** In ms since the epoch. */
	readonly now: number;
}

/** Facts that take requests to find out. */
export interface LateFacts {
	/**
	 * Whether anybody listens, and whether all listeners may view the message's channel. A listener whose roles aren't
	 * known counts as unable to view it.
	 */
	readonly listeners: "none" | "may_view" | "may_not_view";
	/**
	 * Why forwarded words may not be read: their author doesn't want that, or isn't known. Undefined if they may be read,
	 * or if nothing is forwarded.
	 */
	readonly forwarded: OthersWish | undefined;
	readonly forbidden: "text" | "name" | undefined;
	/**
	 * What is left to speak, apart from a name: something; nothing; or only words that no voice can read (`foreign`).
	 */
	readonly speakable: "something" | "nothing" | "foreign";
	/** The limit that reading the message would exceed; undefined if none. */
	readonly load: "too_fast" | "repeated" | "member_over_share" | "guild_over_share" | undefined;
}

export type MessageFacts = EarlyFacts & LateFacts;

export interface MessageOrigin {
	readonly channelId: string;
	readonly authorId: string;
}

/**
 * A message's channel and author, and the guild's lists that they are compared with: read channels, ignored members and
 * roles.
 */
type ListedFacts = Pick<EarlyFacts, "channel" | "channels" | "settings" | "voiceChannelId" | "ignores"> & {
	readonly author: { readonly kind?: string; readonly id?: string; readonly roles?: readonly string[] };
};

/** Reasons against reading, each with a sentence in `src/texts`. The first one that applies counts. */
type Reasons<F> = Readonly<Record<string, (facts: F) => boolean>>;

/**
 * @returns the voice channel in which a text channel is read; null if the text channel is read in any voice channel,
 * undefined if it isn't read
 */
const findSpokenIn = ({ channel, channels, settings, voiceChannelId }: ListedFacts) =>
	settings.voiceChat && channel.id === voiceChannelId
		? null
		: channels.find(({ channelId }) => channelId === channel.id)?.spokenIn;

const ofChannel = {
	private_thread: ({ channel }) => channel.isPrivateThread,
	channel_not_read: (facts) => findSpokenIn(facts) === undefined,
	/** The text channel is only read in another voice channel. */
	spoken_elsewhere: (facts) => (findSpokenIn(facts) ?? facts.voiceChannelId) !== facts.voiceChannelId,
} satisfies Reasons<ListedFacts>;

const ofIgnored = {
	ignored_member: ({ author: { id, roles }, ignores }) =>
		roles !== undefined && ignores.some(({ kind, value }) => kind === "user" && value === id),
	ignored_role: ({ author: { roles }, ignores }) =>
		ignores.some(({ kind, value }) => kind === "role" && roles?.includes(value)),
} satisfies Reasons<ListedFacts>;

const isListed = ({ author, sources }: EarlyFacts): boolean =>
	sources.some(({ kind, id }) => author.kind === kind && "id" in author && author.id === id);

/** @returns the ID of the role whose members are read; null for everyone */
export const findReadRole = ({ readRole, speakerRole }: AppliedGuildSettings): string | null =>
	readRole ?? speakerRole;

/**
 * @returns what keeps a member from being read in the voice channel; undefined if nothing does, or if there is no voice
 * channel. Also undefined for bots and webhooks, which need no rights, since a manager has listed them
 */
const findTrouble = ({ author, voiceChannelId, now }: EarlyFacts) =>
	author.kind === "member" && voiceChannelId !== undefined
		? checkMember(author.voice, voiceChannelId, now)?.reason
		: undefined;

const readPrefixOf = ({ content, settings, presets }: EarlyFacts) =>
	findReadPrefix(content, settings.readPrefix, presets);

const early = {
	/** The operator has turned reading off. */
	reading_off: ({ mode }) => mode === "off",
	/** Herald isn't in a voice channel, and wouldn't join one. */
	not_in_voice: ({ voiceChannelId }) => voiceChannelId === undefined,
	paused: ({ paused }) => paused,
	quiet_hours: ({ settings, now }) => findQuietEnd(settings, now) !== undefined,
	...ofChannel,
	own_message: ({ author }) => author.kind === "herald",
	bot_not_read: (facts) => facts.author.kind !== "member" && !isListed(facts),
	/** A message of Discord's (a pin, a boost), or an answer to a command. */
	not_ordinary: ({ isOrdinary }) => !isOrdinary,
	/** Herald reads only messages that mention it, by the operator's setting or because Discord sends it no other text. */
	mentions_only: ({ mode, mentionsHerald }) => mode === "mentions" && !mentionsHerald,
	/** Sent with `@silent`. */
	silent: ({ isSilent }) => isSilent,
	opted_out: ({ author }) => author.kind === "member" && author.optedOut,
	...ofIgnored,
	/** If a message begins with both a prefix to read and one to ignore, the longer prefix counts. */
	ignored_prefix: (facts) =>
		ignoredLength(facts.content, facts.ignores) > (readPrefixOf(facts)?.prefix.length ?? 0),
	no_prefix: (facts) => facts.settings.readPrefix !== null && !readPrefixOf(facts),
	role_required: ({ author, settings }) => {
		const role = findReadRole(settings);
		return author.kind === "member" && role !== null && !author.manages && !author.roles.includes(role);
	},
	/** Checked before `not_listening`, since a timeout removes the member from the channel. */
	author_timed_out: (facts) => findTrouble(facts) === "member_timed_out",
	/** Only members in Herald's channel are read, and the author isn't in it. */
	not_listening: ({ author, settings, voiceChannelId }) =>
		author.kind === "member" && settings.listenersOnly && author.voice.channelId !== voiceChannelId,
	author_muted: (facts) => findTrouble(facts) === "member_muted",
	author_may_not_speak: (facts) => findTrouble(facts) !== undefined,
} satisfies Reasons<EarlyFacts>;

const late = {
	nobody_listens: ({ listeners }) => listeners === "none",
	/** The leak guard. It also applies to the voice channel's own chat, which moved members may be unable to view. */
	listener_may_not_view: ({ listeners }) => listeners === "may_not_view",
	forbidden_word: ({ forbidden }) => forbidden === "text",
	/** The author's name, or the name of the member whom the message replies to, has a forbidden word. */
	forbidden_name: ({ forbidden }) => forbidden === "name",
	unspeakable: ({ speakable }) => speakable === "nothing",
	/** No voice can read any of the message. */
	unread_script: ({ speakable }) => speakable === "foreign",
} satisfies Reasons<LateFacts>;

/** Why a message isn't read aloud. `left_behind`: the message had waited for too long, or too many messages waited. */
export type SkipReason =
	| keyof typeof early
	| keyof typeof late
	| NonNullable<LateFacts["forwarded"] | LateFacts["load"]>
	| "left_behind";

export type ReadDecision = { readonly read: true } | { readonly read: false; readonly reason: SkipReason };

const findFirst = <F, R extends string>(reasons: Readonly<Record<R, (facts: F) => boolean>>, facts: F) =>
	(Object.keys(reasons) as R[]).find((reason) => reasons[reason](facts));

/**
 * @returns why messages of this author in this channel aren't read in Herald's voice channel, judged by the channel
 * and the lists of ignored members and roles; undefined if nothing speaks against it
 */
export const findUnlisted = (facts: ListedFacts): SkipReason | undefined =>
	findFirst({ ...ofChannel, ...ofIgnored }, facts);

/** @returns why a message isn't read; undefined if the late facts must decide */
export const decideEarly = (facts: EarlyFacts): SkipReason | undefined => findFirst(early, facts);

export const decide = (facts: MessageFacts): ReadDecision => {
	const reason = decideEarly(facts) ?? facts.forwarded ?? findFirst(late, facts) ?? facts.load;
	return reason === undefined ? { read: true } : { read: false, reason };
};

/** The prefix of messages that aren't read, for guilds that have set no such prefix. */
export const defaultPrefix = "//";

/** @returns whether a text begins with a prefix, in upper or lower case, and in any width */
const beginsWith = (text: string, prefix: string): boolean =>
	foldPrefix(text.trimStart().slice(0, prefix.length)) === foldPrefix(prefix);

/** @returns whether a place is within a word: "ttsay" doesn't begin with the prefix "tts" */
const endsInWord = (text: string, at: number): boolean =>
	/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && /^[\p{L}\p{N}]/u.test(text.slice(at));

/** A prefix of messages to read: the server's, or that of a preset, in whose voice they are read. */
export interface ReadPrefix {
	readonly prefix: string;
	readonly preset?: string;
}

/**
 * @param readPrefix - the prefix that messages need to be read; null if they need none
 * @param presets - those that the author can use, the preferred ones first
 * @returns the longest prefix that a message begins with; undefined if none
 */
export const findReadPrefix = (
	content: string,
	readPrefix: string | null,
	presets: readonly Pick<Preset, "name" | "prefix">[],
): ReadPrefix | undefined =>
	[
		...presets.flatMap(({ name, prefix }) => (prefix === null ? [] : [{ prefix, preset: name }])),
		...(readPrefix === null ? [] : [{ prefix: readPrefix }]),
	]
		.filter(({ prefix }) => beginsWith(content, prefix) && !endsInWord(content.trimStart(), prefix.length))
		.sort((one, other) => other.prefix.length - one.prefix.length)[0];

export const withoutPrefix = (content: string, prefix: string): string =>
	content.trimStart().slice(prefix.length).trimStart();

/** Removes a mention of Herald at the beginning, if only messages that mention Herald reach it. */
export const withoutAddress = (content: string, heraldId: string, mode: ReadingMode): string =>
	mode === "mentions" ? content.replace(new RegExp(`^\\s*<@!?${heraldId}>[\\s,:]*`), "") : content;

/** @returns the length of the longest ignored prefix that a message begins with; 0 if it has none */
const ignoredLength = (content: string, ignores: readonly IgnoreRule[]): number => {
	const own = ignores.filter(({ kind }) => kind === "prefix").map(({ value }) => value);
	const prefixes = own.length > 0 ? own : [defaultPrefix];
	return Math.max(0, ...prefixes.filter((each) => beginsWith(content, each)).map(({ length }) => length));
};
