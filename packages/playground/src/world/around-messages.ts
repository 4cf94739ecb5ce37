import { type APIMessage, type APIPoll, type APIUser, MessageType } from "discord-api-types/v10";
import { isEmoji } from "../checks/components.ts";
import { orThrow, refuse } from "../checks/form.ts";
import { limits } from "../checks/limits.ts";
import type { Channel, Guild, Member } from "./guild.ts";
import type { ReactionChange, StoredMessage } from "./message-fields.ts";
import type { Messages } from "./messages.ts";
import type { World } from "./world.ts";

/** @returns a channel's pinned messages, the last pinned first */
export const pinnedIn = (messages: Messages, channelId: string): StoredMessage[] =>
	messages
		.in(channelId)
		.filter(({ pinnedAt }) => pinnedAt !== undefined)
		.sort((a, b) => String(b.pinnedAt).localeCompare(String(a.pinnedAt)));

const change = (messages: Messages, channel: Channel, id: string, pinnedAt: string | undefined): void => {
	const after = messages.amend(id, { pinnedAt, message: { pinned: pinnedAt !== undefined } });
	messages.world.feed.emit("message", "edited", after);
	messages.world.feed.emit("pins", channel);
};

/**
 * Pins a message for a member, and announces that in the channel. Does nothing if the message is pinned already.
 *
 * @throws ApiError 30003 if the channel has too many pins
 */
export const pinMessage = (messages: Messages, channel: Channel, { user }: Member, id: string): void => {
	if (messages.find(id)?.pinnedAt !== undefined) return;
	if (pinnedIn(messages, channel.id).length >= limits.pins) throw refuse.tooManyPins();
	change(messages, channel, id, messages.world.now());
	messages.note(channel, user, MessageType.ChannelPinnedMessage, {
		message_id: id,
		channel_id: channel.id,
	});
};

export const unpinMessage = (messages: Messages, channel: Channel, id: string): void => {
	if (messages.find(id)?.pinnedAt !== undefined) change(messages, channel, id, undefined);
};

const keepReactors = (
	messages: Messages,
	{ message }: StoredMessage,
	reactors: StoredMessage["reactors"],
	change: ReactionChange,
): void => {
	const reactions = [...reactors].map(([name, users]) => {
		const me = users.has(messages.world.applicationId);
		const counts = { count: users.size, count_details: { burst: 0, normal: users.size } };
		return { ...counts, me, me_burst: false, emoji: { id: null, name }, burst_colors: [] };
	});
	const after = messages.amend(message.id, { reactors, message: { reactions } });
	messages.world.feed.emit("reaction", after, change);
};

/**
 * Adds a user's reaction; a second one with the same emoji changes nothing.
 *
 * @throws ApiError 10014 for an unknown emoji, 30010 if the message would have too many different emojis
 */
export const addReaction = (messages: Messages, stored: StoredMessage, emoji: string, userId: string) => {
	if (!isEmoji(emoji)) throw refuse.unknownEmoji();
	const users = stored.reactors.get(emoji) ?? new Set();
	if (users.has(userId)) return;
	const reactors = new Map(stored.reactors).set(emoji, new Set([...users, userId]));
	if (reactors.size > limits.reactions) throw refuse.tooManyReactions();
	keepReactors(messages, stored, reactors, { kind: "added", emoji, userId });
};

/** Removes a user's reaction. @throws ApiError 10014 if the user hasn't reacted with this emoji */
export const removeReaction = (messages: Messages, stored: StoredMessage, emoji: string, userId: string) => {
	const users = new Set(stored.reactors.get(emoji));
	if (!users.delete(userId)) throw refuse.unknownEmoji();
	const reactors = new Map(stored.reactors).set(emoji, users);
	if (users.size === 0) reactors.delete(emoji);
	keepReactors(messages, stored, reactors, { kind: "removed", emoji, userId });
};

/** Removes all reactions, or all with one emoji. @throws ApiError 10014 if nobody has reacted with the emoji */
export const clearReactions = (messages: Messages, stored: StoredMessage, emoji?: string): void => {
	const reactors = new Map(stored.reactors);
	if (emoji === undefined) reactors.clear();
	else if (!reactors.delete(emoji)) throw refuse.unknownEmoji();
	keepReactors(messages, stored, reactors, { kind: "cleared", emoji });
};

/** The message's poll. @throws ApiError 520006 if it has none */
const pollOf = ({ message }: StoredMessage): APIPoll => orThrow(message.poll, refuse.notAPoll);

const isOver = ({ results }: APIPoll): boolean => results?.is_finalized === true;

/** @returns the answer with the most votes; undefined in a tie or without votes */
const winner = ({ answers, results }: APIPoll) => {
	const [first, second] = [...(results?.answer_counts ?? [])].sort((a, b) => b.count - a.count);
	if (!first || first.count === second?.count) return undefined;
	const answer = answers.find(({ answer_id: id }) => id === first.id);
	return answer && { ...first, text: answer.poll_media.text ?? "" };
};

/** @returns the embed of the message that announces a poll's result */
const resultEmbed = (poll: APIPoll): APIMessage["embeds"][number] => {
	const total = (poll.results?.answer_counts ?? []).reduce((sum, { count }) => sum + count, 0);
	const won = winner(poll);
	const field = (name: string, value: string) => ({ name, value, inline: false });
	return {
		type: "poll_result" as never,
		fields: [
			field("poll_question_text", poll.question.text ?? ""),
			field("victor_answer_votes", String(won?.count ?? 0)),
			field("total_votes", String(total)),
			...(won ? [field("victor_answer_id", String(won.id)), field("victor_answer_text", won.text)] : []),
		],
	};
};

const keepVotes = (
	messages: Messages,
	stored: StoredMessage,
	poll: APIPoll,
	votes: StoredMessage["votes"],
	isFinalized: boolean,
): StoredMessage => {
	const me = messages.world.applicationId;
	const counts = [...votes]
		.filter(([, users]) => users.size > 0)
		.map(([id, users]) => ({ id, count: users.size, me_voted: users.has(me) }));
	const results = { is_finalized: isFinalized, answer_counts: counts };
	return messages.amend(stored.message.id, { votes, message: { poll: { ...poll, results } } });
};

/** Ends polls when their time is over. */
export const endPolls = (messages: Messages): void => {
	const { feed, clock } = messages.world;
	feed.on("message", (kind, { message }) => {
		if (kind !== "created" || !message.poll?.expiry) return;
		clock.after(Date.parse(message.poll.expiry) - clock.now(), () => {
			const stored = messages.find(message.id);
			if (stored?.message.poll && !isOver(stored.message.poll)) endPoll(messages, stored);
		});
	});
};

/**
 * Replaces a user's votes in a poll.
 *
 * @param answers - the numbers of the answers to vote for
 * @throws ApiError 520006 if the message has no poll, 520001 if the poll is over, 520000 for unknown answers, or for
 *   several if the poll allows only one
 */
export const vote = (
	messages: Messages,
	stored: StoredMessage,
	userId: string,
	answers: readonly number[],
): void => {
	const poll = pollOf(stored);
	if (isOver(poll)) throw refuse.pollExpired();
	const known = poll.answers.map(({ answer_id: id }) => id);
	if (answers.some((id) => !known.includes(id)) || (answers.length > 1 && !poll.allow_multiselect))
		throw refuse.pollVotingBlocked();
	const before = stored.votes;
	const votes = new Map(
		known.map((id): [number, ReadonlySet<string>] => {
			const users = new Set(before.get(id));
			if (answers.includes(id)) users.add(userId);
			else users.delete(userId);
			return [id, users];
		}),
	);
	const after = keepVotes(messages, stored, poll, votes, false);
	for (const id of known) {
		const had = before.get(id)?.has(userId) ?? false;
		const has = votes.get(id)?.has(userId) ?? false;
		if (had !== has) messages.world.feed.emit("vote", after, { added: has, answerId: id, userId });
	}
};

/**
 * Ends a poll now, and announces its result.
 *
 * @throws ApiError 520006 if the message has no poll, 520001 if the poll is over
 */
export const endPoll = (messages: Messages, stored: StoredMessage): StoredMessage => {
	const poll = pollOf(stored);
	if (isOver(poll)) throw refuse.pollExpired();
	const { world } = messages;
	const ended = { ...poll, expiry: world.now() };
	const after = keepVotes(messages, stored, ended, stored.votes, true);
	world.feed.emit("message", "edited", after);
	const { id, channel_id: channelId, author, poll: result = ended } = after.message;
	const channel = world.channel(channelId);
	const to = { message_id: id, channel_id: channelId };
	const embeds = [resultEmbed(result)];
	if (channel) messages.note(channel, author, MessageType.PollResult, to, { embeds });
	return after;
};

/** The ids of the users who voted for an answer. @throws ApiError 520006 if the message has no poll */
export const votersFor = (stored: StoredMessage, answerId: number): readonly string[] => {
	pollOf(stored);
	return [...(stored.votes.get(answerId) ?? [])];
};

/**
 * Bans a user, whether a member or not, and deletes their messages of the last `deletedSeconds` in the guild.
 *
 * @throws TypeError for the guild's owner and the application
 */
export const banUser = (messages: Messages, guild: Guild, user: APIUser, deletedSeconds = 0): void => {
	const { world } = messages;
	const member = guild.members.get(user.id);
	if (member) world.removeMember(member);
	guild.banned.add(user.id);
	world.feed.emit("ban", "added", guild, user);
	const since = world.clock.now() - deletedSeconds * 1_000;
	if (deletedSeconds === 0) return;
	for (const channel of guild.channels.values()) {
		const theirs = messages.in(channel.id).flatMap(({ message }) => {
			const isRecent = Date.parse(message.timestamp) >= since;
			return message.author.id === user.id && isRecent ? message.id : [];
		});
		messages.deleteTogether(channel, theirs);
	}
};

export const unbanUser = ({ feed }: World, guild: Guild, user: APIUser): void => {
	if (guild.banned.delete(user.id)) feed.emit("ban", "removed", guild, user);
};
