import type { RepliableInteraction } from "discord.js";
import { type APIComponentInContainer, ButtonStyle } from "discord-api-types/v10";
import type { ConnectedAccount, OwnAccounts } from "../../src/accounts/own-accounts.ts";
import { button, declareRoutes, modal } from "../../src/discord/declare-routes.ts";
import { relativeTime } from "../../src/discord/describe-problem.ts";
import { type Translate, textsFor } from "../../src/texts/index.ts";
import { actionRow, labelled, modalWith, pressable, textDisplay, textInput } from "../panel/components.ts";
import { stale } from "../panel/press.ts";
import type { Services } from "../services.ts";

export const routes = declareRoutes("account", {
	connect: button(),
	keys: modal(),
	disconnect: button(),
	disconnectNow: button(),
	back: button(),
});

/** What the panel shows: what pays now, or whether to disconnect. */
export type View = "account" | "disconnect";

/** The fields of the modal. */
export const fields = { key: "key", token: "token", user: "user" } as const;

/** Longer than any key or token of any service of the family. */
const keyMax = 300;

/** @throws Problem where servers can't have accounts: the command is an earlier start's */
export const ownAccounts = ({ accounts }: Services): OwnAccounts => {
	if (!accounts) throw stale("help");
	return accounts;
};

/** @returns who connected an account, where that is known, and when */
export const describeConnector = (
	connected: ConnectedAccount | undefined,
	t: Translate,
): string | undefined =>
	connected?.connectedBy
		? t("account.connected_by", {
				who: `<@${connected.connectedBy}>`,
				when: relativeTime(connected.connectedAt),
			})
		: undefined;

const showAccount = async (
	{ guildId }: { readonly guildId: string },
	services: Services,
	t: Translate,
): Promise<APIComponentInContainer[]> => {
	const own = ownAccounts(services);
	const connected = await own.describe(guildId);
	const now = [
		t(connected ? "account.own" : "account.operators"),
		...[describeConnector(connected, t) ?? []].flat(),
	].join(" ");
	const { trouble } = connected ?? {};
	const costsWord = await own.trial.costsAWord();
	return [
		textDisplay([now, ...(trouble ? [t(`account.trouble.${trouble}`)] : [])].join("\n")),
		textDisplay(
			[`-# ${t("account.effect")}`, ...(costsWord ? [`-# ${t("account.costs_word")}`] : [])].join("\n"),
		),
		actionRow(
			pressable(routes.connect.to(), t(connected ? "account.reconnect" : "account.connect"), {
				style: connected ? ButtonStyle.Secondary : ButtonStyle.Primary,
			}),
			...(connected
				? [pressable(routes.disconnect.to(), t("account.disconnect"), { style: ButtonStyle.Danger })]
				: []),
		),
	];
};

const askToDisconnect = (t: Translate): APIComponentInContainer[] => [
	textDisplay(t("account.disconnect.ask")),
	actionRow(
		pressable(routes.disconnectNow.to(), t("account.disconnect.yes"), { style: ButtonStyle.Danger }),
		pressable(routes.back.to(), t("panel.back")),
	),
];

/** @returns the panel with a view of it; @param notice - what is said first */
export const showPanel = async (
	view: View,
	interaction: RepliableInteraction<"cached">,
	services: Services,
	notice?: string,
): Promise<APIComponentInContainer[]> => {
	const t = textsFor(interaction.locale);
	return [
		...(notice ? [textDisplay(notice)] : []),
		...(view === "disconnect" ? askToDisconnect(t) : await showAccount(interaction, services, t)),
	];
};

/** @returns the modal that asks for what the service needs of an account */
export const askForKeys = (services: Services, t: Translate) => {
	const { token, userId } = ownAccounts(services).takes;
	const required = { max_length: keyMax, required: true };
	return modalWith(routes.keys.to(), t("account.connect"), [
		labelled(t("account.key"), textInput(fields.key, required), t("account.key.hint")),
		...(token
			? [labelled(t("account.token"), textInput(fields.token, required), t("account.token.hint"))]
			: []),
		...(userId
			? [labelled(t("account.user"), textInput(fields.user, required), t("account.user.hint"))]
			: []),
	]);
};
