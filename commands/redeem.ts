import {
	ActionRowBuilder,
	ButtonBuilder,
	ButtonStyle,
	LabelBuilder,
	MessageFlags,
	ModalBuilder,
	type RepliableInteraction,
	TextInputBuilder,
	TextInputStyle,
} from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { codeMaxCharacters } from "../src/credit/credit.ts";
import { describeRedemption } from "../src/credit/describe-redemption.ts";
import { noMentions } from "../src/discord/respond.ts";
import { redeemRoutes, sayRoutes } from "../src/discord/routes.ts";
import { textsFor } from "../src/discord/texts/index.ts";
import { handleRoutes, type Services, slashCommand } from "./services.ts";

/** Redeems a code and answers privately. `again` is the id of the text that failed for lack of credit. */
const redeemCode = async (
	interaction: RepliableInteraction<"cached">,
	code: string,
	again: string,
	{ credit, say, shutdown }: Services,
): Promise<void> => {
	const { guildId, user, locale } = interaction;
	const t = textsFor(locale);
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const redemption = await credit.redeem({ code, guildId, userId: user.id, signal: shutdown });
	const redeemed = redemption.kind === "redeemed";
	if (redeemed) say.resume();
	const balance = redeemed ? await credit.balance(shutdown).catch(() => undefined) : undefined;
	const button = new ButtonBuilder()
		.setCustomId(sayRoutes.again.to({ answer: again }))
		.setLabel(t("redeem.again"))
		.setStyle(ButtonStyle.Primary);
	await interaction.editReply({
		content: describeRedemption(redemption, balance, t, locale),
		components: redeemed && again !== "" ? [new ActionRowBuilder<ButtonBuilder>().addComponents(button)] : [],
		allowedMentions: noMentions,
	});
};

export const redeem = slashCommand({
	declaration: {
		name: "redeem",
		options: {
			code: { type: ApplicationCommandOptionType.String, required: true, max_length: codeMaxCharacters },
		},
	},

	execute: (interaction, { code }, services) => redeemCode(interaction, code, "", services),

	routes: handleRoutes(redeemRoutes, {
		open: async (interaction, { answer }) => {
			const t = textsFor(interaction.locale);
			const input = new TextInputBuilder()
				.setCustomId("code")
				.setStyle(TextInputStyle.Short)
				.setMaxLength(codeMaxCharacters)
				.setRequired(true);
			const label = new LabelBuilder()
				.setLabel(t("redeem.modal.code"))
				.setDescription(t("redeem.modal.whose"))
				.setTextInputComponent(input);
			await interaction.showModal(
				new ModalBuilder()
					.setCustomId(redeemRoutes.code.to({ answer }))
					.setTitle(t("redeem.modal.title"))
					.addLabelComponents(label),
			);
		},
		code: (interaction, { answer }, services) =>
			redeemCode(interaction, interaction.fields.getTextInputValue("code"), answer, services),
	}),
});
