import { refuse } from "../checks/api-error.ts";
import { checkField } from "../checks/form.ts";
import { limits } from "../checks/limits.ts";
import type { Parts } from "../parts.ts";
import { webhookFields } from "../world/webhooks.ts";
import { findChannel } from "./find.ts";
import type { Api } from "./routes.ts";

/** Webhooks of channels. Writing through one is at its own address, beside interactions'. */
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
		checkField("name", (field) => field.text(json.name, 1, limits.webhookName));
		return webhookFields(webhooks.create(channel, String(json.name), world.application));
	});
	api.get("/webhooks/:webhook", ({ params }) => webhookFields(find(params.webhook)));
	api.delete("/webhooks/:webhook/:token", ({ params }) => {
		const webhook = webhooks.open(params.webhook, params.token);
		if (!webhook) throw refuse.unknownWebhook();
		webhooks.delete(webhook);
	});
	api.delete("/webhooks/:webhook", ({ params }) => {
		webhooks.delete(find(params.webhook));
	});
};
