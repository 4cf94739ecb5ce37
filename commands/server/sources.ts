import { ComponentType } from "discord-api-types/v10";
import { describeSource } from "../../src/reading/describe-reading.ts";
import type { ReadSource } from "../../src/store/database.ts";
import { labelled, textInput } from "../panel/components.ts";
import { serverList } from "./list.ts";
import { nameOf } from "./name-of.ts";

/** Enough for any list kept by hand. */
const sourcesMax = 50;

/** @returns the id in what was given: an id, or a webhook's address, whose other part is a secret */
const readWebhookId = (given: string): string | undefined =>
	/^(?:https:\/\/\S+\/webhooks\/)?(\d{17,20})(?:\/\S*)?$/.exec(given)?.[1];

export const sources = serverList<ReadSource>({
	page: "who",
	max: sourcesMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).sources,
	change: ({ guildId }, { reading }, edit) => reading.changeSources(guildId, edit),
	keyOf: ({ kind, id }) => `${kind} ${id}`,
	describe: describeSource,
	label: (source, t, guild) => (source.kind === "bot" ? nameOf(guild, source.id) : describeSource(source, t)),
	fields: (t) => [
		labelled(t("sources.bots"), {
			type: ComponentType.UserSelect,
			custom_id: "bots",
			min_values: 0,
			max_values: 25,
			required: false,
		}),
		labelled(t("sources.webhook"), textInput("webhook", { max_length: 200 }), t("sources.webhook.hint")),
	],
	take: async ({ fields, client }, _, t) => {
		const given = fields.getTextInputValue("webhook").trim();
		const webhook = readWebhookId(given);
		if (given !== "" && webhook === undefined) return t("read-bots.no_webhook");
		const bots = [...(fields.getSelectedUsers("bots")?.values() ?? [])];
		if (bots.some(({ id }) => id === client.user.id)) return t("skip.own_message");
		const person = bots.find(({ bot }) => !bot);
		if (person) return t("read-bots.no_bot", { who: `<@${person.id}>` });
		return [
			...bots.map(({ id }) => ({ kind: "bot", id }) as const),
			...(webhook === undefined ? [] : [{ kind: "webhook", id: webhook } as const]),
		];
	},
});
