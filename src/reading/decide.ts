import { findQuietEnd } from "../settings/quiet-hours.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import { checkMember } from "../voice/channel-facts.ts";
import type { EarlyFacts, LateFacts, MessageFacts } from "./facts.ts";
import { findReadPrefix, ignoredLength } from "./prefixes.ts";

/** The facts that a guild's lists of channels, members and roles decide on. */
type ListedFacts = Pick<EarlyFacts, "channel" | "channels" | "settings" | "voiceChannelId" | "ignores"> & {
	readonly author: { readonly kind?: string; readonly id?: string; readonly roles?: readonly string[] };
};

/** Reasons against reading, each with its sentence in `src/texts`. Of several, the first one counts. */
type Reasons<F> = Readonly<Record<string, (facts: F) => boolean>>;

/** @returns the voice channel in which a channel is read, null for any; undefined if it isn't read */
const findSpokenIn = ({ channel, channels, settings, voiceChannelId }: ListedFacts) =>
	settings.voiceChat && channel.id === voiceChannelId
		? null
		: channels.find(({ channelId }) => channelId === channel.id)?.spokenIn;

const ofChannel = {
	private_thread: ({ channel }) => channel.isPrivateThread,
	channel_not_read: (facts) => findSpokenIn(facts) === undefined,
	/** The channel is bound to another voice channel than Herald's. */
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

/** @returns the id of the role whose members are read; null is everyone */
export const findReadRole = ({ readRole, speakerRole }: AppliedGuildSettings): string | null =>
	readRole ?? speakerRole;

/** @returns what keeps a member from being heard. Bots and webhooks need no rights: a manager has listed them */
const findTrouble = ({ author, voiceChannelId, now }: EarlyFacts) =>
	author.kind === "member" && voiceChannelId !== undefined
		? checkMember(author.voice, voiceChannelId, now)?.reason
		: undefined;

const readPrefixOf = ({ content, settings, presets }: EarlyFacts) =>
	findReadPrefix(content, settings.readPrefix, presets);

const early = {
	/** The operator has reading turned off. */
	reading_off: ({ mode }) => mode === "off",
	/** Herald isn't in voice there, and wouldn't join. */
	not_in_voice: ({ voiceChannelId }) => voiceChannelId === undefined,
	/** A member paused reading in this session. */
	paused: ({ paused }) => paused,
	quiet_hours: ({ settings, now }) => findQuietEnd(settings, now) !== undefined,
	...ofChannel,
	own_message: ({ author }) => author.kind === "herald",
	bot_not_read: (facts) => facts.author.kind !== "member" && !isListed(facts),
	/** Discord's own news (a pin, a boost), or an answer to a command. */
	not_ordinary: ({ isOrdinary }) => !isOrdinary,
	/** Only messages that mention Herald reach it. */
	mentions_only: ({ mode, mentionsHerald }) => mode === "mentions" && !mentionsHerald,
	/** `@silent`. */
	silent: ({ isSilent }) => isSilent,
	opted_out: ({ author }) => author.kind === "member" && author.optedOut,
	...ofIgnored,
	/** Of a prefix to be read and one to be ignored, the longer one counts. */
	ignored_prefix: (facts) =>
		ignoredLength(facts.content, facts.ignores) > (readPrefixOf(facts)?.prefix.length ?? 0),
	no_prefix: (facts) => facts.settings.readPrefix !== null && !readPrefixOf(facts),
	role_required: ({ author, settings }) => {
		const role = findReadRole(settings);
		return author.kind === "member" && role !== null && !author.manages && !author.roles.includes(role);
	},
	/** Before `not_listening`: it is why they are no longer there. */
	author_timed_out: (facts) => findTrouble(facts) === "member_timed_out",
	/** Only those who sit in Herald's channel are read, and the author doesn't. */
	not_listening: ({ author, settings, voiceChannelId }) =>
		author.kind === "member" && settings.listenersOnly && author.voice.channelId !== voiceChannelId,
	author_muted: (facts) => findTrouble(facts) === "member_muted",
	author_may_not_speak: (facts) => findTrouble(facts) !== undefined,
} satisfies Reasons<EarlyFacts>;

const late = {
	nobody_listens: ({ listeners }) => listeners === "none",
	/** The leak guard, also in the voice channel's own chat: members who were moved there may be unable to view it. */
	listener_may_not_view: ({ listeners }) => listeners === "may_not_view",
	forbidden_word: ({ forbidden }) => forbidden === "text",
	/** The author's name, or that of the one who is answered, has a forbidden word. */
	forbidden_name: ({ forbidden }) => forbidden === "name",
	unspeakable: ({ speakable }) => speakable === "nothing",
	/** Herald's own voices can't read any of it. */
	unread_script: ({ speakable }) => speakable === "foreign",
} satisfies Reasons<LateFacts>;

/** Why a message isn't read aloud; `left_behind` if it waited so long that it would be heard too late. */
export type SkipReason =
	| keyof typeof early
	| keyof typeof late
	| NonNullable<LateFacts["forwarded"] | LateFacts["load"]>
	| "left_behind";

export type ReadDecision = { readonly read: true } | { readonly read: false; readonly reason: SkipReason };

const findFirst = <F, R extends string>(
	reasons: Readonly<Record<R, (facts: F) => boolean>>,
	facts: F,
): R | undefined => (Object.keys(reasons) as R[]).find((reason) => reasons[reason](facts));

/** @returns why nothing of an author in a channel is read where Herald is, whatever is written */
export const findUnlisted = (facts: ListedFacts): SkipReason | undefined =>
	findFirst({ ...ofChannel, ...ofIgnored }, facts);

/** @returns why a message isn't read; undefined when the late facts decide */
export const decideEarly = (facts: EarlyFacts): SkipReason | undefined => findFirst(early, facts);

/** Decides whether a message is read aloud. */
export const decide = (facts: MessageFacts): ReadDecision => {
	const reason = decideEarly(facts) ?? facts.forwarded ?? findFirst(late, facts) ?? facts.load;
	return reason === undefined ? { read: true } : { read: false, reason };
};
