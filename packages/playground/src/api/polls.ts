import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import type { Parts } from "../parts.ts";
import { findChannel, findMessage } from "./find.ts";
import { readLimit } from "./query.ts";

interface PollRoute {
	Params: { channel: string; message: string };
}
interface AnswerRoute {
	Params: { channel: string; message: string; answer: string };
	Querystring: { limit?: string; after?: string };
}

/** Polls: who voted for what, and ending one's own. */
export const addPollRoutes = (api: FastifyInstance, { world, messages, polls }: Parts): void => {
	api.get<AnswerRoute>("/channels/:channel/polls/:message/answers/:answer", ({ params, query }) => {
		findChannel(world, params.channel, "ReadMessageHistory");
		const stored = findMessage(messages, params.channel, params.message);
		const after = /^\d{1,20}$/.test(query.after ?? "") ? BigInt(query.after ?? 0) : 0n;
		const voters = polls
			.voters(stored, Number(params.answer))
			.filter((id) => BigInt(id) > after)
			.sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
		return {
			users: voters.slice(0, readLimit(query.limit, 25, 100)).flatMap((id) => world.users.get(id) ?? []),
		};
	});
	api.post<PollRoute>("/channels/:channel/polls/:message/expire", ({ params }) => {
		findChannel(world, params.channel);
		const stored = findMessage(messages, params.channel, params.message);
		if (stored.message.author.id !== world.applicationId) throw refuse.notYours();
		return polls.end(stored).message;
	});
};
