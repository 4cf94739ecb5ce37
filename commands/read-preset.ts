import type { RepliableInteraction } from "discord.js";
import { placeOf, textsOf, whoOf } from "../src/discord/place.ts";
import { cutText, linkCommands, nameLanguage, showText } from "../src/discord/show-text.ts";
import { isTakenName } from "../src/reading/spoken-names.ts";
import type { AnswerServices } from "../src/say/answers/answer-services.ts";
import { isSameName, presetNameMax, readPresetName } from "../src/say/sound/presets.ts";
import { cleanStyle, roundSpeed, type SoundArguments } from "../src/say/sound/sound-options.ts";
import { isCommonLabel } from "../src/say/sound/voice-choices.ts";
import { prefixMax } from "../src/settings/settings.ts";
import { Problem } from "../src/shared/problem.ts";
import type { Preset } from "../src/store/database.ts";
import type { Store } from "../src/store/store.ts";
import type { Translate } from "../src/texts/index.ts";

export interface PresetServices extends Pick<AnswerServices, "say"> {
	readonly store: Store;
}

const styleShown = 100;

/** @returns a line about a preset: "**Narrator** Kore · whispering · French · 1.25×" */
export const describePreset = (
	{ name, voice, style, language, speed, prefix }: Preset,
	t: Translate,
): string =>
	[
		`**${name}** ${voice}`,
		...(style === null ? [] : [showText(style, styleShown)]),
		...(language === null ? [] : [nameLanguage(language, t.locale)]),
		...(speed === null ? [] : [t("server.speed", { speed })]),
		...(prefix === null ? [] : [t("preset.with_prefix", { prefix: showText(prefix, prefixMax * 2) })]),
	].join(" · ");

type PresetArguments = Omit<SoundArguments, "delivery"> & {
	readonly name?: string | undefined;
	readonly prefix?: string | undefined;
};

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
export const readPreset = async (
	interaction: RepliableInteraction,
	userId: string | undefined,
	{ name: given, voice, speed, ...args }: PresetArguments,
	{ say }: PresetServices,
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
export const describeInstead = async (
	interaction: RepliableInteraction,
	whose: "server" | "own",
	name: string,
	{ say, store: { settings } }: PresetServices,
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
