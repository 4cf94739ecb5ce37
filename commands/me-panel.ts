import { FairQueue } from "@herald/common/fair-queue.ts";
import type { CacheType, RepliableInteraction } from "discord.js";
import { type APIComponentInContainer, ButtonStyle } from "discord-api-types/v10";
import { actionRow, pressable } from "../src/discord/buttons.ts";
import { button, declareRoutes } from "../src/discord/declare-routes.ts";
import { textsOf, whoOf } from "../src/discord/place.ts";
import { foldName, foldNames, isTakenName, makeNameSpeakable } from "../src/reading/spoken-names.ts";
import { describeLost } from "../src/say/answers/choose-request.ts";
import { findPreset } from "../src/say/sound/presets.ts";
import { type MemberKey, type MemberSettings, memberSettings } from "../src/settings/settings.ts";
import { inGuild, type Place } from "../src/shared/party.ts";
import { Problem } from "../src/shared/problem.ts";
import type { Translate } from "../src/texts/index.ts";
import { section, textDisplay } from "./panel/components.ts";
import { type ShownSetting, settingControls, showChoices } from "./panel/controls.ts";
import {
	answerWith,
	type ChoicesView,
	openPanel,
	readName,
	type ShowPanel,
	settingRoutes,
} from "./panel/press.ts";
import { changeOf, settingPresses } from "./panel/setting-presses.ts";
import { describeValue } from "./panel/values.ts";
import { handleEverywhere, type Services } from "./services.ts";

/** Runs a guild's changes of names one at a time, since each name is compared with thousands of others. */
const nameTurns = new FairQueue<Place>({ mayBegin: () => true, perOwner: 1 });

/**
 * @returns a name as it is spoken
 * @throws {@link Problem} if it can't be spoken, has a forbidden word, or belongs to a voice, a role or another member
 */
const readSpokenName = async (
	given: string,
	{ guild, guildId, user }: RepliableInteraction<"cached">,
	{ say }: Services,
): Promise<string> => {
	const name = makeNameSpeakable(given);
	if (name === "") throw new Problem({ kind: "unspeakable_name" });
	const { words } = await say.readRules(inGuild(guildId));
	if (words.areIn(given) || words.areIn(name)) throw new Problem({ kind: "forbidden_word" });
	if (await isTakenName(guild, user.id, name, say.voices)) throw new Problem({ kind: "name_taken" });
	return name;
};

/**
 * Changes a member's settings.
 *
 * @param name - their spoken name, as they typed it
 * @throws {@link Problem} if the name can't be used. Outside of guilds no name can, because there are no other names to
 * compare it with
 */
export const changeMe = async (
	interaction: RepliableInteraction,
	change: Partial<MemberSettings>,
	name: string | undefined,
	services: Services,
): Promise<void> => {
	const { place, userId } = whoOf(interaction);
	const { settings } = services.store;
	if (name === undefined) await settings.changeMember(place, userId, change);
	else {
		if (!interaction.inCachedGuild()) throw new Problem({ kind: "server_only" });
		await nameTurns.run(place, async () => {
			const spokenName = await readSpokenName(name, interaction, services);
			const folded = await foldNames([spokenName, ...(await settings.listSpokenNames(place, userId))]);
			const foldKnown = (each: string) => folded.get(each) ?? foldName(each);
			const isFree = (others: readonly string[]) =>
				!others.some((other) => foldKnown(other) === foldKnown(spokenName));
			if (!(await settings.changeMember(place, userId, { ...change, spokenName }, isFree)))
				throw new Problem({ kind: "name_taken" });
		});
	}
	if (change.reading === false) services.reader.optOut(place, userId);
};

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
		if ("key" in view) {
			const shown = show(readKey(view.key));
			const choosing = { shown, presets, languages: say.languages, voices, routes, back, t };
			return [textDisplay(heading), ...showChoices(view, choosing)];
		}
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
