import type { Feed } from "../world/feed.ts";
import type { Channel } from "../world/guild.ts";
import { memberWithUser } from "../world/member-fields.ts";
import type { ReactionChange, StoredMessage } from "../world/message.ts";
import type { Messages } from "../world/messages.ts";
import { pinnedIn } from "../world/pins.ts";
import type { World } from "../world/world.ts";
import type { Gateway } from "./gateway.ts";

/** Sends the application events around messages: reactions, votes, typing, pins, bulk deletes. */
export const tellAroundMessages = (world: World, feed: Feed, gateway: Gateway, messages: Messages): void => {
	feed.on("bulkDelete", ({ id, guild }, gone) => {
		const ids = gone.filter(({ visibleTo }) => visibleTo === undefined).map(({ message }) => message.id);
		gateway.dispatch("MESSAGE_DELETE_BULK", { ids, channel_id: id, guild_id: guild.id }, guild.id);
	});
	feed.on("reaction", (stored, change) => {
		const channel = world.channel(stored.message.channel_id);
		if (channel) tellReaction(gateway, channel, stored, change);
	});
	feed.on("vote", ({ message }, { added, answerId, userId }) => {
		const guild = world.channel(message.channel_id)?.guild;
		if (!guild) return;
		const where = { channel_id: message.channel_id, message_id: message.id, guild_id: guild.id };
		const name = added ? "MESSAGE_POLL_VOTE_ADD" : "MESSAGE_POLL_VOTE_REMOVE";
		gateway.dispatch(name, { ...where, user_id: userId, answer_id: answerId }, guild.id);
	});
	feed.on("typing", (member, { id, guild }, at) => {
		const where = { channel_id: id, guild_id: guild.id, user_id: member.user.id };
		const data = { ...where, timestamp: Math.floor(at / 1_000), member: memberWithUser(member) };
		gateway.dispatch("TYPING_START", data, guild.id);
	});
	feed.on("pins", ({ id, guild }) => {
		const last = pinnedIn(messages, id)[0]?.pinnedAt ?? null;
		const data = { guild_id: guild.id, channel_id: id, last_pin_timestamp: last };
		gateway.dispatch("CHANNEL_PINS_UPDATE", data, guild.id);
	});
};

const tellReaction = (
	gateway: Gateway,
	{ guild }: Channel,
	{ message }: StoredMessage,
	change: ReactionChange,
): void => {
	const where = { channel_id: message.channel_id, message_id: message.id, guild_id: guild.id };
	const emoji = { id: null, name: change.emoji };
	if (change.kind === "cleared") {
		if (change.emoji === undefined) gateway.dispatch("MESSAGE_REACTION_REMOVE_ALL", where, guild.id);
		else gateway.dispatch("MESSAGE_REACTION_REMOVE_EMOJI", { ...where, emoji }, guild.id);
		return;
	}
	const member = guild.members.get(change.userId);
	const data = { ...where, user_id: change.userId, emoji, burst: false, type: 0 };
	if (change.kind === "removed") gateway.dispatch("MESSAGE_REACTION_REMOVE", data, guild.id);
	else
		gateway.dispatch(
			"MESSAGE_REACTION_ADD",
			{ ...data, message_author_id: message.author.id, ...(member && { member: memberWithUser(member) }) },
			guild.id,
		);
};
