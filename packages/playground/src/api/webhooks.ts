import { MessageFlags } from "discord-api-types/v10";
import { orThrow, refuse } from "../checks/form.ts";
import { hasFlag } from "../checks/message-body.ts";
import type { Parts } from "../parts.ts";
import { webhookFields } from "../world/webhooks.ts";
import { type Api, findChannel, isTrue } from "./routes.ts";

/**
 * Webhooks of channels: listing, making and deleting them. `addInteractionRoutes` sends messages through them, because
 * interactions use the same addresses.
 */
export const addWebhookRoutes = (api: Api, { world, webhooks }: Parts): void => {
	const of = "/channels/:channel/webhooks";
	const find = (id: string) => {
		const webhook = webhooks.find(id);
		findChannel(world, webhook.channel.id, "ManageWebhooks");
		return webhook;
	};
	api.get(of, ({ params }) =>
		webhooks.in(findChannel(world, params.channel, "ManageWebhooks")).map(webhookFields),
	);
	api.post(of, ({ params, json }) => {
		const channel = findChannel(world, params.channel, "ManageWebhooks");
		return webhookFields(webhooks.create(channel, String(json.name), world.application));
	});
	api.get("/webhooks/:webhook", ({ params }) => webhookFields(find(params.webhook)));
	api.delete("/webhooks/:webhook/:token", ({ params }) => {
		webhooks.delete(orThrow(webhooks.open(params.webhook, params.token), refuse.unknownWebhook));
	});
	api.delete("/webhooks/:webhook", ({ params }) => webhooks.delete(find(params.webhook)));
};

/** Answers to interactions: the callback, and the webhook of their token. Channels' webhooks share these addresses. */
export const addInteractionRoutes = (api: Api, { interactions, callbacks, webhooks }: Parts): void => {
	api.post("/interactions/:id/:token/callback", ({ params, query, message: body }) => {
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
	api.post(webhook, ({ params, query, message: body }) => {
		const { application, token } = params;
		const opened = webhooks.open(application, token);
		if (opened) {
			const { message } = webhooks.execute(opened, body, query.thread_id);
			return isTrue(query.wait) ? message : undefined;
		}
		return callbacks.followUp(find(params), body).message;
	});
	const own = `${webhook}/messages/:message` as const;
	api.get(own, ({ params }) => callbacks.own(find(params), params.message).message);
	api.patch(own, ({ params, message }) => callbacks.editOwn(find(params), params.message, message).message);
	api.delete(own, ({ params }) => callbacks.deleteOwn(find(params), params.message));
};
