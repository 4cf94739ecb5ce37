import type { Logger } from "@herald/common/log.ts";
import type { Guild } from "discord.js";
import type { ReadingMode } from "../discord/message-access.ts";
import type { LateEdits } from "../say/late-edits.ts";
import type { Say } from "../say/say.ts";
import { applyGuildDefaults } from "../settings/settings.ts";
import type { GuildReading } from "../store/reading-settings.ts";
import type { Store } from "../store/store.ts";
import { textsFor } from "../texts/index.ts";
import type { Clock } from "../voice/clock.ts";
import { weighAct } from "../voice/permissions.ts";
import { findModeration } from "../voice/read-facts.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { Moves } from "./arrivals.ts";
import type { BacklogSkip } from "./backlog.ts";
import { describeReadThere } from "./describe-reading.ts";
import type { LeakGuard } from "./leak-guard.ts";
import type { PassageWriter, ReadableMessage } from "./passage-writer.ts";
import { ReadingSession } from "./reading-session.ts";
import type { Place, Utterance, Write } from "./utterance.ts";

/** What sessions of all guilds work with. */
export interface SessionParts {
	readonly voice: VoiceSessions;
	readonly store: Pick<Store, "reading">;
	readonly say: Say;
	readonly writer: PassageWriter;
	readonly guard: LeakGuard;
	readonly edits: LateEdits;
	readonly clock: Clock;
	readonly logger: Logger;
	/** @returns what Discord tells Herald of */
	readonly mode: () => ReadingMode;
	/** Somebody came into Herald's channel or left it. */
	readonly onMoves: (guild: Guild, moves: Moves) => void;
	/** A message isn't read after all. */
	readonly onSkipped: (messageId: string, reason: BacklogSkip) => void;
	readonly onFault: (error: unknown) => void;
}

/** @returns what is read aloud in a voice channel, in a sentence in the guild's language; undefined if nothing is */
export const describeThere = (
	guild: Guild,
	reading: GuildReading,
	channelId: string,
	mode: ReadingMode,
): string | undefined => describeReadThere(reading, channelId, mode, textsFor(guild.preferredLocale));

/** @returns a new session of reading in a guild */
export const openSession = (guild: Guild, parts: SessionParts): ReadingSession<ReadableMessage> => {
	const { voice, store, say, guard, clock, edits, logger } = parts;
	const session: ReadingSession<ReadableMessage> = new ReadingSession({
		guild,
		clock,
		channel: {
			refill: () => voice.refill(guild.id),
			rewrite: (itemId, written) => voice.rewrite(guild.id, itemId, written),
			withdraw: (itemId) => voice.withdraw(guild.id, [itemId]),
		},
		prepare: (first) => prepare(guild, session, first, parts),
		reserve: async (authorId, { lead = [], lines }) => {
			const { settings } = await store.reading.read(guild.id);
			const who = { guildId: guild.id, userId: authorId ?? guild.client.user.id };
			return say.reserve(who, [...lead, ...lines], applyGuildDefaults(settings).sharePercent);
		},
		mayBeHeard: (channelId, userId) => {
			const here = voice.channelOf(guild.id);
			return here !== undefined && guard.mayBeHeard(guild, here, channelId, userId);
		},
		mayStop: (userId) => {
			const member = guild.members.cache.get(userId);
			const channelId = voice.channelOf(guild.id);
			return Boolean(member && channelId && weighAct(member, { act: "stop", channelId }).allowed);
		},
		onSkipped: parts.onSkipped,
		onUnread: (waits) => voice.noteWaiting(guild.id, waits),
		onRead: (text) => logRead(guild.id, text, logger),
		onMoves: (moves) => {
			if (session.state.kind === "on") parts.onMoves(guild, moves);
		},
		underWay: (work) => edits.add(work),
		onFault: parts.onFault,
	});
	return session;
};

const prepare = async (
	guild: Guild,
	session: ReadingSession<ReadableMessage>,
	first: Place | undefined,
	{ voice, store, guard, writer, clock, mode }: SessionParts,
): Promise<Write<ReadableMessage> | undefined> => {
	const reading = await store.reading.read(guild.id);
	const here = voice.channelOf(guild.id);
	if (here === undefined) return undefined;
	const readThere = describeThere(guild, reading, here, mode());
	// Reading may have been turned off meanwhile.
	if (readThere === undefined || !(await session.begin(here, readThere))) return undefined;
	if (first && findModeration(guild, here, first.authorId, clock.now())) return undefined;
	if (first) await guard.refresh(guild, here, first.channelId);
	return writer.prepare(guild, first, applyGuildDefaults(reading.settings).names);
};

const logRead = (
	guild: string,
	{ messages, startedAt, written }: Utterance<ReadableMessage>,
	logger: Logger,
): void => {
	const told = {
		event: "messages_read",
		guild,
		messages: messages.map(({ id }) => id),
		waitedMs: startedAt - (messages[0]?.at ?? startedAt),
		shortened: written?.shortened ?? 0,
	} as const;
	logger.debug(told, "reading messages aloud");
};
