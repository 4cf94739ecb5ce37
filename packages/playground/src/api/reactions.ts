import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import type { Parts } from "../parts.ts";
import { mayDo } from "../world/permissions.ts";
import { findChannel, findMessage } from "./find.ts";
import { readId, readLimit } from "./query.ts";

interface EmojiRoute {
	Params: { channel: string; message: string; emoji: string };
	Querystring: { limit?: string; after?: string };
}
interface UserRoute {
	Params: { channel: string; message: string; emoji: string; user: string };
}

/** Reactions to messages. */
export const addReactionRoutes = (api: FastifyInstance, { world, messages, reactions }: Parts): void => {
	const all = "/channels/:channel/messages/:message/reactions";
	const find = (params: { channel: string; message: string }, ...needs: "ManageMessages"[]) => ({
		channel: findChannel(world, params.channel, "ReadMessageHistory", ...needs),
		stored: findMessage(messages, params.channel, params.message),
	});

	api.put<EmojiRoute>(`${all}/:emoji/@me`, ({ params }, reply) => {
		const { channel, stored } = find(params);
		// Adding to an existing reaction needs no permission.
		const first = !stored.reactors.has(params.emoji);
		if (first && !mayDo(channel.guild.bot, "AddReactions", channel)) throw refuse.missingPermissions();
		reactions.add(stored, params.emoji, world.applicationId);
		return reply.code(204).send();
	});
	api.delete<UserRoute>(`${all}/:emoji/:user`, ({ params }, reply) => {
		const own = params.user === "@me" || params.user === world.applicationId;
		const { stored } = find(params, ...(own ? [] : (["ManageMessages"] as const)));
		reactions.remove(stored, params.emoji, own ? world.applicationId : params.user);
		return reply.code(204).send();
	});
	api.get<EmojiRoute>(`${all}/:emoji`, ({ params, query }) => {
		const { stored } = find(params);
		const limit = readLimit(query.limit, 25, 100);
		const after = readId("after", query.after) ?? 0n;
		return [...(stored.reactors.get(params.emoji) ?? [])]
			.filter((id) => BigInt(id) > after)
			.sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
			.slice(0, limit)
			.flatMap((id) => world.users.get(id) ?? []);
	});
	api.delete<EmojiRoute>(`${all}/:emoji`, ({ params }, reply) => {
		reactions.clear(find(params, "ManageMessages").stored, params.emoji);
		return reply.code(204).send();
	});
	api.delete<EmojiRoute>(all, ({ params }, reply) => {
		reactions.clear(find(params, "ManageMessages").stored);
		return reply.code(204).send();
	});
};
