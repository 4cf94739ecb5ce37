import type { ModalSubmitInteraction, RepliableInteraction } from "discord.js";
import { type APIComponentInContainer, ButtonStyle } from "discord-api-types/v10";
import type { ConnectedAccount, OwnAccounts } from "../../src/accounts/own-accounts.ts";
import { describeBalance } from "../../src/credit/describe-redemption.ts";
import { button, declareRoutes, modal } from "../../src/discord/declare-routes.ts";
import { relativeTime } from "../../src/discord/describe-problem.ts";
import { managesNow, textsOf } from "../../src/discord/place.ts";
import { ofGuild, ofMember, type Party } from "../../src/shared/party.ts";
import type { Translate } from "../../src/texts/index.ts";
import { actionRow, labelled, modalWith, pressable, textDisplay, textInput } from "../panel/components.ts";
import { type ShowPanel, stale } from "../panel/press.ts";
import type { Services } from "../services.ts";

const routes = {
	connect: button(),
	keys: modal(),
	disconnect: button(),
	disconnectNow: button(),
	back: button(),
};

export const panels = {
	server: {
		whose: "server",
		routes: declareRoutes("account", routes),
		partyOf: ({ guildId }: RepliableInteraction): Party => ofGuild(guildId ?? ""),
		mayKeep: (interaction: ModalSubmitInteraction): Promise<boolean> => managesNow(interaction),
	},
	member: {
		whose: "member",
		routes: declareRoutes("my-account", routes),
		partyOf: ({ user }: RepliableInteraction): Party => ofMember(user.id),
		mayKeep: async (): Promise<boolean> => true,
	},
} as const;
export type Panel = (typeof panels)[keyof typeof panels];

/** A panel's view: the account that pays now, or the question whether to disconnect it. */
type AccountView = "account" | "disconnect";

export const fields = { key: "key", token: "token", user: "user" } as const;

/** The most characters of a key or token: more than the supported services give out. */
const keyMax = 300;

/** @throws Problem if the party may no longer connect an account; a panel from before a restart may still offer it */
export const ownAccounts = ({ accounts }: Services, party: Party): OwnAccounts => {
	if (!accounts?.isAllowed(party)) throw stale("help");
	return accounts;
};

/** @returns who connected an account and when; undefined if no account is connected, or its connector is unknown */
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

const findBalance = (party: Party, { accountOf, credit, shutdown }: Services) =>
	accountOf(party)
		.then((account) => credit.balances.read(shutdown, account))
		.catch(() => undefined);

const showButtons = async (
	{ routes, whose }: Panel,
	connected: ConnectedAccount | undefined,
	own: OwnAccounts,
	t: Translate,
): Promise<APIComponentInContainer[]> => {
	const costsWord = await own.trial.costsAWord();
	return [
		textDisplay(
			[`-# ${t(`account.effect.${whose}`)}`, ...(costsWord ? [`-# ${t("account.costs_word")}`] : [])].join(
				"\n",
			),
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

const showAccount = async (
	panel: Panel,
	party: Party,
	{ locale }: RepliableInteraction,
	services: Services,
	t: Translate,
): Promise<APIComponentInContainer[]> => {
	const { accounts } = services;
	const connected = await accounts?.describe(party);
	const { whose } = panel;
	const now = [
		t(`account.pays.${whose}`, { payer: connected ? "own" : "operators" }),
		...[describeConnector(connected, t) ?? []].flat(),
	].join(" ");
	const { trouble } = connected ?? {};
	// Only a member's balance is shown here: `/credit` shows a server's.
	const balance = whose === "member" && describeBalance(await findBalance(party, services), t, locale);
	return [
		textDisplay(
			[now, ...(balance ? [balance] : []), ...(trouble ? [t(`account.trouble.${trouble}`)] : [])].join("\n"),
		),
		...(accounts?.isAllowed(party) ? await showButtons(panel, connected, accounts, t) : []),
	];
};

const askToDisconnect = ({ routes }: Panel, t: Translate): APIComponentInContainer[] => [
	textDisplay(t("account.disconnect.ask")),
	actionRow(
		pressable(routes.disconnectNow.to(), t("account.disconnect"), { style: ButtonStyle.Danger }),
		pressable(routes.back.to(), t("panel.back")),
	),
];

export const showPanel =
	(panel: Panel): ShowPanel<AccountView> =>
	async (view, interaction, services, notice) => {
		const t = textsOf(interaction);
		const party = panel.partyOf(interaction);
		return [
			...(notice ? [textDisplay(notice)] : []),
			...(view === "disconnect"
				? askToDisconnect(panel, t)
				: await showAccount(panel, party, interaction, services, t)),
		];
	};

export const askForKeys = ({ routes }: Panel, { takes }: OwnAccounts, t: Translate) => {
	const { token, userId } = takes;
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
