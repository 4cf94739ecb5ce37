import type { FastifyInstance } from "fastify";
import { refuse } from "../checks/api-error.ts";
import { Form } from "../checks/form.ts";
import { isJson } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import type { Parts } from "../parts.ts";
import { webhookFields } from "../world/webhooks.ts";
import { findChannel } from "./find.ts";

interface ChannelRoute {
	Params: { channel: string };
}
interface WebhookRoute {
	Params: { webhook: string };
}
interface TokenRoute {
	Params: { webhook: string; token: string };
}

/** Webhooks of channels. Writing through one is at its own address, beside interactions'. */
export const addWebhookRoutes = (api: FastifyInstance, { world, webhooks }: Parts): void => {
	const of = "/channels/:channel/webhooks";
	const find = (id: string) => {
		const webhook = webhooks.find(id);
		findChannel(world, webhook.channel.id, "ManageWebhooks");
		return webhook;
	};
	api.get<ChannelRoute>(of, ({ params }) =>
		webhooks.in(findChannel(world, params.channel, "ManageWebhooks")).map(webhookFields),
	);
	api.post<ChannelRoute>(of, ({ params, body }) => {
		const channel = findChannel(world, params.channel, "ManageWebhooks");
		const form = new Form();
		const name = isJson(body) ? body.name : undefined;
		form.in("name").text(name, 1, limits.webhookName);
		form.finish();
		return webhookFields(webhooks.create(channel, String(name), world.application));
	});
	api.get<WebhookRoute>("/webhooks/:webhook", ({ params }) => webhookFields(find(params.webhook)));
	api.delete<TokenRoute>("/webhooks/:webhook/:token", ({ params }, reply) => {
		const webhook = webhooks.open(params.webhook, params.token);
		if (!webhook) throw refuse.unknownWebhook();
		webhooks.delete(webhook);
		return reply.code(204).send();
	});
	api.delete<WebhookRoute>("/webhooks/:webhook", ({ params }, reply) => {
		webhooks.delete(find(params.webhook));
		return reply.code(204).send();
	});
};
