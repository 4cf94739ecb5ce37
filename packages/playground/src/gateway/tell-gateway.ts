import type { Feed } from "../world/feed.ts";
import { memberFields, type World } from "../world/world.ts";
import type { Gateway } from "./gateway.ts";

/**
 * Brings the channel's messages to the application. Without the privileged intent it sees the content only of what
 * it wrote itself or is mentioned in; this gateway grants that intent to nobody.
 */
export const tellGateway = (world: World, feed: Feed, gateway: Gateway): void => {
	feed.on("message", (kind, { message, visibleTo }) => {
		if (visibleTo !== undefined) return;
		const where = { id: message.id, channel_id: message.channel_id, guild_id: world.guildId };
		if (kind === "deleted") return gateway.dispatch("MESSAGE_DELETE", where);
		const author = world.members.get(message.author.id);
		const readable =
			message.author.id === world.applicationId ||
			message.mentions.some(({ id }) => id === world.applicationId);
		gateway.dispatch(kind === "created" ? "MESSAGE_CREATE" : "MESSAGE_UPDATE", {
			...message,
			guild_id: world.guildId,
			...(author && { member: memberFields(author) }),
			...(!readable && { content: "", attachments: [], embeds: [], components: [] }),
		});
	});
};
