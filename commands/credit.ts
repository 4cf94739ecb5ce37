import { MessageFlags } from "discord.js";
import { ApplicationCommandOptionType, PermissionFlagsBits } from "discord-api-types/v10";
import type { SlashData } from "../src/discord/command.ts";
import { noMentions, respondPrivately } from "../src/discord/respond.ts";
import { type Translate, textsFor } from "../src/discord/texts/index.ts";
import type { JournalEntry } from "../src/store/redemptions.ts";
import { formatUnits, priceSpeech } from "../src/wire/prices.ts";
import { describeBalance } from "./describe-redemption.ts";
import { slashCommand } from "./services.ts";
import { inServers } from "./where.ts";

const { Subcommand } = ApplicationCommandOptionType;

/** What fits into one answer. */
const entriesShown = 15;

const data = {
	name: "credit",
	name_localizations: { de: "guthaben" },
	description: "What speech costs here, and who redeemed what",
	description_localizations: { de: "Was das Sprechen hier kostet und wer was eingelöst hat" },
	...inServers,
	default_member_permissions: String(PermissionFlagsBits.ManageGuild),
	options: [
		{
			name: "show",
			name_localizations: { de: "zeigen" },
			description: "The balance where it is known, and this server's speech this month",
			description_localizations: {
				de: "Das Guthaben, falls bekannt, und was auf diesem Server in diesem Monat gesprochen wurde",
			},
			type: Subcommand,
		},
		{
			name: "history",
			name_localizations: { de: "verlauf" },
			description: "Who redeemed when, how much, and what came of it",
			description_localizations: { de: "Wer wann wie viel eingelöst hat, und was daraus wurde" },
			type: Subcommand,
		},
	],
} as const satisfies SlashData;

const describeEntry = (
	{ userId, sentAt, outcome, units }: JournalEntry,
	t: Translate,
	locale: string,
): string =>
	t("credit.entry", {
		when: `<t:${Math.floor(sentAt / 1_000)}:f>`,
		who: userId === null ? t("credit.someone") : `<@${userId}>`,
		outcome: t(`credit.outcome.${outcome}`),
		amount: units === null ? "" : ` (${formatUnits(units, locale).units})`,
	});

export const credit = slashCommand({
	data,

	async execute(interaction, { subcommand }, services) {
		const { guildId, locale, memberPermissions } = interaction;
		const t = textsFor(locale);
		if (!memberPermissions.has(PermissionFlagsBits.ManageGuild))
			return respondPrivately(interaction, t("server.not_manager"));
		if (subcommand === "history") {
			const entries = services.redemptions.list(guildId, entriesShown);
			const lines = entries.map((entry) => describeEntry(entry, t, locale));
			return respondPrivately(interaction, lines.length > 0 ? lines.join("\n") : t("credit.nobody"));
		}
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		const balance = await services.credit.balance(services.shutdown).catch(() => undefined);
		const month = services.months.read(guildId);
		const cost = formatUnits(priceSpeech(month.promptTokens, month.audioTokens), locale);
		const number = (value: number) => value.toLocaleString(locale);
		const content = [
			describeBalance(balance, t, locale) ?? t("balance.unknown"),
			t("credit.month", {
				texts: number(month.texts),
				seconds: number(Math.round(month.madeMs / 1_000)),
				prompt: number(month.promptTokens),
				audio: number(month.audioTokens),
				cached: number(month.cachedLines),
				lines: number(month.lines),
				units: cost.units,
				usd: cost.usd,
			}),
		].join("\n");
		await interaction.editReply({ content, allowedMentions: noMentions });
	},
});
