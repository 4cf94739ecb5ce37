import type { Voice } from "@herald/common/wire/voices.ts";
import { type ChatInputCommandInteraction, MessageFlags, type RepliableInteraction } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { voiceRoutes } from "../src/discord/buttons.ts";
import { contentMax } from "../src/discord/limits.ts";
import { textsOf, whoOf } from "../src/discord/place.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { linkCommands, resolvedNames, showText } from "../src/discord/show-text.ts";
import { spokenNameMax } from "../src/reading/spoken-names.ts";
import { describeLost } from "../src/say/answers/choose-request.ts";
import { acknowledge } from "../src/say/answers/pending-answers.ts";
import { answerWithSample, chooseSample } from "../src/say/answers/sample.ts";
import { describeCharacter, voiceMenus } from "../src/say/sound/describe-voice.ts";
import { readSoundChange, soundOptions } from "../src/say/sound/sound-options.ts";
import type { MemberSettings } from "../src/settings/settings.ts";
import { isOptedOut } from "../src/store/settings.ts";
import type { Translate } from "../src/texts/index.ts";
import { changeMe, mePresses, openMe } from "./me-panel.ts";
import { completeOwnSound, ownPresets } from "./presets.ts";
import { withRemembered } from "./say.ts";
import { handleEverywhere, type Services, slashCommand, subcommand } from "./services.ts";

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

const list = async (
	interaction: ChatInputCommandInteraction,
	_: unknown,
	{ say }: Services,
	t: Translate,
) => {
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
			if (Object.keys(change).length === 0 && args.name === undefined) return openMe(interaction, services);
			await acknowledge(interaction, services, { isPrivate: true });
			await changeMe(interaction, change, args.name, services);
			const onlyReset = args.name === undefined && Object.values(change).every((value) => value === null);
			return show(interaction, services, t(onlyReset ? "voice.reset" : "voice.changed"));
		},
		show: (interaction, _, services) => show(interaction, services),
		try: tryOut.execute,
		list,
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
