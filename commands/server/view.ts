import type { Guild } from "discord.js";
import { type APIComponentInContainer, ButtonStyle, ComponentType } from "discord-api-types/v10";
import { actionRow, pressable } from "../../src/discord/buttons.ts";
import { relativeTime } from "../../src/discord/describe-problem.ts";
import { textsOf } from "../../src/discord/place.ts";
import { listWords, shortenWords } from "../../src/discord/show-text.ts";
import {
	describeAccess,
	describePrefix,
	describeUnseen,
	readsAnything,
} from "../../src/reading/describe-reading.ts";
import { findQuietEnd } from "../../src/settings/quiet-hours.ts";
import type { GuildKey } from "../../src/settings/settings.ts";
import type { Translate } from "../../src/texts/index.ts";
import { hasListeners } from "../../src/voice/channel-facts.ts";
import { section, stringSelect, textDisplay } from "../panel/components.ts";
import { settingControls, showChoices } from "../panel/controls.ts";
import type { ShowPanel } from "../panel/press.ts";
import type { ListImport, Services } from "../services.ts";
import { idOf, type ServerList } from "./list.ts";
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

/** @returns whether anything is read, and what keeps messages from being read */
const readingGuide = ({ interaction, services, reading, guild, t }: GuildFacts) => {
	const { voice, access, now } = services;
	const { id } = interaction.member;
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

const namePart = ({ page, part }: PagePart, t: Translate): string =>
	part === 1 ? t(`page.${page}`) : `${t(`page.${page}`)} (${part})`;

const showPage = async (shown: PagePart, facts: GuildFacts): Promise<APIComponentInContainer[]> => {
	const { name, keys } = shown;
	const { services, guild, t } = facts;
	const perMinute = services.say.budget.limits.memberTextsPerMinute || t("server.unlimited");
	// Lists and guidance are only on a page's first part.
	const page = shown.part === 1 ? shown.page : undefined;
	const pageLists = page ? listsOn(page) : [];
	const [only] = pageLists;
	if (keys.length === 0 && pageLists.length === 1 && only) return showList(only, 0, facts);
	const listed = await Promise.all(pageLists.map((name) => listControls(name, facts)));
	const heading = `### ${namePart(shown, t)}`;
	return [
		keys.length > 0
			? section(heading, pressable(serverRoutes.askReset.to({ page: name }), t("panel.reset")))
			: textDisplay(heading),
		...(page === "reading" ? readingGuide(facts) : []),
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
	if (view.kind === "list") return showList(view.name, view.at, facts);
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

/** The longest notice of a panel, in characters: it has to fit even on the fullest page. */
const noticeMax = 900;

/**
 * Describes entries, one per line. Those that don't fit aren't described, since there may be very many.
 *
 * @returns the heading, the lines that fit into a panel's notice with it, and how many more there are
 */
export const fitLines = <T>(
	heading: string,
	entries: readonly T[],
	describe: (entry: T) => string,
	t: Translate,
): string => {
	const room = noticeMax - t("list.more", { count: entries.length }).length - 1;
	const lines = [heading];
	let length = heading.length;
	for (const [index, entry] of entries.entries()) {
		const line = describe(entry);
		length += line.length + 1;
		const isLast = index === entries.length - 1;
		if (length > (isLast ? noticeMax : room))
			return [...lines, t("list.more", { count: entries.length - index })].join("\n");
		lines.push(line);
	}
	return lines.join("\n");
};

/** How many entries a page of a list shows: as many as fit on a screen with the list's controls. */
const entriesOnPage = 10;
/** The longest line of an entry, in characters. */
const lineMax = 110;
/** How many entries a line about a list names. */
const namedMax = 4;

/** @returns a line with the first few entries, and how many more there are */
export const nameSome = (list: ServerList, entries: readonly unknown[], t: Translate): string => {
	const more = entries.length - namedMax;
	return listWords(
		[
			...entries.slice(0, namedMax).map((entry) => shortenWords(list.describe(entry, t), lineMax)),
			...(more > 0 ? [t("list.more", { count: more })] : []),
		],
		t,
	);
};

export const countList = (name: ListName, count: number, t: Translate): string =>
	t("panel.setting", {
		name: t(`list.${name}`),
		value: count === 0 ? t("list.none") : t("list.count", { count }),
	});

/** @returns a list's name and first entries, with a button that opens the list */
const listControls = async (name: ListName, { services, guild, t }: GuildFacts) => {
	const list = lists[name];
	const entries = await list.read(guild.id, services.store);
	const value = entries.length === 0 ? t("list.none") : nameSome(list, entries, t);
	const said = `${t("panel.setting", { name: t(`list.${name}`), value })}\n-# ${t(`list.${name}.hint`)}`;
	return [
		section(said, pressable(serverRoutes.list.to({ name, at: "0" }), t("panel.edit"))),
		...(list.inPage?.(entries, guild, t) ?? []),
	];
};

/** @returns how a file's unclear entries were understood, with buttons that save or drop them */
const askAboutFile = (name: ListName, id: string, { found: { unsure = [] } }: ListImport, t: Translate) => {
	const list = lists[name];
	const answer = (answer: "yes" | "no") => serverRoutes.confirm.to({ name, id, answer });
	const more = unsure.length - entriesOnPage;
	const lines = [
		t("list.unsure"),
		...unsure.slice(0, entriesOnPage).map((entry) => `- ${shortenWords(list.describe(entry, t), lineMax)}`),
		...(more > 0 ? [t("list.more", { count: more })] : []),
	];
	return [
		textDisplay(lines.join("\n")),
		actionRow(
			pressable(answer("yes"), t("list.unsure.yes"), { style: ButtonStyle.Primary }),
			pressable(answer("no"), t("list.unsure.no")),
		),
	];
};

/** @returns a page of a list with its controls, or the question about a file's entries; @param at - counted from 0 */
const showList = async (name: ListName, at: number, { services, guild, t }: GuildFacts) => {
	const proposal = services.listImports.find(`${guild.id} ${name}`);
	if (proposal) return askAboutFile(name, proposal.id, proposal.value, t);
	const list = lists[name];
	const entries = await list.read(guild.id, services.store);
	/** The change that can be undone. */
	const change = services.listChanges.find(`${guild.id} ${name}`);
	const count = Math.max(1, Math.ceil(entries.length / entriesOnPage));
	const page = Math.min(Math.max(0, at), count - 1);
	const shown = entries.slice(page * entriesOnPage, (page + 1) * entriesOnPage);
	const lines = [
		countList(name, entries.length, t),
		`-# ${t(`list.${name}.hint`)}`,
		...shown.map((entry) => `- ${shortenWords(list.describe(entry, t), lineMax)}`),
		...(count > 1 ? [`-# ${t("list.page", { page: page + 1, count })}`] : []),
		...[list.note?.(entries, t, guild) ?? []].flat(),
	];
	const options = shown.map((entry) => ({ label: list.label(entry, t, guild), value: idOf(entry) }));
	const turn = (label: string, to: number) =>
		pressable(serverRoutes.list.to({ name, at: String(to) }), label, { disabled: to < 0 || to >= count });
	const turns = [
		...(count > 1 ? [turn(t("list.previous"), page - 1), turn(t("list.next"), page + 1)] : []),
		// The presets' list is a page of its own, so it has no way back.
		...(name === "presets" ? [] : [pressable(serverRoutes.open.to({ page: list.page }), t("panel.back"))]),
	];
	return [
		textDisplay(lines.join("\n")),
		...(options.length > 0
			? [
					actionRow(
						stringSelect(serverRoutes.remove.to({ name, at: String(page) }), options, {
							placeholder: t("list.remove"),
							max_values: options.length,
						}),
					),
				]
			: []),
		...(list.inList?.(entries, t) ?? []),
		actionRow(
			pressable(serverRoutes.add.to({ name }), t("list.add")),
			...(list.canTry ? [pressable(serverRoutes.try.to(), t("list.try"))] : []),
			...(list.file
				? [
						pressable(serverRoutes.import.to({ name }), t("list.import")),
						pressable(serverRoutes.export.to({ name }), t("list.export"), { disabled: entries.length === 0 }),
					]
				: []),
			...(change ? [pressable(serverRoutes.undo.to({ name, id: change.id }), t("list.undo"))] : []),
		),
		...(turns.length > 0 ? [actionRow(...turns)] : []),
	];
};
