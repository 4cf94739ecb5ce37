import { type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { respondPrivately } from "../../src/discord/respond.ts";
import type { GuildSettings } from "../../src/settings/settings.ts";
import { textsFor } from "../../src/texts/index.ts";
import type { Services } from "../services.ts";
import { describeServer } from "./describe-server.ts";

/** Applies the changes, if any, and shows the resulting settings. */
export const changeServer = async (
	interaction: ChatInputCommandInteraction<"cached">,
	change: Partial<GuildSettings>,
	services: Services,
): Promise<void> => {
	const t = textsFor(interaction.locale);
	if (Object.keys(change).length === 0) return respondPrivately(interaction, t("server.nothing"));
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	await services.store.settings.changeGuild(interaction.guildId, change);
	const settings = await describeServer(interaction.guildId, services, t);
	await respondPrivately(interaction, `${t("server.changed")}\n${settings}`);
};
