import { ComponentType } from "discord-api-types/v10";
import { defaultPrefix } from "../../src/reading/decide.ts";
import { describeIgnored, prefixMax } from "../../src/reading/describe-reading.ts";
import type { IgnoreRule } from "../../src/store/database.ts";
import { labelled, textInput } from "../panel/components.ts";
import { serverList } from "./list.ts";
import { nameOf } from "./name-of.ts";

/** Enough for any list kept by hand. */
const ignoresMax = 200;

export const ignores = serverList<IgnoreRule>({
	page: "who",
	max: ignoresMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).ignores,
	change: ({ guildId }, { reading }, edit) => reading.changeIgnores(guildId, edit),
	keyOf: ({ kind, value }) => `${kind} ${value}`,
	describe: describeIgnored,
	label: ({ kind, value }, t, guild) =>
		kind === "prefix" ? t("reading.prefix", { prefix: value }) : nameOf(guild, value),
	fields: (t) => [
		labelled(t("ignore.who"), {
			type: ComponentType.MentionableSelect,
			custom_id: "who",
			min_values: 0,
			max_values: 25,
			required: false,
		}),
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
