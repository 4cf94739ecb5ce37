import { type CacheType, MessageFlags, type RepliableInteraction } from "discord.js";
import { type APIContainerComponent, ComponentType } from "discord-api-types/v10";
import { button, declareRoutes } from "../../src/discord/declare-routes.ts";
import { hereOrEverywhere, whoOf } from "../../src/discord/place.ts";
import { describeLost } from "../../src/say/describe-lost.ts";
import { findPreset, listPresets } from "../../src/say/presets.ts";
import { type MemberKey, type MemberSettings, memberSettings } from "../../src/settings/settings.ts";
import { type Translate, textsFor } from "../../src/texts/index.ts";
import { askForValue, givenField } from "../panel/ask-value.ts";
import { actionRow, pressable, textDisplay } from "../panel/components.ts";
import { describeSetting, type ShownSetting, settingControls } from "../panel/controls.ts";
import { describeValue } from "../panel/describe-value.ts";
import { answerWith, asMessage, type Press, readValue, stale } from "../panel/press.ts";
import { boundsOf, readGiven } from "../panel/read-given.ts";
import { defaultEntry, type SearchedKey, searchedKeys, settingRoutes } from "../panel/routes.ts";
import { type Search, showFound } from "../panel/show-found.ts";
import { handleEverywhere, type Services } from "../services.ts";
import { changeMe } from "./change-me.ts";

const routes = declareRoutes("voice", { ...settingRoutes, open: button() });

/** What the panel shows: all settings, or what was found for one with more choices than a menu. */
type View =
	| { readonly kind: "all" }
	| { readonly kind: "found"; readonly key: SearchedKey; readonly query: string };

const keys = (Object.keys(memberSettings) as (keyof MemberSettings)[]).filter(
	(key): key is MemberKey => "page" in memberSettings[key],
);

/** @throws Problem when there is no such setting */
const readKey = (name: string): MemberKey => {
	const key = keys.find((each) => each === name);
	if (key === undefined) throw stale("voice");
	return key;
};

/** A name is said among the others of a guild. */
const keysIn = (interaction: RepliableInteraction): readonly MemberKey[] =>
	interaction.inCachedGuild() ? keys : keys.filter((key) => key !== "spokenName");

/** How a member sounds in a guild, and what applies where they chose nothing. */
const readMe = async (interaction: RepliableInteraction, { say, store }: Services, t: Translate) => {
	const { guildId, userId } = whoOf(interaction);
	const [own, server, rest, usable] = await Promise.all([
		store.settings.readMember(guildId, userId),
		store.settings.readGuild(guildId),
		say.chooseForHerald(guildId),
		store.presets.read(guildId, userId),
	]);
	const preset = own.preset === null ? undefined : findPreset(own.preset, usable);
	const instead: Readonly<Record<MemberKey, string>> = {
		voice: server.memberVoices === "each" ? say.voices.ofMember(userId) : rest.speaker,
		style: preset?.style ?? rest.style?.value ?? t("none"),
		speed: describeValue("speed", preset?.speed ?? rest.speed.value, t),
		language: say.languages.describe(rest.languages, t),
		delivery: describeValue("delivery", rest.delivery.value, t),
		reading: describeValue("reading", true, t),
		spokenName: interaction.inCachedGuild() ? interaction.member.displayName : interaction.user.displayName,
	};
	const show = (key: MemberKey): ShownSetting => ({
		key,
		chosen: own[key],
		fallback: instead[key],
		now: key === "voice" && preset ? `${preset.name} (${preset.voice})` : undefined,
		// The server's panel says whose voice it is.
		isPlain: key === "voice",
	});
	return { show, presets: listPresets(usable) };
};

const showPanel = async (
	view: View,
	interaction: RepliableInteraction,
	services: Services,
	notice?: string,
): Promise<APIContainerComponent> => {
	const t = textsFor(interaction.locale);
	const { say } = services;
	const [{ show, presets }, resolved] = await Promise.all([
		readMe(interaction, services, t),
		say.choose(whoOf(interaction)),
	]);
	const back = pressable(routes.open.to(), t("panel.back"));
	const search = (found: Extract<View, { kind: "found" }>): Search => ({ ...found, presets, say });
	const heading = [
		...(notice ? [notice] : []),
		t(`me.title${hereOrEverywhere(interaction)}`),
		...describeLost(resolved, interaction),
	];
	return {
		type: ComponentType.Container,
		components: [
			textDisplay(heading.join("\n")),
			...(view.kind === "found"
				? showFound(search(view), show(readKey(view.key)), routes, back, t)
				: [
						...keysIn(interaction).flatMap((key) => settingControls(show(key), routes, t)),
						actionRow(pressable(routes.resetPage.to({ page: "voice" }), t("me.reset"))),
					]),
		],
	};
};

/** Opens the panel in which members choose how they sound. */
export const openPanel = async (interaction: RepliableInteraction, services: Services): Promise<void> => {
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	await interaction.editReply(asMessage(await showPanel({ kind: "all" }, interaction, services)));
};

/** @returns the settings that a value of one setting changes; null is its default; @throws Problem */
const changeOf = async (
	key: MemberKey,
	value: unknown,
	interaction: Press<CacheType>,
	{ say }: Services,
): Promise<Partial<MemberSettings>> => {
	if (key === "voice" && value === null) return { voice: null, preset: null };
	if (key === "voice") return (await say.readChoices(whoOf(interaction))).pick(String(value));
	// What is the default anyway stays the default.
	if (value === null || (key === "reading" && value === true)) return { [key]: null };
	if (key === "language") return { language: say.languages.read(String(value), interaction.locale) };
	return { [key]: readValue(key, value, "voice") };
};

const change = async (
	key: MemberKey,
	value: unknown,
	interaction: Press<CacheType>,
	services: Services,
	t: Translate,
): Promise<{ said: string }> => {
	const isName = key === "spokenName" && value !== null;
	const settings = isName ? {} : await changeOf(key, value, interaction, services);
	await changeMe(interaction, settings, isName ? String(value) : undefined, services);
	const { show } = await readMe(interaction, services, t);
	return { said: t("panel.saved", { setting: describeSetting(show(key), t) }) };
};

const answerPress = answerWith<View, CacheType>(showPanel);
const all: View = { kind: "all" };

export const mePresses = handleEverywhere(routes, {
	page: (interaction, _, services) => answerPress(interaction, services, all),
	open: (interaction, _, services) => answerPress(interaction, services, all),

	async put(interaction, values, services) {
		const key = readKey(values.key);
		await answerPress(interaction, services, all, (t) =>
			change(key, values.value === "on", interaction, services, t),
		);
	},

	async choose(interaction, values, services) {
		const key = readKey(values.key);
		const [chosen = defaultEntry] = interaction.values;
		await answerPress(interaction, services, all, (t) =>
			change(key, chosen === defaultEntry ? null : chosen, interaction, services, t),
		);
	},

	async ask(interaction, values, services) {
		const key = readKey(values.key);
		const t = textsFor(interaction.locale);
		const { show } = await readMe(interaction, services, t);
		await interaction.showModal(askForValue(show(key), routes, t));
	},

	async fill(interaction, values, services) {
		const key = readKey(values.key);
		const given = interaction.fields.getTextInputValue(givenField);
		const searched = searchedKeys.find((each) => each === key);
		if (searched) return answerPress(interaction, services, { kind: "found", key: searched, query: given });
		await answerPress(interaction, services, all, async (t) => {
			const value = readGiven(key, given);
			if (value === undefined) return { said: t("panel.out_of_bounds", boundsOf(key)) };
			return change(key, value, interaction, services, t);
		});
	},

	resetPage: (interaction, _, services) =>
		answerPress(interaction, services, all, async (t) => {
			// Resetting how one sounds is no wish to be read.
			const { reading: _reading, ...sound } = Object.fromEntries(keys.map((key) => [key, null]));
			await changeMe(interaction, { ...sound, preset: null }, undefined, services);
			return { said: t(`me.is_reset${hereOrEverywhere(interaction)}`) };
		}),
});
