import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { respondPrivately } from "../../src/discord/respond.ts";
import { describeSource } from "../../src/reading/describe-reading.ts";
import type { ReadSource } from "../../src/store/reading-settings.ts";
import { textsFor } from "../../src/texts/index.ts";
import { subcommand } from "../services.ts";
import { action, editReadingList } from "./edit-reading-list.ts";

/** Enough for any list kept by hand. */
const sourcesMax = 50;

/** @returns the id in what was given: an id, or a webhook's address, whose other part is a secret */
const readWebhookId = (given: string): string | undefined =>
	/^(?:https:\/\/\S+\/webhooks\/)?(\d{17,20})(?:\/\S*)?$/.exec(given.trim())?.[1];

export const readBots = subcommand({
	options: {
		action,
		who: { type: ApplicationCommandOptionType.User },
		"webhook-id": { type: ApplicationCommandOptionType.String, max_length: 200 },
	},

	async execute(interaction, { action: what, who, "webhook-id": webhook }, { store: { reading } }) {
		const { guildId, locale, client } = interaction;
		const t = textsFor(locale);
		const tell = (sentence: string) => respondPrivately(interaction, sentence);
		const webhookId = webhook === undefined ? undefined : readWebhookId(webhook);
		if (what !== "list") {
			if (webhook !== undefined && webhookId === undefined) return tell(t("read-bots.no_webhook"));
			if (!who && webhookId === undefined) return tell(t("read-bots.needed"));
			if (what === "add" && who?.id === client.user.id) return tell(t("read-bots.herald"));
			if (what === "add" && who && !who.bot) return tell(t("read-bots.no_bot", { who: `<@${who.id}>` }));
		}
		const given: ReadSource[] = [
			...(who ? [{ kind: "bot", id: who.id } as const] : []),
			...(webhookId === undefined ? [] : [{ kind: "webhook", id: webhookId } as const]),
		];
		await editReadingList<ReadSource>(interaction, what, given, {
			name: "read-bots",
			change: reading.changeSources,
			max: sourcesMax,
			keyOf: ({ kind, id }) => `${kind} ${id}`,
			read: async () => (await reading.read(guildId)).sources,
			describe: (source) => describeSource(source, t),
		});
	},
});
