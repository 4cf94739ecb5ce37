import { Recent } from "@herald/common/recent.ts";
import { SlidingWindow } from "@herald/common/sliding-window.ts";
import {
	ChannelType,
	type Guild,
	type GuildMember,
	type Message,
	MessageFlags,
	MessageType,
	PermissionFlagsBits,
} from "discord.js";
import type { MessageAccess } from "../discord/message-events.ts";
import type { GuildRules } from "../say/rules/guild-rules.ts";
import { findOthersWish } from "../say/rules/whose-words.ts";
import type { Say } from "../say/say.ts";
import { listPresets } from "../say/sound/presets.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { Clock } from "../shared/clock.ts";
import { inGuild } from "../shared/party.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import { isOptedOut } from "../store/settings.ts";
import type { Store } from "../store/store.ts";
import { findVoiceChannel, hasListeners, type MemberFacts, readMemberFacts } from "../voice/channel-facts.ts";
import type { ComposedMessage, ReadableMessage } from "./backlog.ts";
import type { MessageComposer } from "./compose-message.ts";
import type { LeakGuard } from "./leak-guard.ts";
import {
	type AuthorFacts,
	decide,
	decideEarly,
	type EarlyFacts,
	type LateFacts,
	type MessageFacts,
	type ReadDecision,
	type SkipReason,
	withoutAddress,
} from "./skip-reasons.ts";

interface Occasion extends Pick<EarlyFacts, "voiceChannelId" | "paused"> {
	/** The author with current roles; null if they aren't a member. */
	readonly author: GuildMember | null;
}

/** The facts of a member who isn't in voice. */
const outside: MemberFacts = {
	channelId: null,
	permissions: 0n,
	muted: false,
	suppressed: false,
	timedOutUntil: null,
};

const readAuthor = (
	message: Message<true>,
	{ author, voiceChannelId }: Occasion,
	optedOut: boolean,
): AuthorFacts => {
	const { id, bot, system } = message.author;
	if (id === message.client.user.id) return { kind: "herald" };
	const { webhookId, applicationId } = message;
	// A bot's answers to commands come from a webhook with its application's ID.
	if (webhookId !== null && webhookId !== applicationId) return { kind: "webhook", id: webhookId };
	const roles = author ? [...author.roles.cache.keys()] : [];
	if (bot || system) return { kind: "bot", id, roles };
	const channel = voiceChannelId === undefined ? undefined : findVoiceChannel(message.guild, voiceChannelId);
	return {
		kind: "member",
		id,
		roles,
		manages: author?.permissions.has(PermissionFlagsBits.ManageGuild) ?? false,
		optedOut,
		voice: author && channel ? readMemberFacts(author, channel) : outside,
	};
};

/** Reads a channel's facts. A public thread counts as its parent, since those who see the parent see the thread. */
export const readChannel = (guild: Guild, channelId: string): EarlyFacts["channel"] => {
	const channel = guild.channels.cache.get(channelId);
	return channel?.isThread()
		? { id: channel.parentId ?? channelId, isPrivateThread: channel.type === ChannelType.PrivateThread }
		: { id: channelId, isPrivateThread: false };
};

interface VerdictOptions {
	readonly say: Say;
	readonly store: Pick<Store, "settings" | "reading" | "presets">;
	readonly composer: Pick<MessageComposer, "compose">;
	readonly guard: LeakGuard;
	readonly access: MessageAccess;
	readonly clock: Clock;
	/** In ms since the epoch. */
	readonly now: () => number;
}

const describeSpeakable = ({ body, extras, isForeign }: ComposedMessage): LateFacts["speakable"] => {
	if (isSpeakable(body) || extras.length > 0) return "something";
	return isForeign ? "foreign" : "nothing";
};

/** A name is only checked if it is said. */
const findForbidden = (
	{ words }: Pick<GuildRules, "words">,
	content: string,
	{ lead, body, extras }: ComposedMessage,
	{ names }: AppliedGuildSettings,
): LateFacts["forbidden"] => {
	if ([content, body, ...extras].some((text) => words.areIn(text))) return "text";
	return names !== "off" && words.areIn(lead) ? "name" : undefined;
};

/** The most messages of one member that are read per minute in a guild. */
const messagesPerMinute = 20;
/**
 * The most messages whose skip reasons are remembered for members who ask, and the most messages that are remembered as
 * counted towards their author's rate.
 */
const skipsMax = 1_000;

export interface Verdict {
	readonly verdict: ReadDecision;
	/** How long the guild holds messages back for moderation, in ms. */
	readonly holdMs: number;
	/** What is read of the message; undefined if it isn't read. */
	readonly content?: ReadableMessage;
}

export type Verdicts = ReturnType<typeof verdictsBy>;

/** Decides whether messages are read. Remembers skip reasons that only applied when a message was written. */
export const verdictsBy = ({ say, store, composer, guard, access, clock, now }: VerdictOptions) => {
	const rate = new SlidingWindow(messagesPerMinute, 60_000);
	const skips = new Recent<SkipReason>(skipsMax);
	/** Messages that were counted against their author's rate, by ID. */
	const admitted = new Recent<true>(skipsMax);

	/**
	 * Decides on a message, without counting it.
	 *
	 * @param load - finds the limit that the message would exceed. Called last, since only messages that are read count
	 * towards limits
	 * @returns the decision, the applied settings, and the message's spoken form, which is undefined if the message was
	 * skipped before it was composed
	 */
	const examine = async (
		message: Message<true>,
		occasion: Occasion,
		load: (composed: ComposedMessage, settings: AppliedGuildSettings) => Promise<LateFacts["load"]>,
	) => {
		const { guild, author } = message;
		const place = inGuild(guild.id);
		const [facts, rules] = await Promise.all([readEarlyFacts(message, occasion), say.readRules(place)]);
		const { settings, voiceChannelId, channel } = facts;
		const early = decideEarly(facts);
		if (early !== undefined || voiceChannelId === undefined)
			return { verdict: { read: false, reason: early ?? "not_in_voice" }, composed: undefined, settings };
		const [forwarded] = await Promise.all([
			findOthersWish(message, { place, userId: author.id }, store),
			guard.refresh(guild, voiceChannelId, channel.id),
		]);
		const composed = await composer.compose(message, settings, (id) =>
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
	};

	const readEarlyFacts = async (message: Message<true>, occasion: Occasion): Promise<EarlyFacts> => {
		const { guild, channelId, author, client, flags } = message;
		const { mode } = access;
		const place = inGuild(guild.id);
		const [{ settings, ...lists }, preferences, presets] = await Promise.all([
			store.reading.read(guild.id),
			store.settings.readMember(place, author.id),
			store.presets.read(place, author.id),
		]);
		return {
			...lists,
			mode,
			mentionsHerald: message.mentions.users.has(client.user.id),
			voiceChannelId: occasion.voiceChannelId,
			paused: occasion.paused,
			channel: readChannel(guild, channelId),
			author: readAuthor(message, occasion, isOptedOut(preferences)),
			isOrdinary:
				[MessageType.Default, MessageType.Reply].includes(message.type) && !flags.has(MessageFlags.Ephemeral),
			isSilent: flags.has(MessageFlags.SuppressNotifications),
			content: withoutAddress(message.content, client.user.id, mode),
			presets: listPresets(presets),
			settings,
			now: now(),
		};
	};

	/**
	 * @returns why a recent message was skipped, for a reason that can no longer be worked out, such as a limit that was
	 * used up; undefined if no such reason was noted
	 */
	const skipOf = (messageId: string) => skips.find(messageId);

	const noteSkip = (messageId: string, reason: SkipReason): void => {
		skips.set(messageId, reason);
	};

	/**
	 * Decides on a message that was written or edited.
	 *
	 * @param voiceChannelId - the voice channel in which the message would be read
	 * @param paused - whether reading is paused there. If undefined, Herald isn't in voice yet, and the message doesn't
	 * count towards its author's rate
	 */
	const decideOn = async (
		message: Message<true>,
		voiceChannelId: string | undefined,
		paused?: boolean,
	): Promise<Verdict> => {
		const { id, guildId, author, content: written } = message;
		const { verdict, composed, settings } = await examine(
			message,
			{ voiceChannelId, paused: paused ?? false, author: message.member },
			async () => {
				// An edited message doesn't count again.
				if (paused === undefined || admitted.find(id)) return undefined;
				const isFast = rate.admit([`${guildId} ${author.id}`], clock.now()) !== undefined;
				if (isFast) noteSkip(id, "too_fast");
				else admitted.set(id, true);
				return isFast ? "too_fast" : undefined;
			},
		);
		const { holdMs } = settings;
		if (!verdict.read || !composed) return { verdict, holdMs };
		const follows = message.type === MessageType.Default && message.messageSnapshots.size === 0;
		const { firstRole } = settings;
		const goesFirst = firstRole !== null && (message.member?.roles.cache.has(firstRole) ?? false);
		return { verdict, holdMs, content: { ...composed, written, follows, goesFirst } };
	};
	return { examine, skipOf, noteSkip, decide: decideOn };
};
