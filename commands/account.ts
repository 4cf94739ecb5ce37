import type { CacheType, ModalSubmitInteraction, RepliableInteraction } from "discord.js";
import { type APIComponentInContainer, ButtonStyle } from "discord-api-types/v10";
import type { ConnectedAccount, OwnAccounts } from "../src/accounts/own-accounts.ts";
import { describeBalance } from "../src/credit/describe-redemption.ts";
import { actionRow, pressable } from "../src/discord/buttons.ts";
import { button, declareRoutes, modal, type RouteHandlers } from "../src/discord/declare-routes.ts";
import { relativeTime } from "../src/discord/describe-problem.ts";
import { managesNow, textsOf } from "../src/discord/place.ts";
import { ofGuild, ofMember, type Party } from "../src/shared/party.ts";
import type { Translate } from "../src/texts/index.ts";
import { labelled, modalWith, textDisplay, textInput } from "./panel/components.ts";
import { answerWith, openPanel, type ShowPanel, stale } from "./panel/press.ts";
import { handleEverywhere, handleRoutes, type Services, slashCommand } from "./services.ts";

const routes = {
	connect: button(),
	keys: modal(),
	disconnect: button(),
	disconnectNow: button(),
	back: button(),
};

const panels = {
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
type Panel = (typeof panels)[keyof typeof panels];

/** A panel's view: the account that pays now, or the question whether to disconnect it. */
type AccountView = "account" | "disconnect";

/** The most characters of a key or token: more than the supported services give out. */
const keyMax = 300;

/** @throws Problem if the party may no longer connect an account; a panel from before a restart may still offer it */
const ownAccounts = ({ accounts }: Services, party: Party): OwnAccounts => {
	if (!accounts?.isAllowed(party)) throw stale("help");
	return accounts;
};

/** @returns who connected an account and when; undefined if no account is connected, or its connector is unknown */
export const describeConnector = (connected: ConnectedAccount | undefined, t: Translate) =>
	connected?.connectedBy
		? t("account.connected_by", {
				who: `<@${connected.connectedBy}>`,
				when: relativeTime(connected.connectedAt),
			})
		: undefined;

const readBalanceOf = async (party: Party, { accounts, credit, shutdown }: Services) =>
	credit.balances.read(shutdown, await accounts?.of(party));

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
	const balance =
		whose === "member" &&
		describeBalance(await readBalanceOf(party, services).catch(() => undefined), t, locale);
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

const showPanel =
	(panel: Panel): ShowPanel<AccountView> =>
	async (view, interaction, services, notice) => {
		const t = textsOf(interaction);
		return [
			...(notice ? [textDisplay(notice)] : []),
			...(view === "disconnect"
				? askToDisconnect(panel, t)
				: await showAccount(panel, panel.partyOf(interaction), interaction, services, t)),
		];
	};

const askForKeys = ({ routes }: Panel, { takes }: OwnAccounts, t: Translate) => {
	const isAsked = { key: true, token: takes.token, user: takes.userId };
	const fields = (["key", "token", "user"] as const)
		.filter((name) => isAsked[name])
		.map((name) => {
			const input = textInput(name, { max_length: keyMax, required: true });
			return labelled(t(`account.${name}`), input, t(`account.${name}.hint`));
		});
	return modalWith(routes.keys.to(), t("account.connect"), fields);
};

const printable = /^[\x21-\x7e]+$/;

/** @returns the trimmed keys; undefined if one contains anything but printable ASCII */
const readKeys = ({ fields }: ModalSubmitInteraction, { token, userId }: OwnAccounts["takes"]) => {
	const read = (name: string): string => fields.getTextInputValue(name).trim();
	const keys = {
		apiKey: read("key"),
		...(token && { topupToken: read("token") }),
		...(userId && { topupUserId: read("user") }),
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

const pressesOf = (panel: Panel): RouteHandlers<typeof routes, Services, CacheType> => {
	const answerPress = answerWith(showPanel(panel));
	return {
		connect: async (interaction, _, services, t) => {
			await interaction.showModal(askForKeys(panel, ownAccounts(services, panel.partyOf(interaction)), t));
		},
		keys: (interaction, _, services) =>
			answerPress(interaction, services, "account", async (t) => {
				return connect(panel, interaction, ownAccounts(services, panel.partyOf(interaction)), services, t);
			}),
		disconnect: (interaction, _, services) => answerPress(interaction, services, "disconnect"),
		disconnectNow: (interaction, _, services) =>
			answerPress(interaction, services, "account", async (t) => {
				const party = panel.partyOf(interaction);
				const wasThere = await ownAccounts(services, party).disconnect(party);
				return t(wasThere ? "account.disconnected" : "account.none");
			}),
		back: (interaction, _, services) => answerPress(interaction, services, "account"),
	};
};

export const account = slashCommand({
	declaration: { name: "account", forManagers: true },
	execute: (interaction, _, services) =>
		openPanel(showPanel(panels.server), "account", interaction, services),
	routes: handleRoutes(panels.server.routes, pressesOf(panels.server)),
});

export const myAccount = slashCommand({
	declaration: { name: "my-account", everywhere: true },
	execute: (interaction, _, services) =>
		openPanel(showPanel(panels.member), "account", interaction, services),
	routes: handleEverywhere(panels.member.routes, pressesOf(panels.member)),
});
