import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { respondPrivately } from "../../src/discord/respond.ts";
import { defaultPrefix, listPrefixes } from "../../src/reading/decide.ts";
import { describeIgnored, prefixMax } from "../../src/reading/describe-reading.ts";
import type { IgnoreRule } from "../../src/store/reading-settings.ts";
import { textsFor } from "../../src/texts/index.ts";
import { subcommand } from "../services.ts";
import { action, editReadingList } from "./edit-reading-list.ts";

/** Enough for any list kept by hand. */
const ignoresMax = 200;

export const ignore = subcommand({
	options: {
		action,
		who: { type: ApplicationCommandOptionType.Mentionable },
		prefix: { type: ApplicationCommandOptionType.String, max_length: prefixMax },
	},

	async execute(interaction, { action: what, who, prefix }, services) {
		const { reading } = services.store;
		const { guildId, locale } = interaction;
		const t = textsFor(locale);
		const tell = (sentence: string) => respondPrivately(interaction, sentence);
		const isRole = who !== undefined && interaction.options.resolved?.roles?.has(who.id) === true;
		const beginning = prefix?.trim();
		const given: IgnoreRule[] = [
			...(who ? [{ kind: isRole ? "role" : "user", value: who.id } as const] : []),
			...(beginning ? [{ kind: "prefix", value: beginning } as const] : []),
		];
		if (what !== "list") {
			if (given.length === 0) return tell(t("ignore.needed"));
			// The id of @everyone is the guild's.
			if (what === "add" && who?.id === guildId) return tell(t("ignore.everyone"));
		}
		const { ignores } = await reading.read(guildId);
		const prefixes = listPrefixes(ignores);
		const isDefault = !ignores.some(({ kind }) => kind === "prefix");
		if (what === "remove" && isDefault && beginning === defaultPrefix && !who)
			return tell(t("ignore.default_prefix", { prefix: defaultPrefix }));
		await editReadingList<IgnoreRule>(interaction, what, given, {
			name: "ignore",
			change: reading.changeIgnores,
			max: ignoresMax,
			keyOf: ({ kind, value }) => `${kind} ${value}`,
			read: async () => [
				...ignores.filter(({ kind }) => kind !== "prefix"),
				...prefixes.map((value) => ({ kind: "prefix", value }) as const),
			],
			describe: (rule) => describeIgnored(rule, t),
			notes:
				what === "add" && isDefault && beginning && beginning !== defaultPrefix
					? [t("ignore.replaced", { prefix: defaultPrefix })]
					: [],
		});
		await services.reader.applySettings(interaction.guild);
	},
});
