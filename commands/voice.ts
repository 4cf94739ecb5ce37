import { FairQueue } from "@herald/common/fair-queue.ts";
import type { Voice } from "@herald/common/wire/voices.ts";
import { MessageFlags, type RepliableInteraction } from "discord.js";
import { ApplicationCommandOptionType, ButtonStyle } from "discord-api-types/v10";
import { actionRow, pressable, voiceRoutes } from "../src/discord/buttons.ts";
import { button, declareRoutes } from "../src/discord/declare-routes.ts";
import { contentMax } from "../src/discord/limits.ts";
import { textsOf, whoOf } from "../src/discord/place.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { linkCommands, resolvedNames, showText } from "../src/discord/show-text.ts";
import {
	foldName,
	foldNames,
	isTakenName,
	makeNameSpeakable,
	spokenNameMax,
} from "../src/reading/spoken-names.ts";
import { describeLost } from "../src/say/answers/choose-request.ts";
import { acknowledge } from "../src/say/answers/pending-answers.ts";
import { answerWithSample, chooseSample } from "../src/say/answers/sample.ts";
import { describeCharacter, voiceMenus } from "../src/say/sound/describe-voice.ts";
import { findPreset } from "../src/say/sound/presets.ts";
import { readSoundChange, soundOptions } from "../src/say/sound/sound-options.ts";
import { type MemberKey, type MemberSettings, memberSettings } from "../src/settings/settings.ts";
import { inGuild, type Place } from "../src/shared/party.ts";
import { Problem } from "../src/shared/problem.ts";
import { isOptedOut } from "../src/store/settings.ts";
import type { Translate } from "../src/texts/index.ts";
import { section, textDisplay } from "./panel/components.ts";
import { changeOf, settingControls, settingPresses, showChoices } from "./panel/controls.ts";
import {
	answerWith,
	type ChoicesView,
	openPanel,
	readName,
	type ShowPanel,
	settingRoutes,
} from "./panel/press.ts";
import { describeValue } from "./panel/values.ts";
import { completeOwnSound, ownPresets } from "./presets.ts";
import { withRemembered } from "./say.ts";
import { handleEverywhere, type Services, slashCommand, subcommand } from "./services.ts";

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
const changeMe = async (
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
	return (key: MemberKey) => ({
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
	const showBody = () => {
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

const answerPress = answerWith(showPanel);
const all: MemberPanelView = { kind: "all" };

const mePresses = handleEverywhere(routes, {
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
			const change = isName ? {} : await changeOf(key, value, "voice", interaction, services);
			const settings = isReadAgain ? { reading: true } : change;
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

/** The longest text for trying a voice, in characters. */
const textMax = 200;

const tryOut = subcommand({
	options: {
		text: { type: ApplicationCommandOptionType.String, max_length: textMax },
		voice: soundOptions.voice,
		style: soundOptions.style,
		language: soundOptions.language,
		speed: soundOptions.speed,
	},
	async execute(interaction, { text, ...sound }, services) {
		const { say } = services;
		const { locale } = interaction;
		const choices = await say.readChoices({ ...whoOf(interaction), locale });
		const option = readSoundChange(sound, choices, say.languages, locale);
		const sample = await chooseSample(
			interaction,
			say,
			option,
			text === undefined ? undefined : { text, names: resolvedNames(interaction.options.resolved) },
		);
		await answerWithSample(interaction, sample, services);
	},
});

const show = async (interaction: RepliableInteraction, services: Services, heading?: string) => {
	const { locale } = interaction;
	const t = textsOf(interaction);
	const who = whoOf(interaction);
	const [resolved, layers, presets] = await Promise.all([
		services.say.choose({ ...who, locale }),
		services.store.settings.readMember(who.place, who.userId),
		services.store.presets.read(who.place, who.userId),
	]);
	const { spokenName } = layers.here;
	const { voice, speaker, style, speed, delivery, languages } = resolved;
	const settings = t("voice.show", {
		voice: speaker === voice.value ? speaker : `${speaker} (${voice.value})`,
		voiceFrom: t(`from.${voice.from}`),
		style: style ? showText(style.value, 200) : t("none"),
		styleFrom: t(`from.${style?.from ?? "default"}`),
		speed: speed.value,
		speedFrom: t(`from.${speed.from}`),
		delivery: t(`delivery.${delivery.value}`),
		deliveryFrom: t(`from.${delivery.from}`),
		language: services.say.languages.describe(languages, t),
	});
	const names = presets.own.map(({ name, voice: of }) => `${name} (${of})`).join(", ");
	const lines = [
		...(heading ? [heading] : []),
		settings,
		t(isOptedOut(layers) ? "voice.not_read" : "voice.read"),
		...(spokenName === null ? [] : [t("voice.name", { name: showText(spokenName, 100) })]),
		...(names === "" ? [] : [t("voice.presets", { names })]),
		...describeLost(resolved, interaction),
	];
	return respondPrivately(interaction, lines.join("\n"));
};

/**
 * @returns the voices with what each is like. A voice that differs from another voice in pitch or pace alone is listed
 * beside that other voice
 */
const listFamilies = (voices: readonly Voice[], t: Translate): string => {
	const models = new Set(voices.map(({ likeness }) => likeness?.like));
	const isAlike = (voice: Voice) => voice.likeness && !models.has(voice.name);
	const alike = Map.groupBy(voices.filter(isAlike), ({ likeness }) => likeness?.like);
	const heads = voices.filter((voice) => !isAlike(voice));
	const families = heads.map((voice) => {
		const others = alike.get(voice.name)?.map(({ name }) => name);
		return others
			? t("voice.list.family", { voice: voice.name, others: others.join(", ") })
			: `**${voice.name}** ${describeCharacter(voice, t)}`.trim();
	});
	return families.join(alike.size > 0 ? "\n" : " · ");
};

export const voice = slashCommand({
	declaration: {
		name: "voice",
		everywhere: true,
		subcommands: {
			me: {
				...soundOptions,
				reading: { type: ApplicationCommandOptionType.String, choices: ["on", "off"] },
				name: { type: ApplicationCommandOptionType.String, max_length: spokenNameMax },
				reset: { type: ApplicationCommandOptionType.Boolean },
			},
			show: {},
			try: tryOut.options,
			list: {},
			preset: ownPresets.options,
		},
	},

	execute: {
		async me(interaction, args, services, t) {
			const { locale } = interaction;
			const choices = await services.say.readChoices(whoOf(interaction));
			const change: Partial<MemberSettings> = {
				...readSoundChange(args, choices, services.say.languages, locale),
				// Resetting one's sound doesn't undo opting out of reading.
				...(args.reset && { spokenName: null }),
				...(args.reading !== undefined && { reading: args.reading === "on" }),
			};
			if (Object.keys(change).length === 0 && args.name === undefined)
				return openPanel(showPanel, all, interaction, services);
			await acknowledge(interaction, services, { isPrivate: true });
			await changeMe(interaction, change, args.name, services);
			const onlyReset = args.name === undefined && Object.values(change).every((value) => value === null);
			return show(interaction, services, t(onlyReset ? "voice.reset" : "voice.changed"));
		},
		show: (interaction, _, services) => show(interaction, services),
		try: tryOut.execute,
		async list(interaction, _, { say }, t) {
			const { voices } = await say.readChoices({ ...whoOf(interaction), locale: interaction.locale });
			const { shown } = voices;
			const more = voices.all.length - shown.length;
			const lines = [
				linkCommands(t("voice.list", { voices: listFamilies(shown, t) }), interaction.client),
				...(more > 0 ? [t("voice.more", { count: more })] : []),
			];
			return interaction.reply({
				content: lines.join("\n").slice(0, contentMax),
				components: voiceMenus(shown, (menu) => voiceRoutes.sample.to({ menu }), t),
				flags: MessageFlags.Ephemeral,
			});
		},
		preset: ownPresets.execute,
	},

	autocomplete: completeOwnSound,

	routes: [
		...mePresses,
		...handleEverywhere(voiceRoutes, {
			async sample(interaction, _menu, services) {
				const { name } = services.say.voices.choose(interaction.values[0] ?? "");
				const { request } = await chooseSample(interaction, services.say, { voice: name });
				// The voice as it is, without style and speed, so that voices can be compared.
				const plain = { ...request, style: undefined, speed: 1 };
				await answerWithSample(interaction, { request: plain, notes: [] }, services);
			},
			use: (interaction, { answer }, services, t) =>
				withRemembered(interaction, answer, services, async ({ tried = {} }) => {
					const { place, userId } = whoOf(interaction);
					// The voice may have been removed since it was tried.
					if (tried.voice) services.say.voices.choose(tried.voice);
					await acknowledge(interaction, services, { isPrivate: true });
					await services.store.settings.changeMember(place, userId, { preset: null, ...tried });
					await show(interaction, services, t("voice.changed"));
				}),
		}),
	],
});
