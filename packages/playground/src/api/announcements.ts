import { ChannelType, MessageFlags } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { hasFlag } from "../checks/message-body.ts";
import type { Parts } from "../parts.ts";
import { mayDo } from "../world/permissions.ts";
import { findChannel, findMessage } from "./find.ts";

interface MessageRoute {
	Params: { channel: string; message: string };
}

/** Publishing messages of announcement channels. No other guild follows one here. */
export const addAnnouncementRoutes = (api: FastifyInstance, { world, messages }: Parts): void => {
	api.post<MessageRoute>("/channels/:channel/messages/:message/crosspost", ({ params }) => {
		const channel = findChannel(world, params.channel, "SendMessages");
		const { message } = findMessage(messages, params.channel, params.message);
		if (channel.type !== ChannelType.GuildAnnouncement) throw refuse.wrongChannelType();
		const own = message.author.id === world.applicationId;
		if (!own && !mayDo(channel.guild.bot, "ManageMessages", channel)) throw refuse.missingPermissions();
		if (hasFlag(message.flags, MessageFlags.Crossposted)) throw refuse.alreadyPublished();
		const flags = Number(message.flags ?? 0) | MessageFlags.Crossposted;
		const after = messages.amend(message.id, { message: { flags } });
		world.feed.emit("message", "edited", after);
		return after.message;
	});
};
