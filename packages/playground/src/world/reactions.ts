import type { APIReaction } from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import { limits } from "../checks/limits.ts";
import type { StoredMessage } from "./message.ts";
import type { Messages } from "./messages.ts";
import type { World } from "./world.ts";

const isEmoji = (text: string): boolean =>
	/^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}|[0-9#*]\u{FE0F}?\u{20E3})$/v.test(text);

/** Reactions in emoji characters; no guild here has custom emoji. */
export class Reactions {
	readonly #world: World;
	readonly #messages: Messages;

	constructor(world: World, messages: Messages) {
		this.#world = world;
		this.#messages = messages;
	}

	/** Adds a user's reaction; a second one of the same kind changes nothing. @throws ApiError 10014, 30010 */
	add(stored: StoredMessage, emoji: string, userId: string): void {
		if (!isEmoji(emoji)) throw refuse.unknownEmoji();
		const users = stored.reactors.get(emoji) ?? new Set();
		if (users.has(userId)) return;
		const reactors = new Map(stored.reactors).set(emoji, new Set([...users, userId]));
		if (reactors.size > limits.reactions) throw refuse.tooManyReactions();
		const after = this.#keep(stored, reactors);
		this.#world.feed.emit("reaction", after, { kind: "added", emoji, userId });
	}

	/** Takes a user's reaction back. @throws ApiError 10014 when there is none */
	remove(stored: StoredMessage, emoji: string, userId: string): void {
		const users = new Set(stored.reactors.get(emoji));
		if (!users.delete(userId)) throw refuse.unknownEmoji();
		const reactors = new Map(stored.reactors).set(emoji, users);
		if (users.size === 0) reactors.delete(emoji);
		const after = this.#keep(stored, reactors);
		this.#world.feed.emit("reaction", after, { kind: "removed", emoji, userId });
	}

	/** Removes all reactions, or all with one emoji. @throws ApiError 10014 if there is no reaction with it */
	clear(stored: StoredMessage, emoji?: string): void {
		const reactors = new Map(stored.reactors);
		if (emoji === undefined) reactors.clear();
		else if (!reactors.delete(emoji)) throw refuse.unknownEmoji();
		this.#world.feed.emit("reaction", this.#keep(stored, reactors), { kind: "cleared", emoji });
	}

	#keep({ message }: StoredMessage, reactors: StoredMessage["reactors"]): StoredMessage {
		const reactions = [...reactors].map(([name, users]): APIReaction => {
			const me = users.has(this.#world.applicationId);
			const counts = { count: users.size, count_details: { burst: 0, normal: users.size } };
			return { ...counts, me, me_burst: false, emoji: { id: null, name }, burst_colors: [] };
		});
		return this.#messages.amend(message.id, { reactors, message: { reactions } });
	}
}
