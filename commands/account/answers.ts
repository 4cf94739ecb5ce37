import type { ButtonInteraction, ChatInputCommandInteraction, ModalSubmitInteraction } from "discord.js";
import type { AccountKeys, OwnAccounts } from "../../src/accounts/own-accounts.ts";
import { relativeTime } from "../../src/discord/describe-problem.ts";
import { textsOf } from "../../src/discord/place.ts";
import type { Translate } from "../../src/texts/index.ts";
import { answerWith, openPanel } from "../panel/press.ts";
import type { Services } from "../services.ts";
import { askForKeys, fields, ownAccounts, type Panel, showPanel } from "./panel.ts";

const printable = /^[\x21-\x7e]+$/;

/** @returns the trimmed keys; undefined if one contains anything but printable ASCII */
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

/** @returns the outcome as a sentence */
const connect = async (
	panel: Panel,
	interaction: ModalSubmitInteraction,
	own: OwnAccounts,
	{ credit, shutdown }: Services,
	t: Translate,
): Promise<string> => {
	const { user } = interaction;
	const party = panel.partyOf(interaction);
	const tooMany = await own.takeTry(party, user.id);
	if (tooMany) return t(`account.too_many.${tooMany.whose}`, { when: relativeTime(tooMany.retryAt) });
	const keys = readKeys(interaction, own.takes);
	if (!keys) return t("account.wrong");
	const account = own.accountWith(keys);
	const verdict = await own.trial.try(account, () =>
		credit.balances.read(shutdown, account).catch(() => undefined),
	);
	if (verdict !== "works" && verdict !== "works_empty") return t(`account.${verdict}`);
	// Trying the account may take half a minute, in which the member may lose the permission.
	if (!(await panel.mayKeep(interaction))) return t("server.not_manager");
	await own.connect(party, user.id, keys);
	return t(verdict === "works" ? "account.connected" : "account.connected_empty");
};

export const answersOf = (panel: Panel) => {
	const show = showPanel(panel);
	const answerPress = answerWith(show);
	return {
		open: (interaction: ChatInputCommandInteraction, _: unknown, services: Services) =>
			openPanel(show, "account", interaction, services),
		presses: {
			connect: async (interaction: ButtonInteraction, _: unknown, services: Services) => {
				const own = ownAccounts(services, panel.partyOf(interaction));
				await interaction.showModal(askForKeys(panel, own, textsOf(interaction)));
			},
			keys: (interaction: ModalSubmitInteraction, _: unknown, services: Services) =>
				answerPress(interaction, services, "account", async (t) => {
					const own = ownAccounts(services, panel.partyOf(interaction));
					return connect(panel, interaction, own, services, t);
				}),
			disconnect: (interaction: ButtonInteraction, _: unknown, services: Services) =>
				answerPress(interaction, services, "disconnect"),
			disconnectNow: (interaction: ButtonInteraction, _: unknown, services: Services) =>
				answerPress(interaction, services, "account", async (t) => {
					const party = panel.partyOf(interaction);
					const wasThere = await ownAccounts(services, party).disconnect(party);
					return t(wasThere ? "account.disconnected" : "account.none");
				}),
			back: (interaction: ButtonInteraction, _: unknown, services: Services) =>
				answerPress(interaction, services, "account"),
		},
	};
};
