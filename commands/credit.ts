import { formatUnits } from "@herald/common/wire/prices.ts";
import { describeBalance } from "../src/credit/describe-redemption.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { acknowledge } from "../src/say/answers/pending-answers.ts";
import { ofGuild } from "../src/shared/party.ts";
import type { JournalEntry } from "../src/store/redemptions.ts";
import { slashCommand } from "./services.ts";

const entriesShown = 15;

/** @returns the key of the text for a code's outcome. For three reasons of a refusal, the text says the reason */
const outcomeText = ({ outcome, reason }: Pick<JournalEntry, "outcome" | "reason">) => {
	const isSaid = reason === "used" || reason === "unknown_code" || reason === "expired";
	return outcome === "refused" && isSaid
		? (`credit.outcome.refused.${reason}` as const)
		: (`credit.outcome.${outcome}` as const);
};

export const credit = slashCommand({
	declaration: { name: "credit", forManagers: true, subcommands: { show: {}, history: {} } },

	execute: {
		async show(interaction, _, services, t) {
			const { guildId, locale } = interaction;
			await acknowledge(interaction, services, { isPrivate: true });
			const party = ofGuild(guildId);
			const account = await services.accounts?.of(party);
			const balance = await services.credit.balances.read(services.shutdown, account).catch(() => undefined);
			const month = await services.store.speechMonths.read(party);
			const { prompt, audio } = services.prices;
			const usd = (month.promptTokens * prompt + month.audioTokens * audio) / 1_000_000;
			const content = [
				describeBalance(balance, t, locale) ?? t("balance.unknown"),
				t("credit.month", {
					texts: month.texts,
					seconds: Math.round(month.madeMs / 1_000),
					usd: usd.toLocaleString(locale, { style: "currency", currency: "USD" }),
				}),
			].join("\n");
			await interaction.editReply({ content });
		},
		async history(interaction, _, { credit, accounts }, t) {
			const { guildId, locale } = interaction;
			const party = ofGuild(guildId);
			const entries = await credit.list(party, entriesShown, await accounts?.of(party));
			const lines = entries.map(({ userId, sentAt, units, ...how }) => {
				const who = userId === null ? t("reading.someone") : `<@${userId}>`;
				const amount = units === null ? "" : ` (${formatUnits(units, locale).units})`;
				return `<t:${Math.floor(sentAt / 1_000)}:f> · ${who} · ${t(outcomeText(how))}${amount}`;
			});
			return respondPrivately(interaction, lines.length > 0 ? lines.join("\n") : t("credit.nobody"));
		},
	},
});
