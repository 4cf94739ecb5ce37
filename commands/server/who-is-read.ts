import type { Guild } from "discord.js";
import { ComponentType } from "discord-api-types/v10";
import { choicesMax } from "../../src/discord/limits.ts";
import { describeIgnored, describeSource } from "../../src/reading/describe-reading.ts";
import { defaultPrefix } from "../../src/reading/skip-reasons.ts";
import { prefixMax } from "../../src/settings/settings.ts";
import type { IgnoreRule, ReadSource } from "../../src/store/database.ts";
import { labelled, textInput } from "../panel/components.ts";
import { serverList } from "./list.ts";

/** @returns the name of a member or role, if it is cached; else the id */
const nameOf = ({ members, roles }: Guild, id: string): string =>
	members.cache.get(id)?.displayName ?? roles.cache.get(id)?.name ?? id;

/** How many members or roles can be chosen: none, or as many as a menu allows. */
const anyNumber = { min_values: 0, max_values: choicesMax, required: false };

/** The most rules of a list: enough for any list kept by hand. */
const ignoresMax = 200;

export const ignores = serverList<IgnoreRule>({
	page: "filter",
	max: ignoresMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).ignores,
	change: ({ guildId }, { reading }, edit) => reading.changeIgnores(guildId, edit),
	keyOf: ({ kind, value }) => `${kind} ${value}`,
	describe: describeIgnored,
	label: ({ kind, value }, t, guild) =>
		kind === "prefix" ? t("reading.prefix", { prefix: value }) : nameOf(guild, value),
	fields: (t) => [
		labelled(t("ignore.who"), { type: ComponentType.MentionableSelect, custom_id: "who", ...anyNumber }),
		labelled(t("ignore.prefix"), textInput("prefix", { max_length: prefixMax })),
	],
	take: async ({ fields, guildId }, _, t) => {
		const { roles, users } = fields.getSelectedMentionables("who") ?? {};
		const prefix = fields.getTextInputValue("prefix").trim();
		// The id of @everyone is the guild's.
		if (roles?.has(guildId)) return t("ignore.everyone");
		const rules: IgnoreRule[] = [
			...[...(users?.keys() ?? [])].map((value) => ({ kind: "user", value }) as const),
			...[...(roles?.keys() ?? [])].map((value) => ({ kind: "role", value }) as const),
			...(prefix ? [{ kind: "prefix", value: prefix } as const] : []),
		];
		return rules;
	},
	note: (entries, t) =>
		entries.some(({ kind }) => kind === "prefix")
			? undefined
			: t("ignore.default_prefix", { prefix: defaultPrefix }),
});

/** The most bots and webhooks of a list: enough for any list kept by hand. */
const sourcesMax = 50;

/** @returns the id in what was typed: an id alone, or a webhook's URL, whose token must not be kept */
const readWebhookId = (given: string): string | undefined =>
	/^(?:https:\/\/\S+\/webhooks\/)?(\d{17,20})(?:\/\S*)?$/.exec(given)?.[1];

export const sources = serverList<ReadSource>({
	page: "bots",
	max: sourcesMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).sources,
	change: ({ guildId }, { reading }, edit) => reading.changeSources(guildId, edit),
	keyOf: ({ kind, id }) => `${kind} ${id}`,
	describe: describeSource,
	label: (source, t, guild) => (source.kind === "bot" ? nameOf(guild, source.id) : describeSource(source, t)),
	fields: (t) => [
		labelled(t("sources.bots"), { type: ComponentType.UserSelect, custom_id: "bots", ...anyNumber }),
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
