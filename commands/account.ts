import { MessageFlags } from "discord.js";
import { textsFor } from "../src/texts/index.ts";
import { connect } from "./account/connect.ts";
import { askForKeys, ownAccounts, routes, showPanel } from "./account/panel.ts";
import { answerWith, asMessage } from "./panel/press.ts";
import { handleRoutes, slashCommand } from "./services.ts";

const answerPress = answerWith(showPanel);

export const account = slashCommand({
	declaration: { name: "account", forManagers: true },

	async execute(interaction, _, services) {
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		await interaction.editReply(asMessage(await showPanel("account", interaction, services)));
	},

	routes: handleRoutes(routes, {
		connect: async (interaction, _, services) => {
			await interaction.showModal(askForKeys(services, textsFor(interaction.locale)));
		},
		keys: (interaction, _, services) =>
			answerPress(interaction, services, "account", async (t) => ({
				said: await connect(interaction, services, t),
			})),
		disconnect: (interaction, _, services) => answerPress(interaction, services, "disconnect"),
		disconnectNow: (interaction, _, services) =>
			answerPress(interaction, services, "account", async (t) => {
				const wasThere = await ownAccounts(services).disconnect(interaction.guildId);
				return { said: t(wasThere ? "account.disconnected" : "account.none") };
			}),
		back: (interaction, _, services) => answerPress(interaction, services, "account"),
	}),
});
