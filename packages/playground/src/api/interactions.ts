import { MessageFlags } from "discord-api-types/v10";
import { hasFlag } from "../checks/message-body.ts";
import type { Parts } from "../parts.ts";
import { isTrue } from "./query.ts";
import type { Api } from "./routes.ts";

/** Answers to interactions: the callback, and the webhook that their token opens; channels' webhooks are called alike. */
export const addInteractionRoutes = (api: Api, { interactions, callbacks, webhooks }: Parts): void => {
	api.post("/interactions/:id/:token/callback", async ({ params, query, read }) => {
		const body = await read();
		const interaction = interactions.forCallback(params.id, params.token);
		const stored = callbacks.answer(interaction, body);
		if (!isTrue(query.with_response)) return undefined;
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
	const find = ({ application, token }: { application: string; token: string }) =>
		interactions.forWebhook(application, token);
	api.post(webhook, async ({ params, query, read }) => {
		const body = await read();
		const { application, token } = params;
		const opened = webhooks.open(application, token);
		if (opened) {
			const { message } = webhooks.execute(opened, body, query.thread_id);
			return isTrue(query.wait) ? message : undefined;
		}
		return callbacks.followUp(find(params), body).message;
	});
	api.get(
		`${webhook}/messages/:message`,
		({ params }) => callbacks.own(find(params), params.message).message,
	);
	api.patch(`${webhook}/messages/:message`, async ({ params, read }) => {
		const body = await read();
		return callbacks.editOwn(find(params), params.message, body).message;
	});
	api.delete(`${webhook}/messages/:message`, ({ params }) => {
		callbacks.deleteOwn(find(params), params.message);
	});
};
