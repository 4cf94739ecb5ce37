import type { APIReaction } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import { isEmoji } from "../checks/emoji.ts";
import { limits } from "../checks/limits.ts";
import type { ReactionChange, StoredMessage } from "./message.ts";
import type { Messages } from "./messages.ts";

const keep = (
	messages: Messages,
	{ message }: StoredMessage,
	reactors: StoredMessage["reactors"],
	change: ReactionChange,
): void => {
	const reactions = [...reactors].map(([name, users]): APIReaction => {
		const me = users.has(messages.world.applicationId);
		const counts = { count: users.size, count_details: { burst: 0, normal: users.size } };
		return { ...counts, me, me_burst: false, emoji: { id: null, name }, burst_colors: [] };
	});
	const after = messages.amend(message.id, { reactors, message: { reactions } });
	messages.world.feed.emit("reaction", after, change);
};

/** Adds a user's reaction; a second one of the same kind changes nothing. @throws ApiError 10014, 30010 */
export const addReaction = (
	messages: Messages,
	stored: StoredMessage,
	emoji: string,
	userId: string,
): void => {
	if (!isEmoji(emoji)) throw refuse.unknownEmoji();
	const users = stored.reactors.get(emoji) ?? new Set();
	if (users.has(userId)) return;
	const reactors = new Map(stored.reactors).set(emoji, new Set([...users, userId]));
	if (reactors.size > limits.reactions) throw refuse.tooManyReactions();
	keep(messages, stored, reactors, { kind: "added", emoji, userId });
};

/** Takes a user's reaction back. @throws ApiError 10014 when there is none */
export const removeReaction = (
	messages: Messages,
	stored: StoredMessage,
	emoji: string,
	userId: string,
): void => {
	const users = new Set(stored.reactors.get(emoji));
	if (!users.delete(userId)) throw refuse.unknownEmoji();
	const reactors = new Map(stored.reactors).set(emoji, users);
	if (users.size === 0) reactors.delete(emoji);
	keep(messages, stored, reactors, { kind: "removed", emoji, userId });
};

/** Removes all reactions, or all with one emoji. @throws ApiError 10014 if there is no reaction with it */
export const clearReactions = (messages: Messages, stored: StoredMessage, emoji?: string): void => {
	const reactors = new Map(stored.reactors);
	if (emoji === undefined) reactors.clear();
	else if (!reactors.delete(emoji)) throw refuse.unknownEmoji();
	keep(messages, stored, reactors, { kind: "cleared", emoji });
};
