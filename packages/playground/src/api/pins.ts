import type { FastifyInstance } from "fastify";
import type { Parts } from "../parts.ts";
import { findChannel, findMessage } from "./find.ts";
import { readLimit } from "./query.ts";

interface ChannelRoute {
	Params: { channel: string };
	Querystring: { limit?: string; before?: string };
}
interface MessageRoute {
	Params: { channel: string; message: string };
}

/** Pinned messages, at Discord's older and newer addresses. */
export const addPinRoutes = (api: FastifyInstance, { world, messages, pins }: Parts): void => {
	const pinned = ({ channel }: ChannelRoute["Params"]) => {
		findChannel(world, channel, "ReadMessageHistory");
		return pins.in(channel);
	};

	api.get<ChannelRoute>("/channels/:channel/pins", ({ params }) =>
		pinned(params).map(({ message }) => message),
	);
	api.get<ChannelRoute>("/channels/:channel/messages/pins", ({ params, query }) => {
		const limit = readLimit(query.limit, 50, 50);
		const before = Date.parse(query.before ?? "") || Number.POSITIVE_INFINITY;
		const older = pinned(params).filter(({ pinnedAt }) => Date.parse(String(pinnedAt)) < before);
		return {
			items: older.slice(0, limit).map(({ pinnedAt, message }) => ({ pinned_at: pinnedAt, message })),
			has_more: older.length > limit,
		};
	});
	for (const path of ["/channels/:channel/pins/:message", "/channels/:channel/messages/pins/:message"]) {
		const find = ({ channel, message }: MessageRoute["Params"]) => {
			const found = findChannel(world, channel, "PinMessages");
			findMessage(messages, channel, message);
			return found;
		};
		api.put<MessageRoute>(path, ({ params }, reply) => {
			const channel = find(params);
			pins.add(channel, channel.guild.bot, params.message);
			return reply.code(204).send();
		});
		api.delete<MessageRoute>(path, ({ params }, reply) => {
			pins.remove(find(params), params.message);
			return reply.code(204).send();
		});
	}
};
