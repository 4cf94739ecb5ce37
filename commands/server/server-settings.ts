import type { RepliableInteraction } from "discord.js";
import { button, declareRoutes, modal, select } from "../../src/discord/declare-routes.ts";
import { stringOptionMax } from "../../src/discord/limits.ts";
import { placeOf } from "../../src/discord/place.ts";
import { nameLanguage, showText } from "../../src/discord/show-text.ts";
import { findPreset } from "../../src/say/sound/presets.ts";
import { type GuildKey, guildSettings, pageNames } from "../../src/settings/settings.ts";
import type { Preset } from "../../src/store/database.ts";
import type { Translate } from "../../src/texts/index.ts";
import { hasText, type ShownSetting } from "../panel/controls.ts";
import { type ChoicesView, settingRoutes } from "../panel/press.ts";
import { describeValue } from "../panel/values.ts";
import type { Services } from "../services.ts";

export const serverRoutes = declareRoutes("server", {
	...settingRoutes,
	resetAll: button(),
	open: button("page"),
	join: button("page"),
	channels: select(),
	takeName: select(),
	list: button("name", "at"),
	add: button("name"),
	added: modal("name"),
	remove: select("name", "at"),
	export: button("name"),
	import: button("name"),
	imported: modal("name"),
	confirm: button("name", "id", "answer"),
	undo: button("name", "id"),
	try: button(),
	tried: modal(),
	prefix: select(),
	prefixed: modal("name"),
});

export const pages = [...pageNames, "presets"] as const;
export type PanelPage = (typeof pages)[number];

/** One part of a page: a page longer than a screen has several, counted from 1. The first is named like the page. */
export interface PagePart {
	readonly name: string;
	readonly page: PanelPage;
	readonly part: number;
	readonly keys: readonly GuildKey[];
}

export type ListName = "channels" | "ignores" | "sources" | "words" | "dictionary" | "presets";

export type ServerView =
	| { readonly kind: "page"; readonly part: PagePart }
	/** A list, at its page `at`, counted from 0. */
	| { readonly kind: "list"; readonly name: ListName; readonly at: number }
	| ChoicesView
	/** Asks whether to reset this part or everything. */
	| { readonly kind: "reset"; readonly part: PagePart };

/** The settings that have a control in the panel. */
export const guildKeys = (Object.keys(guildSettings) as (keyof typeof guildSettings)[]).filter(
	(key): key is GuildKey => "page" in guildSettings[key],
);

export const keysOf = (page: PanelPage): GuildKey[] =>
	guildKeys.filter((key) => guildSettings[key].page === page);

/** How much fits on a phone's screen: a setting counts 1, its hint and its menu 1 each. */
const pageRoom = 10;

/**
 * What the first part of a page holds besides settings, counted as for `pageRoom`: lists with their hints and menus,
 * and guidance.
 */
const besides: Partial<Record<PanelPage, number>> = { reading: 6, filter: 2, channel: 1, bots: 2, words: 6 };

const roomOf = (key: GuildKey): number => {
	const isMenu = ["choice", "role"].includes(guildSettings[key].kind);
	return 1 + Number(isMenu) + Number(hasText(`setting.${key}.hint`));
};

/** @returns a page in parts of about equal length, none longer than a screen */
export const divide = (page: PanelPage, keys: readonly GuildKey[]): PagePart[] => {
	let taken = besides[page] ?? 0;
	const placed = keys.map((key) => {
		const middle = taken + roomOf(key) / 2;
		taken += roomOf(key);
		return { key, middle };
	});
	const count = Math.max(1, Math.ceil(taken / pageRoom));
	const length = taken / count;
	return Array.from({ length: count }, (_, at) => ({
		name: at === 0 ? page : `${page}-${at + 1}`,
		page,
		part: at + 1,
		keys: placed.filter(({ middle }) => Math.floor(middle / length) === at).map(({ key }) => key),
	}));
};

export const pageParts: readonly PagePart[] = pages.flatMap((page) => divide(page, keysOf(page)));

/** @returns the name of the part that shows a setting */
export const partOf = (key: GuildKey): string =>
	pageParts.find(({ keys }) => keys.includes(key))?.name ?? guildSettings[key].page;

export type GuildFacts = Awaited<ReturnType<typeof readFacts>>;

export const readFacts = async (
	interaction: RepliableInteraction<"cached">,
	services: Services,
	t: Translate,
) => {
	const { store, say } = services;
	const { guild, guildId } = interaction;
	const [settings, reading, { server: presets }, ofDay] = await Promise.all([
		store.settings.readGuild(placeOf(interaction)),
		store.reading.read(guildId),
		store.presets.read(placeOf(interaction)),
		say.budget.readOperatorsSeconds(guildId),
	]);
	/** `ofDay`: the operator's limit in seconds per day; 0 for none. */
	return { interaction, services, reading, guild, settings, presets, ofDay, t };
};

/**
 * @returns what applies if the guild chooses nothing, in words
 * @param preset - the preset that the guild uses as its voice
 */
const describeDefault = (
	key: GuildKey,
	preset: Preset | undefined,
	{ ofDay, guild, services, t }: GuildFacts,
): string => {
	const { voices, languages } = services.say;
	const setting = guildSettings[key];
	if ("default" in setting) return describeValue(key, setting.default, t);
	const decidedElsewhere: { readonly [K in GuildKey]?: () => string } = {
		voice: () => voices.default,
		style: () => (preset?.style ? showText(preset.style, 100) : t("none")),
		speed: () => t("server.speed", { speed: preset?.speed ?? 1 }),
		language: () =>
			preset?.language
				? nameLanguage(preset.language, t.locale)
				: languages.describeDefault(t, guild.preferredLocale),
		secondsPerDay: () => (ofDay === 0 ? t("server.unlimited") : describeValue(key, ofDay, t)),
		textMax: () => describeValue(key, stringOptionMax, t),
	};
	const text = `setting.${key}.default`;
	return decidedElsewhere[key]?.() ?? t(hasText(text) ? text : "none");
};

export const showSetting = (key: GuildKey, facts: GuildFacts): ShownSetting => {
	const { settings, presets, services } = facts;
	const preset =
		settings.preset === null ? undefined : findPreset(settings.preset, { own: [], server: presets });
	return {
		key,
		chosen: settings[key],
		fallback: describeDefault(key, preset, facts),
		...(key === "voice" && { speaker: preset?.name ?? settings.voice ?? services.say.voices.default }),
		now: key === "voice" && preset ? `${preset.name} (${preset.voice})` : undefined,
	};
};
