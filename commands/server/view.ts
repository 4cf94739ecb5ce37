import type { Guild, GuildMember } from "discord.js";
import { type APIComponentInContainer, ButtonStyle, ComponentType } from "discord-api-types/v10";
import { actionRow, pressable } from "../../src/discord/buttons.ts";
import { relativeTime } from "../../src/discord/describe-problem.ts";
import { textsOf } from "../../src/discord/place.ts";
import { shortenWords } from "../../src/discord/show-text.ts";
import {
	describeAccess,
	describePrefix,
	describeUnseen,
	readsAnything,
} from "../../src/reading/describe-reading.ts";
import { findQuietEnd } from "../../src/settings/quiet-hours.ts";
import type { GuildKey } from "../../src/settings/settings.ts";
import type { GuildReading } from "../../src/store/reading.ts";
import type { Translate } from "../../src/texts/index.ts";
import { hasListeners } from "../../src/voice/channel-facts.ts";
import { section, stringSelect, textDisplay } from "../panel/components.ts";
import { settingControls, showChoices } from "../panel/controls.ts";
import type { ShowPanel } from "../panel/press.ts";
import type { Services } from "../services.ts";
import { lists, listsOn } from "./lists.ts";
import {
	type GuildFacts,
	type ListName,
	type PagePart,
	pageParts,
	partOf,
	readFacts,
	type ServerView,
	serverRoutes,
	showSetting,
} from "./server-settings.ts";
import { askAboutFile, listControls, noticeMax, showList } from "./show-list.ts";

/** @returns whether anything is read, and what keeps messages from being read */
const readingGuide = (
	{ guild, id }: GuildMember,
	reading: GuildReading,
	{ voice, access, now }: Pick<Services, "voice" | "access" | "now">,
	t: Translate,
): APIComponentInContainer[] => {
	const channelId = voice.channelOf(guild.id);
	const { settings } = reading;
	const quietEnd = findQuietEnd(settings, now());
	const isSetUp = readsAnything(reading);
	const { readPrefix } = settings;
	const isUnheard =
		isSetUp && settings.listenersOnly && channelId !== undefined && !hasListeners(guild, channelId, id);
	const lines = [
		isSetUp ? [] : t("guide.nothing"),
		isUnheard ? t("guide.not_listening") : [],
		describeUnseen(reading.channels, guild, t),
		quietEnd === undefined ? [] : t("problem.quiet_hours", { when: relativeTime(quietEnd) }),
		readPrefix === null ? [] : t("reading.there.prefix", { prefix: describePrefix(readPrefix) }),
		describeAccess(access, t) ?? [],
	].flat();
	return lines.length > 0 ? [textDisplay(lines.join("\n"))] : [];
};

/**
 * @returns where Herald is, or a button that makes it join; shown with the settings that do nothing until Herald is in
 * a channel
 */
const whereHerald = (page: string, { id }: Guild, { voice }: Pick<Services, "voice">, t: Translate) => {
	const channelId = voice.channelOf(id);
	if (channelId !== undefined) return textDisplay(t("channel.joined", { channel: `<#${channelId}>` }));
	const join = pressable(serverRoutes.join.to({ page }), t("guide.join"), { style: ButtonStyle.Primary });
	return section(t("problem.voice.not_in_channel"), join);
};

/** The settings that do nothing until Herald is in a voice channel. */
const needHerald: readonly GuildKey[] = ["voiceChat", "autoJoin"];

const showWholeList = async (name: ListName, at: number, { interaction, services, t }: GuildFacts) => {
	const { guild, guildId } = interaction;
	const proposal = services.listImports.find(`${guildId} ${name}`);
	if (proposal) return askAboutFile(name, lists[name], proposal.id, proposal.value, t);
	const entries = await lists[name].read(guildId, services.store);
	const change = services.listChanges.find(`${guildId} ${name}`);
	return showList(name, lists[name], at, entries, change?.id, guild, t);
};

const namePart = ({ page, part }: PagePart, t: Translate): string =>
	part === 1 ? t(`page.${page}`) : `${t(`page.${page}`)} (${part})`;

const showPage = async (shown: PagePart, facts: GuildFacts): Promise<APIComponentInContainer[]> => {
	const { name, keys } = shown;
	const { interaction, services, reading, guild, t } = facts;
	const { guildId } = interaction;
	const perMinute = services.say.budget.limits.memberTextsPerMinute || t("server.unlimited");
	// Lists and guidance are only on a page's first part.
	const page = shown.part === 1 ? shown.page : undefined;
	const pageLists = page ? listsOn(page) : [];
	const [only] = pageLists;
	if (keys.length === 0 && pageLists.length === 1 && only) return showWholeList(only, 0, facts);
	const listed = await Promise.all(
		pageLists.map(async (name) =>
			listControls(name, lists[name], await lists[name].read(guildId, services.store), guild, t),
		),
	);
	const heading = `### ${namePart(shown, t)}`;
	return [
		keys.length > 0
			? section(heading, pressable(serverRoutes.askReset.to({ page: name }), t("panel.reset")))
			: textDisplay(heading),
		...(page === "reading" ? readingGuide(interaction.member, reading, services, t) : []),
		...listed.flat(),
		...keys.flatMap((key) => [
			...settingControls(showSetting(key, facts), serverRoutes, t, (id) => guild.roles.cache.has(id)),
			...(needHerald.includes(key) ? [whereHerald(name, guild, services, t)] : []),
		]),
		...(page === "texts" ? [textDisplay(`-# ${t("limits.texts", { texts: perMinute })}`)] : []),
		...(page === "words"
			? [
					textDisplay(t("who.take_name")),
					actionRow({
						type: ComponentType.UserSelect,
						custom_id: serverRoutes.takeName.to(),
						placeholder: t("who.take_name.choose"),
					}),
				]
			: []),
	];
};

/** The buttons that reset are elsewhere than the button that led here, so that a double press resets nothing. */
const showReset = ({ name }: PagePart, t: Translate): APIComponentInContainer[] => [
	textDisplay(t("panel.reset.ask")),
	actionRow(
		pressable(serverRoutes.open.to({ page: name }), t("panel.back")),
		pressable(serverRoutes.resetPage.to({ page: name }), t("panel.reset_page"), {
			style: ButtonStyle.Danger,
		}),
		pressable(serverRoutes.resetAll.to(), t("panel.reset_all"), { style: ButtonStyle.Danger }),
	),
];

/** @returns the name of the page part that a view belongs to */
const pageOfView = (view: ServerView): string => {
	if ("key" in view) return partOf(view.key);
	return view.kind === "list" ? lists[view.name].page : view.part.name;
};

const showBody = async (view: ServerView, facts: GuildFacts): Promise<APIComponentInContainer[]> => {
	if (view.kind === "page") return showPage(view.part, facts);
	if (view.kind === "list") return showWholeList(view.name, view.at, facts);
	const { services, presets, guild, settings, t } = facts;
	if (view.kind === "reset") return showReset(view.part, t);
	return showChoices(view, {
		shown: showSetting(view.key, facts),
		presets,
		languages: services.say.languages,
		voices: services.say.voicesOf(settings, guild.preferredLocale),
		routes: serverRoutes,
		back: pressable(serverRoutes.open.to({ page: partOf(view.key) }), t("panel.back")),
		t,
	});
};

/** @returns the panel: the view, then the outcome of the last press (members look at the bottom), then the menu of pages */
export const showPanel: ShowPanel<ServerView, "cached"> = async (view, interaction, services, notice) => {
	const t = textsOf(interaction);
	const facts = await readFacts(interaction, services, t);
	const current = pageOfView(view);
	const choices = pageParts.map((part, index) => {
		const name = namePart(part, t);
		const isCurrent = part.name === current;
		return {
			// The closed menu shows only this label. The page's name alone would look like a setting.
			label: isCurrent ? t("panel.page", { at: index + 1, count: pageParts.length, name }) : name,
			value: part.name,
			default: isCurrent,
		};
	});
	return [
		...(await showBody(view, facts)),
		...(notice ? [textDisplay(shortenWords(notice, noticeMax))] : []),
		actionRow(stringSelect(serverRoutes.page.to(), choices)),
	];
};
