import type { AutocompleteInteraction, RepliableInteraction } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { actionRow } from "../src/discord/buttons.ts";
import type { ArgumentsOf, AutocompleteChoice } from "../src/discord/command.ts";
import { placeOf, textsOf, whoOf } from "../src/discord/place.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { cutText, linkCommands, nameLanguage, showText } from "../src/discord/show-text.ts";
import { isTakenName } from "../src/reading/spoken-names.ts";
import { acknowledge } from "../src/say/answers/pending-answers.ts";
import {
	isSameName,
	presetNameMax,
	presetsMax,
	readPresetName,
	withPreset,
} from "../src/say/sound/presets.ts";
import { fold } from "../src/say/sound/search-voices.ts";
import { cleanStyle, completeSound, roundSpeed, soundOptions } from "../src/say/sound/sound-options.ts";
import { isCommonLabel } from "../src/say/sound/voice-choices.ts";
import { prefixMax, soundSettings } from "../src/settings/settings.ts";
import { inGuild } from "../src/shared/party.ts";
import { Problem } from "../src/shared/problem.ts";
import type { Preset } from "../src/store/database.ts";
import type { Translate } from "../src/texts/index.ts";
import { labelled, stringSelect, textInput } from "./panel/components.ts";
import { describeBounds, readGiven } from "./panel/values.ts";
import { serverList } from "./server/list.ts";
import { serverRoutes } from "./server/server-settings.ts";
import { type Services, subcommand } from "./services.ts";

const styleShown = 100;

/** @returns a line about a preset: "**Narrator** Kore · whispering · French · 1.25×" */
export const describePreset = ({ name, voice, style, language, speed, prefix }: Preset, t: Translate) =>
	[
		`**${name}** ${voice}`,
		...(style === null ? [] : [showText(style, styleShown)]),
		...(language === null ? [] : [nameLanguage(language, t.locale)]),
		...(speed === null ? [] : [t("server.speed", { speed })]),
		...(prefix === null ? [] : [t("preset.with_prefix", { prefix: showText(prefix, prefixMax * 2) })]),
	].join(" · ");

type PresetArguments = Omit<ArgumentsOf<typeof options>, "action">;

/** @returns a cleaned prefix of at most `prefixMax` characters; null if it is empty */
export const readPrefix = (given: string | undefined): string | null => {
	const prefix = cleanStyle(given);
	return prefix === undefined ? null : cutText(prefix, prefixMax) || null;
};

/**
 * @param userId - the member whose preset it is; undefined for a server's preset. A member's preset may have the
 * member's own name
 * @returns the preset, or as a sentence what is wrong with it
 * @throws {@link Problem} if there is no such voice or language, the server forbids the preset's name or words, or a
 * role or another member of the server has that name
 */
const readPreset = async (
	interaction: RepliableInteraction,
	userId: string | undefined,
	{ name: given, voice, speed, ...args }: PresetArguments,
	{ say }: Services,
): Promise<Preset | string> => {
	const { locale } = interaction;
	const t = textsOf(interaction);
	if (given === undefined || voice === undefined) return t("preset.needed");
	const name = readPresetName(given);
	if (name === undefined) return t("preset.bad_name", { max: presetNameMax });
	if (say.voices.find(name)) return t("preset.is_voice", { name });
	if (isCommonLabel(name)) return t("preset.is_label", { name });
	const style = cleanStyle(args.style) ?? null;
	const { words } = await say.readRules(placeOf(interaction));
	if (words.areIn(name) || (style !== null && words.areIn(style)))
		throw new Problem({ kind: "forbidden_word" });
	if (interaction.inCachedGuild() && (await isTakenName(interaction.guild, userId, name, say.voices)))
		throw new Problem({ kind: "name_taken" });
	return {
		name,
		voice: say.voices.choose(voice).name,
		style,
		language: args.language === undefined ? null : say.languages.read(args.language, locale),
		speed: speed === undefined ? null : roundSpeed(speed),
		prefix: readPrefix(args.prefix),
	};
};

/** @returns a sentence about what replaces a removed preset, if its owner used it */
const describeInstead = async (
	interaction: RepliableInteraction,
	whose: "server" | "own",
	name: string,
	{ say, store: { settings } }: Services,
): Promise<string[]> => {
	const t = textsOf(interaction);
	const who = whoOf(interaction);
	const { place, userId } = who;
	const isOwn = whose === "own";
	const { preset } = await (isOwn
		? settings.readMember(place, userId).then(({ here }) => here)
		: settings.readGuild(place));
	if (preset === null || !isSameName(preset, name)) return [];
	const { speaker, lost } = await say.choose(who);
	const gone = lost.filter(({ kind, from }) => kind === "preset" && from === whose);
	await say.forgetLost(who, gone);
	const instead = isOwn ? speaker : say.voices.default;
	// If the server has a preset of that name, the member's choice now means the server's preset.
	const voice = gone.length > 0 ? instead : t("preset.of_server", { preset: instead });
	return [linkCommands(t(`lost.preset.${whose}`, { preset, voice }), interaction.client)];
};

const options = {
	action: {
		type: ApplicationCommandOptionType.String,
		required: true,
		choices: ["add", "remove", "list"],
		texts: "list.action",
		choiceTexts: "action",
	},
	name: {
		type: ApplicationCommandOptionType.String,
		autocomplete: true,
		max_length: presetNameMax,
		texts: "preset.name",
	},
	voice: soundOptions.voice,
	style: soundOptions.style,
	language: soundOptions.language,
	speed: soundOptions.speed,
	prefix: { type: ApplicationCommandOptionType.String, max_length: prefixMax, texts: "preset.prefix" },
} as const;

export const ownPresets = subcommand({
	options,
	async execute(interaction, { action, ...args }, services, t) {
		const answer = (sentence: string) => respondPrivately(interaction, sentence);
		const { presets } = services.store;
		const owner = whoOf(interaction);
		if (action === "list") {
			const { own } = await presets.read(owner.place, owner.userId);
			if (own.length === 0) return answer(t("preset.none.own"));
			return answer([t("preset.list.own"), ...own.map((each) => describePreset(each, t))].join("\n"));
		}
		if (action === "remove") {
			const { name } = args;
			if (name === undefined) return answer(t("preset.need_name"));
			let found = false;
			await presets.change(owner, (current) => {
				const rest = current.filter((preset) => !isSameName(preset.name, name));
				found = rest.length < current.length;
				return found ? rest : undefined;
			});
			const what = showText(name, presetNameMax);
			if (!found) return answer(t("list.missing", { what }));
			const instead = await describeInstead(interaction, "own", name, services);
			return answer([t("preset.removed", { what }), ...instead].join("\n"));
		}
		await acknowledge(interaction, services, { isPrivate: true });
		const preset = await readPreset(interaction, owner.userId, args, services);
		if (typeof preset === "string") return answer(preset);
		let added: Preset | undefined;
		await presets.change(owner, (current) => {
			const next = withPreset(current, preset);
			added = next.length <= presetsMax.own ? next.at(-1) : undefined;
			return added && next;
		});
		if (!added) return answer(t("preset.full", { max: presetsMax.own }));
		return answer(t("preset.added", { preset: describePreset(added, t), name: added.name }));
	},
});

/** The subcommand that makes presets. Its `voice` option offers no presets: a preset is made of a voice. */
const naming = "preset";

/** Completes the options that choose a sound, and the names of the member's own presets. */
export const completeOwnSound = async (
	focused: { readonly name: string; readonly value: string },
	{ say, store }: Services,
	interaction: AutocompleteInteraction,
): Promise<AutocompleteChoice[]> => {
	const { locale, options } = interaction;
	const who = whoOf(interaction);
	const isNaming = options.getSubcommand(false) === naming;
	if (focused.name === "name" && isNaming) {
		const typed = focused.value.trim().toLowerCase();
		return (await store.presets.read(who.place, who.userId)).own
			.filter(({ name }) => name.toLowerCase().includes(typed))
			.map(({ name }) => ({ name, value: name }));
	}
	const { voices, presets } =
		focused.name === "voice"
			? await say.readChoices({ ...who, locale })
			: { voices: say.voices, presets: [] };
	const offers = { voices, languages: say.languages, presets: isNaming ? [] : presets };
	return completeSound(focused, offers, locale);
};

const named = { max_length: 100 };

const labelOf = ({ name, voice }: Preset): string => `${name} (${voice})`;

export const presets = serverList<Preset>({
	page: "presets",
	max: presetsMax.server,
	read: async (guildId, store) => (await store.presets.read(inGuild(guildId))).server,
	change: ({ guildId }, store, edit) => store.presets.change({ place: inGuild(guildId) }, edit),
	keyOf: ({ name }) => fold(name),
	describe: describePreset,
	label: labelOf,
	fields: (t) => [
		labelled(t("preset.name"), textInput("name", { max_length: presetNameMax, required: true })),
		labelled(t("setting.voice"), textInput("voice", { ...named, required: true }), t("setting.voice.search")),
		labelled(t("setting.style"), textInput("style", { max_length: soundSettings.style.max })),
		labelled(t("setting.language"), textInput("language", named), t("setting.language.search")),
		labelled(
			t("setting.speed"),
			textInput("speed", { max_length: 10 }),
			t("preset.speed", soundSettings.speed),
		),
	],
	take: async (interaction, services, t) => {
		const given = (field: string) => interaction.fields.getTextInputValue(field).trim() || undefined;
		const speed = readGiven("speed", given("speed") ?? "");
		if (speed === undefined) return t("panel.out_of_bounds", describeBounds("speed", t));
		const preset = await readPreset(
			interaction,
			undefined,
			{
				name: given("name"),
				voice: given("voice"),
				style: given("style"),
				language: given("language"),
				...(speed !== null && { speed: Number(speed) }),
			},
			services,
		);
		if (typeof preset === "string") return preset;
		const { server } = await services.store.presets.read(inGuild(interaction.guildId));
		return withPreset(server, preset).slice(-1);
	},
	inList: (entries, t) =>
		entries.length === 0
			? []
			: [
					actionRow(
						stringSelect(
							serverRoutes.prefix.to(),
							entries.map((preset) => ({ label: labelOf(preset), value: preset.name })),
							{ placeholder: t("preset.choose_prefix") },
						),
					),
				],
	afterwards: async (interaction, { removed = [] }, services) => {
		const instead = removed.map(({ name }) => describeInstead(interaction, "server", name, services));
		return (await Promise.all(instead)).flat();
	},
});
