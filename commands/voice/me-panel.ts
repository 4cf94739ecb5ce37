import type { CacheType, RepliableInteraction } from "discord.js";
import { type APIComponentInContainer, ButtonStyle } from "discord-api-types/v10";
import { button, declareRoutes } from "../../src/discord/declare-routes.ts";
import { textsOf, whoOf } from "../../src/discord/place.ts";
import { describeLost } from "../../src/say/answers/choose-request.ts";
import { findPreset } from "../../src/say/sound/presets.ts";
import { type MemberKey, type MemberSettings, memberSettings } from "../../src/settings/settings.ts";
import type { Translate } from "../../src/texts/index.ts";
import { actionRow, pressable, section, textDisplay } from "../panel/components.ts";
import { type ShownSetting, settingControls } from "../panel/controls.ts";
import { describeValue } from "../panel/describe-value.ts";
import { answerWith, openPanel, readName, type ShowPanel } from "../panel/press.ts";
import { type ChoicesView, settingRoutes } from "../panel/routes.ts";
import { changeOf, settingPresses } from "../panel/setting-presses.ts";
import { showFound } from "../panel/show-found.ts";
import { showVoices } from "../panel/show-voices.ts";
import { handleEverywhere, type Services } from "../services.ts";
import { changeMe } from "./change-me.ts";

const routes = declareRoutes("voice", { ...settingRoutes, open: button() });

/** The panel's view: all settings, the question of whether to reset them, or choices for one of them. */
type MemberPanelView = { readonly kind: "all" } | { readonly kind: "reset" } | ChoicesView;

const keys = (Object.keys(memberSettings) as (keyof MemberSettings)[]).filter(
	(key): key is MemberKey => "page" in memberSettings[key],
);

const readKey = (name: string): MemberKey => readName(keys, name, "voice");

/** A spoken name is only used in guilds. */
const keysIn = (interaction: RepliableInteraction): readonly MemberKey[] =>
	interaction.inCachedGuild() ? keys : keys.filter((key) => key !== "spokenName");

/**
 * @returns a function that describes a setting of the member in this place: their choice, and what applies without one
 */
const readMe = async (interaction: RepliableInteraction, { say, store }: Services, t: Translate) => {
	const { place, userId } = whoOf(interaction);
	const [{ here: own, everywhere }, server, rest, usable] = await Promise.all([
		store.settings.readMember(place, userId),
		store.settings.readGuild(place),
		say.chooseForHerald(place, userId, interaction.locale),
		store.presets.read(place, userId),
	]);
	const preset = own.preset === null ? undefined : findPreset(own.preset, usable);
	const instead: Readonly<Record<MemberKey, string>> = {
		voice:
			server.memberVoices === "each" && rest.voice.from !== "everywhere"
				? say.voicesOf(server).ofMember(userId)
				: rest.speaker,
		style: preset?.style ?? rest.style?.value ?? t("none"),
		speed: describeValue("speed", preset?.speed ?? rest.speed.value, t),
		language: say.languages.describe(rest.languages, t),
		delivery: describeValue("delivery", rest.delivery.value, t),
		reading: describeValue("reading", everywhere.reading ?? true, t),
		spokenName: interaction.inCachedGuild() ? interaction.member.displayName : interaction.user.displayName,
	};
	return (key: MemberKey): ShownSetting => ({
		key,
		chosen: own[key] ?? (key === "reading" ? everywhere.reading : null),
		fallback: instead[key],
		...(key === "voice" && { speaker: preset?.name ?? own.voice ?? instead.voice }),
		now: key === "voice" && preset ? `${preset.name} (${preset.voice})` : undefined,
		// The voice's hint is about the server's voice.
		isPlain: key === "voice",
	});
};

const showPanel: ShowPanel<MemberPanelView> = async (view, interaction, services, notice) => {
	const t = textsOf(interaction);
	const { say } = services;
	const [show, choices] = await Promise.all([
		readMe(interaction, services, t),
		say.readChoices({ ...whoOf(interaction), locale: interaction.locale }),
	]);
	const { presets, voices } = choices;
	const back = pressable(routes.open.to(), t("panel.back"));
	const heading = [t("me.title"), ...describeLost(choices.resolve(), interaction)].join("\n");
	const showBody = (): APIComponentInContainer[] => {
		if (view.kind === "found") {
			const search = { ...view, presets, voices, languages: say.languages };
			return [textDisplay(heading), ...showFound(search, show(readKey(view.key)), routes, back, t)];
		}
		if (view.kind === "voices")
			return [textDisplay(heading), ...showVoices(show("voice"), voices, presets, routes, back, t)];
		if (view.kind === "reset") {
			const reset = routes.resetPage.to({ page: "voice" });
			return [
				textDisplay(heading),
				textDisplay(t("me.reset.ask")),
				// "Back" comes first, so that a double press resets nothing.
				actionRow(back, pressable(reset, t("me.reset"), { style: ButtonStyle.Danger })),
			];
		}
		return [
			section(heading, pressable(routes.askReset.to({ page: "voice" }), t("panel.reset"))),
			...keysIn(interaction).flatMap((key) => settingControls(show(key), routes, t)),
		];
	};
	return [...showBody(), ...(notice ? [textDisplay(notice)] : [])];
};

const answerPress = answerWith<MemberPanelView, CacheType>(showPanel);
const all: MemberPanelView = { kind: "all" };

/** Opens the panel in which members choose how they sound. */
export const openMe = (interaction: RepliableInteraction, services: Services): Promise<void> =>
	openPanel(showPanel, all, interaction, services);

export const mePresses = handleEverywhere(routes, {
	page: (interaction, _, services) => answerPress(interaction, services, all),
	open: (interaction, _, services) => answerPress(interaction, services, all),

	...settingPresses({
		command: "voice",
		routes,
		answer: answerPress,
		readKey,
		viewOf: () => all,
		// Nothing to add: the sample uses the member's own settings.
		readHeard: async () => ({}),
		show: async (key, interaction, services, t) => (await readMe(interaction, services, t))(key),
		async save(key, value, interaction, services) {
			const isName = key === "spokenName" && value !== null;
			const { place, userId } = whoOf(interaction);
			const { everywhere } = await services.store.settings.readMember(place, userId);
			const isReadAgain = key === "reading" && value === true && everywhere.reading === false;
			const settings = isReadAgain
				? { reading: true }
				: isName
					? {}
					: await changeOf(key, value, "voice", interaction, services);
			await changeMe(interaction, settings, isName ? String(value) : undefined, services);
			return undefined;
		},
	}),

	askReset: (interaction, _, services) => answerPress(interaction, services, { kind: "reset" }),

	resetPage: (interaction, _, services) =>
		answerPress(interaction, services, all, async (t) => {
			// Resetting one's sound doesn't undo opting out of reading.
			const { reading: _reading, ...sound } = Object.fromEntries(keys.map((key) => [key, null]));
			await changeMe(interaction, { ...sound, preset: null }, undefined, services);
			return t("panel.page_reset");
		}),
});
