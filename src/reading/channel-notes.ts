import { FairQueue } from "@herald/common/fair-queue.ts";
import { DiscordAPIError, type Guild, type GuildTextBasedChannel } from "discord.js";
import { isGone } from "../discord/respond.ts";
import { canView } from "../shared/can-view.ts";
import type { ReadingNote } from "../store/database.ts";
import type { GuildReading } from "../store/reading.ts";
import { textsFor } from "../texts/index.ts";
import { describeReadHere } from "./describe-reading.ts";
import type { ReadingParts } from "./reading-parts.ts";
import { composeNotice, mayWrite, type NoticeContent, type ReadingState } from "./voice-chat.ts";

/**
 * @returns a channel for a note; undefined for an unknown channel, for a forum, which has no messages of its own, and
 * for a voice channel, which has a notice of its own while Herald is in it
 */
const findChannel = (guild: Guild, channelId: string): GuildTextBasedChannel | undefined => {
	const channel = guild.channels.cache.get(channelId);
	return channel?.isTextBased() && !channel.isVoiceBased() ? channel : undefined;
};

export type ChannelNotes = ReturnType<typeof channelNotesBy>;

/**
 * Keeps a note in each text channel that is read, if a guild wants that: a message that says what is read, how to pause
 * reading, and how not to be read. A note is edited when its content changes, and deleted when the channel is no longer
 * read. A note that a moderator deleted isn't sent again. A channel in which Herald may not write has no note.
 */
export const channelNotesBy = ({ store, access }: ReadingParts) => {
	/** The contents of notes that this process wrote, by the messages' IDs. */
	const said = new Map<string, string>();
	/** The updates of a guild run one after the other, because otherwise a channel could get two notes. */
	const updates = new FairQueue<string>({ mayBegin: () => true, perOwner: 1 });

	/** @param state - whether reading is paused in the guild */
	const compose = (guild: Guild, channelId: string, reading: GuildReading, state: ReadingState) => {
		const t = textsFor(guild.preferredLocale);
		const readHere = describeReadHere(reading, channelId, access.mode, t) ?? "";
		return composeNotice(readHere, state, t, guild.client);
	};

	/**
	 * Updates the notes in a guild's channels. Must be called when the reading settings change, and when reading is
	 * paused or goes on.
	 */
	const update = (guild: Guild, state: ReadingState = { kind: "on" }): Promise<void> =>
		updates.run(guild.id, () => updateNow(guild, state));

	const updateNow = async (guild: Guild, state: ReadingState): Promise<void> => {
		const [reading, notes] = await Promise.all([
			store.reading.read(guild.id),
			store.readingNotes.list(guild.id),
		]);
		const isWanted = reading.settings.notes && access.mode !== "off";
		const read = new Set(isWanted ? reading.channels.map(({ channelId }) => channelId) : []);
		await Promise.all([
			...notes.filter(({ channelId }) => !read.has(channelId)).map((note) => remove(guild, note)),
			...[...read].map((channelId) => {
				const note = notes.find((each) => each.channelId === channelId);
				return show(guild, channelId, note, compose(guild, channelId, reading, state));
			}),
		]);
	};

	const show = async (
		guild: Guild,
		channelId: string,
		note: ReadingNote | undefined,
		content: NoticeContent,
	) => {
		const channel = findChannel(guild, channelId);
		if (!channel || note?.messageId === null || !mayWrite(channel)) return;
		if (note === undefined) {
			const { id } = await channel.send(content);
			said.set(id, content.content);
			await store.readingNotes.keep(guild.id, { channelId, messageId: id });
			return;
		}
		const { messageId } = note;
		if (said.get(messageId) === content.content) return;
		try {
			await channel.messages.edit(messageId, content);
			said.set(messageId, content.content);
		} catch (error) {
			if (!isGone(error)) throw error;
			said.delete(messageId);
			await store.readingNotes.keep(guild.id, { channelId, messageId: null });
		}
	};

	const remove = async (guild: Guild, { channelId, messageId }: ReadingNote): Promise<void> => {
		const channel = findChannel(guild, channelId);
		// The note is deleted later, when Herald can view the channel again.
		if (channel && !canView(channel)) return;
		if (channel && messageId !== null) {
			said.delete(messageId);
			await channel.messages.delete(messageId).catch((error: unknown) => {
				if (!(error instanceof DiscordAPIError)) throw error;
			});
		}
		await store.readingNotes.remove(guild.id, channelId);
	};
	return { compose, update };
};
