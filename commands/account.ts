import { type ModalSubmitInteraction, PermissionFlagsBits } from "discord.js";
import type { AccountKeys } from "../src/accounts/own-accounts.ts";
import { relativeTime } from "../src/discord/describe-problem.ts";
import { type Translate, textsFor } from "../src/texts/index.ts";
import { askForKeys, fields, ownAccounts, routes, showPanel } from "./account/panel.ts";
import { answerWith, openPanel } from "./panel/press.ts";
import { handleRoutes, type Services, slashCommand } from "./services.ts";

const printable = /^[\x21-\x7e]+$/;

/** @returns what was given, without spaces around it; undefined where it can't be that */
const readKeys = (
	{ fields: given }: ModalSubmitInteraction,
	{ token, userId }: { readonly token: boolean; readonly userId: boolean },
): AccountKeys | undefined => {
	const read = (name: string): string => given.getTextInputValue(name).trim();
	const keys = {
		apiKey: read(fields.key),
		...(token && { topupToken: read(fields.token) }),
		...(userId && { topupUserId: read(fields.user) }),
	};
	return Object.values(keys).every((value) => printable.test(value)) ? keys : undefined;
};

/** Tries what a manager gave, and connects it if it works. @returns what came of it, in a sentence */
const connect = async (
	interaction: ModalSubmitInteraction<"cached">,
	services: Services,
	t: Translate,
): Promise<string> => {
	const own = ownAccounts(services);
	const { guild, guildId, user } = interaction;
	const { credit, shutdown } = services;
	const tooMany = await own.takeTry(guildId, user.id);
	if (tooMany) return t(`account.too_many.${tooMany.whose}`, { when: relativeTime(tooMany.retryAt) });
	const keys = readKeys(interaction, own.takes);
	if (!keys) return t("account.wrong");
	const account = own.accountWith(keys);
	const verdict = await own.trial.try(account, () =>
		credit.balance(shutdown, account).catch(() => undefined),
	);
	if (verdict !== "works") return t(`account.${verdict}`);
	// A try may take half a minute: much may have changed.
	const member = await guild.members.fetch({ user, force: true });
	if (!member.permissions.has(PermissionFlagsBits.ManageGuild)) return t("server.not_manager");
	await own.connect(guildId, user.id, keys);
	return t("account.connected");
};

const answerPress = answerWith(showPanel);

export const account = slashCommand({
	declaration: { name: "account", forManagers: true },

	execute: (interaction, _, services) => openPanel(showPanel, "account", interaction, services),

	routes: handleRoutes(routes, {
		connect: async (interaction, _, services) => {
			await interaction.showModal(askForKeys(services, textsFor(interaction.locale)));
		},
		keys: (interaction, _, services) =>
			answerPress(interaction, services, "account", (t) => connect(interaction, services, t)),
		disconnect: (interaction, _, services) => answerPress(interaction, services, "disconnect"),
		disconnectNow: (interaction, _, services) =>
			answerPress(interaction, services, "account", async (t) => {
				const wasThere = await ownAccounts(services).disconnect(interaction.guildId);
				return t(wasThere ? "account.disconnected" : "account.none");
			}),
		back: (interaction, _, services) => answerPress(interaction, services, "account"),
	}),
});
