import type { Guild } from "discord.js";
import { describeProblem, relativeTime } from "../discord/describe-problem.ts";
import type { MessageAccess, ReadingMode } from "../discord/message-events.ts";
import { joinWords, showText } from "../discord/show-text.ts";
import { prefixMax } from "../settings/settings.ts";
import { isUnseen } from "../shared/can-view.ts";
import type { Problem } from "../shared/problem.ts";
import type { IgnoreRule, ReadChannel, ReadSource } from "../store/database.ts";
import type { GuildReading } from "../store/reading.ts";
import type { Translate } from "../texts/index.ts";

export const describePrefix = (prefix: string): string => showText(prefix, prefixMax * 2);

/**
 * @returns sentences about which messages are read, each after a space, to append to a sentence about a channel; "" if
 * all are read
 */
const describeOnly = ({ settings: { readPrefix } }: GuildReading, mode: ReadingMode, t: Translate): string =>
	[
		...(readPrefix === null ? [] : [t("reading.there.prefix", { prefix: describePrefix(readPrefix) })]),
		...(mode === "all" ? [] : [t("reading.there.mentions")]),
	]
		.map((sentence) => ` ${sentence}`)
		.join("");

export const describeChannel = ({ channelId, spokenIn }: ReadChannel, t: Translate): string =>
	spokenIn === null
		? `<#${channelId}>`
		: t("reading.channel.bound", { channel: `<#${channelId}>`, voice: `<#${spokenIn}>` });

export const describeIgnored = ({ kind, value }: IgnoreRule, t: Translate): string => {
	if (kind === "user") return `<@${value}>`;
	if (kind === "role") return `<@&${value}>`;
	return t("reading.prefix", { prefix: describePrefix(value) });
};

export const describeSource = ({ kind, id }: ReadSource, t: Translate): string =>
	kind === "bot" ? `<@${id}>` : t("reading.webhook", { id });

/**
 * @returns an array with one sentence, which names the channels that Herald can't see: text channels that are read, and
 * voice channels in which they are read. Empty if Herald can see all of them
 */
export const describeUnseen = (channels: readonly ReadChannel[], guild: Guild, t: Translate): string[] => {
	const ids = new Set(channels.flatMap(({ channelId, spokenIn }) => [channelId, spokenIn ?? ""]));
	const unseen = [...ids].filter((id) => isUnseen(guild, id)).map((id) => `<#${id}>`);
	return unseen.length === 0
		? []
		: [t("problem.voice.missing_view", { channel: joinWords(unseen, "and", t) })];
};

/** @returns mentions of the channels that are read in a voice channel */
const mentionChannels = ({ settings, channels }: GuildReading, heraldIn: string): string[] => {
	const ids = channels
		.filter(({ spokenIn }) => spokenIn === null || spokenIn === heraldIn)
		.map(({ channelId }) => channelId);
	const all = settings.voiceChat ? [heraldIn, ...ids] : ids;
	return [...new Set(all)].map((id) => `<#${id}>`);
};

/** @returns sentences about what is read in a voice channel; undefined if nothing is */
export const describeReadThere = (
	reading: GuildReading,
	channelId: string,
	mode: ReadingMode,
	t: Translate,
): string | undefined => {
	const channels = mentionChannels(reading, channelId);
	if (channels.length === 0 || mode === "off") return undefined;
	const where = { channels: joinWords(channels, "and", t) };
	const there = reading.settings.listenersOnly
		? t("reading.there.listeners", where)
		: t("reading.there", where);
	return there + describeOnly(reading, mode, t);
};

/** @returns sentences about what is read of a text channel, and in which voice channels; undefined if nothing is */
export const describeReadHere = (
	reading: GuildReading,
	channelId: string,
	mode: ReadingMode,
	t: Translate,
): string | undefined => {
	const { settings, channels } = reading;
	const channel = channels.find((each) => each.channelId === channelId);
	if (!channel || mode === "off") return undefined;
	const listeners = settings.listenersOnly;
	const voice = channel.spokenIn && { voice: `<#${channel.spokenIn}>` };
	const here = voice
		? t(listeners ? "reading.here.listeners" : "reading.here", voice)
		: t(listeners ? "reading.here.anywhere.listeners" : "reading.here.anywhere");
	return here + describeOnly(reading, mode, t);
};

export const readsAnything = ({ settings, channels }: GuildReading): boolean =>
	settings.voiceChat || channels.length > 0;

/**
 * @returns a sentence for a server's managers about why Herald can't read all messages, and what its operator can do;
 * undefined if Herald can
 */
export const describeAccess = (
	{ mode, hindrance }: Pick<MessageAccess, "mode" | "hindrance">,
	t: Translate,
): string | undefined => {
	if (mode === "off") return t("reading.access.off");
	return hindrance && t(`reading.access.${hindrance}`);
};

/**
 * @returns a sentence for a channel about why nothing is read for now; undefined for a problem that concerns one member
 * or message, or may soon be over
 */
export const describeHindrance = (problem: Problem, t: Translate): string | undefined => {
	const { detail } = problem;
	if (detail.kind === "rate_limited" && !detail.daily) return t("reading.limited");
	if (detail.kind === "over_budget" && detail.whose === "guild")
		return t("reading.share_used", { when: relativeTime(detail.reopensAt) });
	if (detail.kind === "over_budget" && (detail.whose === "all" || detail.whose === "month"))
		return `-# ${describeProblem(detail, t)}`;
	return problem.isOfAccount ? `-# ${describeProblem(detail, t)}` : undefined;
};
