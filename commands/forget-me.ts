import { type ButtonInteraction, ButtonStyle, MessageFlags } from "discord.js";
import { actionRow, pressable } from "../src/discord/buttons.ts";
import { button, declareRoutes } from "../src/discord/declare-routes.ts";
import { whoOf } from "../src/discord/place.ts";
import { listWords } from "../src/discord/show-text.ts";
import { partyOf, whoseIs } from "../src/shared/party.ts";
import { dayOf } from "../src/shared/utc-day.ts";
import type { Translate } from "../src/texts/index.ts";
import { handleEverywhere, type Services, slashCommand } from "./services.ts";

const routes = declareRoutes("forget-me", { erase: button(), keep: button() });

const erase = async (interaction: ButtonInteraction, services: Services, t: Translate): Promise<void> => {
	const who = whoOf(interaction);
	const { place, userId } = who;
	const today = dayOf(services.now());
	const books = services.books.forget(place, userId);
	const { settings, presets, connected, account, redemptions, days, staysUnread } =
		await services.store.forgetMember({ ...who, today });
	services.accounts?.forget(partyOf(who));
	services.buttons.forget(place, userId);
	const texts = services.recent.forget(place, userId) + books.offered;
	const erased = [
		...(settings ? [t("forget.preferences")] : []),
		...(presets > 0 ? [t("forget.presets", { count: presets })] : []),
		...(texts > 0 ? [t("forget.texts", { count: texts })] : []),
		...(books.ended ? [t("forget.book")] : []),
		...(days > 0 ? [t("forget.days", { count: days })] : []),
		...(connected ? [t("forget.connected")] : []),
		...(account ? [t("forget.account")] : []),
		...(redemptions ? [t("forget.redemptions")] : []),
	];
	const lines = [
		erased.length > 0 ? t("forget.done", { what: listWords(erased, t) }) : t("forget.nothing"),
		...(staysUnread ? [t("forget.unread")] : []),
	];
	await interaction.update({ content: lines.join("\n"), components: [] });
};

export const forgetMe = slashCommand({
	declaration: { name: "forget-me", everywhere: true },

	async execute(interaction, _, { accounts }, t) {
		const owner = partyOf(whoOf(interaction));
		const isTheirs = (await accounts?.describe(owner))?.connectedBy === interaction.user.id;
		await interaction.reply({
			content: [t("forget.ask"), ...(isTheirs ? [t(`forget.ask.account.${whoseIs(owner)}`)] : [])].join("\n"),
			components: [
				actionRow(
					pressable(routes.erase.to(), t("forget.yes"), { style: ButtonStyle.Danger }),
					pressable(routes.keep.to(), t("forget.no")),
				),
			],
			flags: MessageFlags.Ephemeral,
		});
	},

	routes: handleEverywhere(routes, {
		erase: (interaction, _, services, t) => erase(interaction, services, t),
		keep: (interaction, _, __, t) => interaction.update({ content: t("forget.kept"), components: [] }),
	}),
});
