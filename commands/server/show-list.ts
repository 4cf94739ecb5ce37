import type { Guild } from "discord.js";
import { type APIComponentInContainer, ButtonStyle } from "discord-api-types/v10";
import { actionRow, pressable } from "../../src/discord/buttons.ts";
import { listWords, shortenWords } from "../../src/discord/show-text.ts";
import type { Translate } from "../../src/texts/index.ts";
import { section, stringSelect, textDisplay } from "../panel/components.ts";
import type { ListImport } from "../services.ts";
import { idOf, type ServerList } from "./list.ts";
import { type ListName, serverRoutes } from "./server-settings.ts";

/** The longest notice of a panel, in characters: it has to fit even on the fullest page. */
export const noticeMax = 900;

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
export const listControls = (
	name: ListName,
	list: ServerList,
	entries: readonly unknown[],
	guild: Guild,
	t: Translate,
): APIComponentInContainer[] => {
	const value = entries.length === 0 ? t("list.none") : nameSome(list, entries, t);
	const said = `${t("panel.setting", { name: t(`list.${name}`), value })}\n-# ${t(`list.${name}.hint`)}`;
	return [
		section(said, pressable(serverRoutes.list.to({ name, at: "0" }), t("panel.edit"))),
		...(list.inPage?.(entries, guild, t) ?? []),
	];
};

/** @returns how a file's unclear entries were understood, with buttons that save or drop them */
export const askAboutFile = (
	name: ListName,
	list: ServerList,
	id: string,
	{ found: { unsure = [] } }: ListImport,
	t: Translate,
): APIComponentInContainer[] => {
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

/**
 * @returns a page of a list with its controls
 * @param at - the page, counted from 0
 * @param changeId - the id of the change that can be undone
 */
export const showList = (
	name: ListName,
	list: ServerList,
	at: number,
	entries: readonly unknown[],
	changeId: string | undefined,
	guild: Guild,
	t: Translate,
): APIComponentInContainer[] => {
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
			...(changeId === undefined
				? []
				: [pressable(serverRoutes.undo.to({ name, id: changeId }), t("list.undo"))]),
		),
		...(turns.length > 0 ? [actionRow(...turns)] : []),
	];
};
