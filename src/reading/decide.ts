import { findQuietEnd } from "../settings/quiet-hours.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { IgnoreRule } from "../store/database.ts";
import { checkMember } from "../voice/check-channel.ts";
import type { EarlyFacts, LateFacts, MessageFacts, SkipReason, Verdict } from "./facts.ts";

type Check<F> = (facts: F) => SkipReason | undefined;

const checkPlace: Check<EarlyFacts> = ({ mode, voiceChannelId, paused, settings, now }) => {
	if (mode === "off") return "reading_off";
	if (voiceChannelId === undefined) return "not_in_voice";
	if (paused) return "paused";
	return findQuietEnd(settings, now) === undefined ? undefined : "quiet_hours";
};

/** @returns why nothing in a channel is read where Herald is */
export const checkChannel: Check<
	Pick<EarlyFacts, "channel" | "channels" | "settings" | "voiceChannelId">
> = ({ channel, channels, settings, voiceChannelId }) => {
	if (channel.isPrivateThread) return "private_thread";
	if (settings.voiceChat && channel.id === voiceChannelId) return undefined;
	const listed = channels.find(({ channelId }) => channelId === channel.id);
	if (!listed) return "channel_not_read";
	return listed.spokenIn === null || listed.spokenIn === voiceChannelId ? undefined : "spoken_elsewhere";
};

const checkKind: Check<EarlyFacts> = ({ author, sources, isOrdinary }) => {
	if (author.kind === "herald") return "own_message";
	const isListed = sources.some(({ kind, id }) => author.kind === kind && "id" in author && author.id === id);
	if (author.kind !== "member" && !isListed)
		return author.kind === "bot" ? "bot_not_read" : "webhook_not_read";
	return isOrdinary ? undefined : "not_ordinary";
};

const checkDelivery: Check<EarlyFacts> = ({ mode, mentionsHerald, isSilent }) => {
	if (mode === "mentions" && !mentionsHerald) return "mentions_only";
	return isSilent ? "silent" : undefined;
};

const checkOptOut: Check<EarlyFacts> = ({ author }) =>
	author.kind === "member" && author.optedOut ? "opted_out" : undefined;

/** @returns why nothing of an author is read */
export const findIgnored = (
	ignores: EarlyFacts["ignores"],
	{ id, roles }: { readonly id: string; readonly roles: readonly string[] },
): SkipReason | undefined => {
	const ignoresAny = (wanted: "user" | "role", ids: readonly string[]) =>
		ignores.some(({ kind, value }) => kind === wanted && ids.includes(value));
	if (ignoresAny("user", [id])) return "ignored_member";
	return ignoresAny("role", roles) ? "ignored_role" : undefined;
};

const checkIgnores: Check<EarlyFacts> = ({ author, ignores, content }) => {
	const ignored = "roles" in author ? findIgnored(ignores, author) : undefined;
	if (ignored !== undefined) return ignored;
	const beginning = content.trimStart().toLowerCase();
	return listPrefixes(ignores).some((prefix) => beginning.startsWith(prefix.toLowerCase()))
		? "ignored_prefix"
		: undefined;
};

/** @returns the id of the role whose members are read; null is everyone */
export const findReadRole = ({ readRole, speakerRole }: AppliedGuildSettings): string | null =>
	readRole ?? speakerRole;

/** Bots and webhooks were listed by a manager of the guild, and need no rights. */
const checkAuthor: Check<EarlyFacts> = ({ author, settings, voiceChannelId, now }) => {
	if (author.kind !== "member" || voiceChannelId === undefined) return undefined;
	const role = findReadRole(settings);
	if (role !== null && !author.manages && !author.roles.includes(role)) return "role_required";
	const trouble = checkMember(author.voice, voiceChannelId, now)?.reason;
	// A timeout is why they are no longer there.
	if (trouble === "member_timed_out") return "author_timed_out";
	if (settings.listenersOnly && author.voice.channelId !== voiceChannelId) return "not_listening";
	if (trouble === undefined) return undefined;
	return trouble === "member_muted" ? "author_muted" : "author_may_not_speak";
};

/** Also in the chat of the voice channel itself: who was moved there may sit in it without being able to view it. */
const checkListeners: Check<LateFacts> = ({ listeners }) => {
	if (listeners === "none") return "nobody_listens";
	return listeners === "may_view" ? undefined : "listener_may_not_view";
};

const checkWords: Check<LateFacts> = ({ forbidden, speakable }) => {
	if (forbidden !== undefined) return forbidden === "text" ? "forbidden_word" : "forbidden_name";
	if (speakable === "something") return undefined;
	return speakable === "nothing" ? "unspeakable" : "unread_script";
};

const earlyChecks: readonly Check<EarlyFacts>[] = [
	checkPlace,
	checkChannel,
	checkKind,
	checkDelivery,
	checkOptOut,
	checkIgnores,
	checkAuthor,
];
const lateChecks: readonly Check<LateFacts>[] = [
	({ forwarded }) => forwarded,
	checkListeners,
	checkWords,
	({ load }) => load,
];

const findFirst = <F>(checks: readonly Check<F>[], facts: F): SkipReason | undefined => {
	for (const check of checks) {
		const reason = check(facts);
		if (reason !== undefined) return reason;
	}
	return undefined;
};

/** @returns why a message isn't read; undefined when the late facts decide */
export const decideEarly = (facts: EarlyFacts): SkipReason | undefined => findFirst(earlyChecks, facts);

/** Decides whether a message is read aloud. Of several reasons against it, the first one found counts. */
export const decide = (facts: MessageFacts): Verdict => {
	const reason = decideEarly(facts) ?? findFirst(lateChecks, facts);
	return reason === undefined ? { read: true } : { read: false, reason };
};

/** What begins with this isn't read, while a guild has no prefix of its own. */
export const defaultPrefix = "//";

/** @returns the prefixes of what isn't read */
const listPrefixes = (ignores: readonly IgnoreRule[]): string[] => {
	const own = ignores.filter(({ kind }) => kind === "prefix").map(({ value }) => value);
	return own.length > 0 ? own : [defaultPrefix];
};
