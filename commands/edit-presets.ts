import type { ChatInputCommandInteraction } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { nameLanguage } from "../src/discord/name-language.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { showText } from "../src/discord/show-text.ts";
import { isTakenName } from "../src/reading/choose-name.ts";
import { acknowledge } from "../src/say/acknowledge.ts";
import { isCommonLabel } from "../src/say/common-labels.ts";
import { isSameName, presetNameMax, presetsMax, readPresetName } from "../src/say/presets.ts";
import {
	cleanStyle,
	languageOption,
	roundSpeed,
	speedOption,
	styleOption,
	voiceOption,
} from "../src/say/sound-options.ts";
import { Problem } from "../src/shared/problem.ts";
import type { Preset } from "../src/store/presets.ts";
import { type Translate, textsFor } from "../src/texts/index.ts";
import { type Services, subcommand } from "./services.ts";

const styleShown = 100;

const options = {
	action: {
		type: ApplicationCommandOptionType.String,
		required: true,
		choices: ["add", "remove", "list"],
		texts: "server.action",
		choiceTexts: "action",
	},
	name: {
		type: ApplicationCommandOptionType.String,
		autocomplete: true,
		max_length: presetNameMax,
		texts: "preset.name",
	},
	voice: voiceOption,
	style: styleOption,
	language: languageOption,
	speed: speedOption,
} as const;

/** @returns a preset in a line: "**Narrator** Kore · whispering · French · 1.25×" */
const describePreset = ({ name, voice, style, language, speed }: Preset, t: Translate): string =>
	[
		`**${name}** ${voice}`,
		...(style === null ? [] : [showText(style, styleShown)]),
		...(language === null ? [] : [nameLanguage(language, t.locale)]),
		...(speed === null ? [] : [t("server.speed", { speed })]),
	].join(" · ");

interface Given {
	readonly name?: string | undefined;
	readonly voice?: string | undefined;
	readonly style?: string | undefined;
	readonly language?: string | undefined;
	readonly speed?: number | undefined;
}

/**
 * @param userId - whose preset it is, if a member's: it may be called as they are
 * @returns the preset that is described, or what is wrong with it, in a sentence
 * @throws {@link Problem} when there is no such voice or language, or the server doesn't allow its words
 */
const readPreset = async (
	{ guild, guildId, locale }: ChatInputCommandInteraction<"cached">,
	userId: string | undefined,
	{ name: given, voice, speed, ...args }: Given,
	{ say }: Services,
): Promise<Preset | string> => {
	const t = textsFor(locale);
	if (given === undefined || voice === undefined) return t("preset.needed");
	const name = readPresetName(given);
	if (name === undefined) return t("preset.bad_name", { max: presetNameMax });
	if (say.voices.find(name)) return t("preset.is_voice", { name });
	if (isCommonLabel(name)) return t("preset.is_label", { name });
	const style = cleanStyle(args.style) ?? null;
	const { words } = await say.readRules(guildId);
	if (words.areIn(name) || (style !== null && words.areIn(style)))
		throw new Problem({ kind: "forbidden_word" });
	if (await isTakenName(guild, userId, name, say.voices)) throw new Problem({ kind: "name_taken" });
	return {
		name,
		voice: say.voices.choose(voice).name,
		style,
		language: args.language === undefined ? null : say.languages.read(args.language, locale),
		speed: speed === undefined ? null : roundSpeed(speed),
	};
};

/** @returns a sentence about what is heard instead of a preset that was just removed, if its owner sounded like it */
const describeInstead = async (
	{ guildId, user, locale }: ChatInputCommandInteraction<"cached">,
	whose: "server" | "own",
	name: string,
	{ say, store: { settings } }: Services,
): Promise<string[]> => {
	const t = textsFor(locale);
	const isOwn = whose === "own";
	const { preset } = await (isOwn ? settings.readMember(guildId, user.id) : settings.readGuild(guildId));
	if (preset === null || !isSameName(preset, name)) return [];
	const who = { guildId, userId: user.id };
	const { speaker, lost } = await say.choose(who);
	const gone = lost.filter(({ kind, from }) => kind === "preset" && from === whose);
	await say.forgetLost(who, gone);
	const instead = isOwn ? speaker : say.voices.default;
	// Without its own, a member's choice is the server's preset of that name.
	const voice = gone.length > 0 ? instead : t("preset.of_server", { preset: instead });
	return [t(`lost.preset.${whose}`, { preset, voice })];
};

/** @returns the subcommand with which a server, or a member, names ways to sound */
export const editPresets = (whose: "server" | "own") =>
	subcommand({
		options,
		async execute(interaction, { action, ...args }, services) {
			const { guildId, user, locale } = interaction;
			const t = textsFor(locale);
			const tell = (sentence: string) => respondPrivately(interaction, sentence);
			const { presets } = services.store;
			const owner = whose === "own" ? { guildId, userId: user.id } : { guildId };
			if (action === "list") {
				const list = (await presets.read(guildId, user.id))[whose];
				if (list.length === 0) return tell(t(`preset.none.${whose}`));
				return tell([t(`preset.list.${whose}`), ...list.map((each) => describePreset(each, t))].join("\n"));
			}
			const others = (current: readonly Preset[], name: string) =>
				current.filter((preset) => !isSameName(preset.name, name));
			if (action === "remove") {
				const { name } = args;
				if (name === undefined) return tell(t("preset.need_name"));
				let found = false;
				await presets.change(owner, (current) => {
					const rest = others(current, name);
					found = rest.length < current.length;
					return found ? rest : undefined;
				});
				const what = showText(name, presetNameMax);
				if (!found) return tell(t("list.missing", { what }));
				const instead = await describeInstead(interaction, whose, name, services);
				return tell([t("preset.removed", { what }), ...instead].join("\n"));
			}
			await acknowledge(interaction, services, { isPrivate: true });
			const preset = await readPreset(interaction, whose === "own" ? user.id : undefined, args, services);
			if (typeof preset === "string") return tell(preset);
			let fits = false;
			await presets.change(owner, (current) => {
				const next = [...others(current, preset.name), preset];
				fits = next.length <= presetsMax[whose];
				return fits ? next : undefined;
			});
			if (!fits) return tell(t("preset.full", { max: presetsMax[whose] }));
			return tell(t("preset.added", { preset: describePreset(preset, t), name: preset.name }));
		},
	});
