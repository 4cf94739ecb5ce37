import type { RepliableInteraction } from "discord.js";
import {
	type APIComponentInContainer,
	type APIContainerComponent,
	ButtonStyle,
	ComponentType,
} from "discord-api-types/v10";
import { choicesMax } from "../../src/discord/limits.ts";
import { nameLanguage } from "../../src/discord/name-language.ts";
import { describeVoice } from "../../src/say/describe-voice.ts";
import { suggestPresets } from "../../src/say/presets.ts";
import type { Preset } from "../../src/store/presets.ts";
import type { GuildReading } from "../../src/store/reading-settings.ts";
import { type Translate, textsFor } from "../../src/texts/index.ts";
import { actionRow, clip, pressable, separator, stringSelect, textDisplay } from "../panel/components.ts";
import { describeSetting, settingControls } from "../panel/controls.ts";
import { defaultEntry } from "../panel/routes.ts";
import { searchTimeZones } from "../panel/search-time-zones.ts";
import type { Services } from "../services.ts";
import { noticeMax } from "./fit-lines.ts";
import { readingGuide } from "./guide.ts";
import { lists, listsOn } from "./lists.ts";
import { type Page, pages, serverRoutes, type View } from "./routes.ts";
import { keysOf, pageOf, showSetting } from "./server-settings.ts";
import { listControls, showList } from "./show-list.ts";

/** What a page is made of. */
interface Facts {
	readonly interaction: RepliableInteraction<"cached">;
	readonly services: Services;
	readonly reading: GuildReading;
	readonly presets: readonly Preset[];
	readonly t: Translate;
}

const readFacts = async (
	interaction: RepliableInteraction<"cached">,
	services: Services,
	t: Translate,
): Promise<Facts> => {
	const { store } = services;
	const [reading, { server }] = await Promise.all([
		store.reading.read(interaction.guildId),
		store.presets.read(interaction.guildId),
	]);
	return { interaction, services, reading, presets: server, t };
};

const describeOperatorLimit = ({ say: { limits } }: Services, t: Translate): string =>
	t("limits.texts", {
		texts: limits.memberTextsPerMinute === 0 ? t("server.unlimited") : limits.memberTextsPerMinute,
	});

const showPage = async (page: Page, facts: Facts): Promise<APIComponentInContainer[]> => {
	const { interaction, services, reading, presets, t } = facts;
	const { guild, guildId } = interaction;
	const keys = keysOf(page);
	const pageLists = listsOn(page);
	const [only] = pageLists;
	if (keys.length === 0 && pageLists.length === 1 && only)
		return showList(only[0], only[1], 0, await only[1].read(guildId, services.store), guild, t);
	const listed = await Promise.all(
		pageLists.map(async ([name, list]) =>
			listControls(name, list, await list.read(guildId, services.store), guild, t),
		),
	);
	return [
		...(page === "reading" ? [...readingGuide(guildId, reading, services, t), separator] : []),
		...listed.flat(),
		...keys.flatMap((key) =>
			settingControls(showSetting(key, reading.settings, presets, services, t), serverRoutes, t, (id) =>
				guild.roles.cache.has(id),
			),
		),
		...(page === "limits" ? [textDisplay(`-# ${describeOperatorLimit(services, t)}`)] : []),
		...(page === "who"
			? [
					textDisplay(t("who.take_name")),
					actionRow({ type: ComponentType.UserSelect, custom_id: serverRoutes.takeName.to() }),
				]
			: []),
		...(keys.length > 0
			? [
					actionRow(
						pressable(serverRoutes.resetPage.to({ page }), t("panel.reset_page")),
						pressable(serverRoutes.resetAll.to(), t("panel.reset_all")),
					),
				]
			: []),
	];
};

/** @returns what fits a query, the best first */
const findChoices = (
	{ key, query }: Pick<Extract<View, { kind: "found" }>, "key" | "query">,
	{ languages, voices }: Services["say"],
	presets: readonly Preset[],
	t: Translate,
): { readonly value: string; readonly label: string }[] => {
	if (key === "language")
		return languages
			.suggest(query, t.locale)
			.map((value) => ({ value, label: nameLanguage(value, t.locale) }));
	if (key === "timeZone") return searchTimeZones(query).map((value) => ({ value, label: value }));
	const named = suggestPresets(query, presets, choicesMax);
	return [
		...named.map(({ name, voice }) => ({ value: name, label: `${name} (${voice})` })),
		...voices.suggest(query).map((voice) => ({ value: voice.name, label: describeVoice(voice, t) })),
	];
};

/** @returns a menu of what fits best, the default first */
const showFound = (
	{ key, query }: Extract<View, { kind: "found" }>,
	{ services: { say, ...services }, reading, presets, t }: Facts,
): APIComponentInContainer[] => {
	const shown = showSetting(key, reading.settings, presets, { ...services, say }, t);
	const found = findChoices({ key, query }, say, presets, t);
	const options = [{ value: defaultEntry, label: t("panel.default", { value: shown.fallback }) }, ...found];
	return [
		textDisplay(
			[describeSetting(shown, t), ...(found.length === 0 ? [t("panel.none_found")] : [])].join("\n"),
		),
		actionRow(stringSelect(serverRoutes.choose.to({ key }), options.slice(0, choicesMax))),
		actionRow(
			pressable(serverRoutes.ask.to({ key }), t("panel.search_again")),
			pressable(serverRoutes.open.to({ page: pageOf(key) }), t("panel.back")),
		),
	];
};

const showReset = (t: Translate): APIComponentInContainer[] => [
	textDisplay(t("panel.reset_all.ask")),
	actionRow(
		pressable(serverRoutes.resetNow.to(), t("panel.reset_all.yes"), { style: ButtonStyle.Danger }),
		pressable(serverRoutes.open.to({ page: "voice" }), t("panel.back")),
	),
];

const pageOfView = (view: View): Page => {
	if (view.kind === "page") return view.page;
	if (view.kind === "found") return pageOf(view.key);
	return view.kind === "list" ? lists[view.name].page : "voice";
};

const showBody = async (view: View, facts: Facts): Promise<APIComponentInContainer[]> => {
	const { interaction, services, t } = facts;
	const { guild, guildId } = interaction;
	if (view.kind === "page") return showPage(view.page, facts);
	if (view.kind === "found") return showFound(view, facts);
	if (view.kind === "reset") return showReset(t);
	return showList(
		view.name,
		lists[view.name],
		view.at,
		await lists[view.name].read(guildId, services.store),
		guild,
		t,
	);
};

/** @returns the panel: a menu of its pages, what came of the last press, and the view; @param notice - what is said first */
export const showPanel = async (
	view: View,
	interaction: RepliableInteraction<"cached">,
	services: Services,
	notice?: string,
): Promise<APIContainerComponent> => {
	const t = textsFor(interaction.locale);
	const facts = await readFacts(interaction, services, t);
	const current = pageOfView(view);
	const choices = pages.map((page) => ({
		label: t(`page.${page}`),
		value: page,
		default: page === current,
	}));
	return {
		type: ComponentType.Container,
		components: [
			...(notice ? [textDisplay(clip(notice, noticeMax))] : []),
			actionRow(stringSelect(serverRoutes.page.to(), choices)),
			...(await showBody(view, facts)),
		],
	};
};
