import { MessageFlags } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { hasFlag } from "../checks/message-body.ts";
import type { Parts } from "../parts.ts";
import { readBody } from "./body.ts";
import { isTrue } from "./query.ts";

interface CallbackRoute {
	Params: { id: string; token: string };
	Querystring: { with_response?: string };
}
interface WebhookRoute {
	Params: { application: string; token: string };
	Querystring: { wait?: string; thread_id?: string };
}
interface OwnMessageRoute {
	Params: { application: string; token: string; message: string };
}

/** Answers to interactions: the callback, and the webhook that their token opens; channels' webhooks are called alike. */
export const addInteractionRoutes = (
	api: FastifyInstance,
	{ interactions, callbacks, webhooks }: Parts,
): void => {
	api.post<CallbackRoute>("/interactions/:id/:token/callback", async (request, reply) => {
		const body = await readBody(request);
		const interaction = interactions.forCallback(request.params.id, request.params.token);
		const stored = callbacks.answer(interaction, body);
		if (!isTrue(request.query.with_response)) return reply.code(204).send();
		const message = stored?.message;
		return {
			interaction: {
				id: interaction.id,
				type: interaction.type,
				...(message && {
					response_message_id: message.id,
					response_message_loading: hasFlag(message.flags, MessageFlags.Loading),
					response_message_ephemeral: hasFlag(message.flags, MessageFlags.Ephemeral),
				}),
			},
			...(message && { resource: { type: body.payload.type, message } }),
		};
	});

	const webhook = "/webhooks/:application/:token";
	const find = ({ application, token }: WebhookRoute["Params"]) =>
		interactions.forWebhook(application, token);
	api.post<WebhookRoute>(webhook, async (request, reply) => {
		const body = await readBody(request);
		const { application, token } = request.params;
		const opened = webhooks.open(application, token);
		if (opened) {
			const { message } = webhooks.execute(opened, body, request.query.thread_id);
			return isTrue(request.query.wait) ? message : reply.code(204).send();
		}
		return callbacks.followUp(find(request.params), body).message;
	});
	api.get<OwnMessageRoute>(
		`${webhook}/messages/:message`,
		({ params }) => callbacks.own(find(params), params.message).message,
	);
	api.patch<OwnMessageRoute>(`${webhook}/messages/:message`, async (request) => {
		const body = await readBody(request);
		return callbacks.editOwn(find(request.params), request.params.message, body).message;
	});
	api.delete<OwnMessageRoute>(`${webhook}/messages/:message`, ({ params }, reply) => {
		callbacks.deleteOwn(find(params), params.message);
		return reply.code(204).send();
	});
};
