import { type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { stringOptionMax } from "../src/discord/limits.ts";
import { noMentions, respondPrivately } from "../src/discord/respond.ts";
import { showText } from "../src/discord/show-text.ts";
import { type Translate, textsFor } from "../src/discord/texts/index.ts";
import { foldWord } from "../src/say/forbidden-words.ts";
import {
	completeSound,
	deliveryOption,
	readSoundChange,
	styleOption,
	voiceOption,
} from "../src/say/sound-options.ts";
import { cleanWords, fitsWordList, readWordFile, wordMaxCharacters, wordsMax } from "../src/say/word-list.ts";
import type { GuildPreferences } from "../src/store/preferences.ts";
import type { VoiceSettings } from "../src/store/voice-settings.ts";
import { channelDefaults } from "../src/voice/channel-defaults.ts";
import { type Services, slashCommand } from "./services.ts";

const { Integer, Role, String: Text, Boolean: YesNo, Attachment } = ApplicationCommandOptionType;

const reset = { type: YesNo, texts: "server.reset" } as const;

type Interaction = ChatInputCommandInteraction<"cached">;

const show = async (interaction: Interaction, services: Services, heading?: string): Promise<void> => {
	const { guildId, locale } = interaction;
	const t = textsFor(locale);
	const [chosen, words, voiceChannels] = await Promise.all([
		services.store.preferences.readGuild(guildId),
		services.store.words.list(guildId),
		services.store.guildVoice.read(guildId),
	]);
	const { voice, style, delivery, secondsPerDay, textMax, speakerRole } = chosen;
	const orDefault = (own: string | null, value: string) => own ?? t("server.default", { value });
	const { guildSecondsPerDay: operatorSeconds, memberTextsPerMinute: textsPerMinute } = services.say.limits;
	const settings = t("server.show", {
		voice: orDefault(voice, services.say.voices.default),
		style: orDefault(style && showText(style, 200), t("none")),
		delivery: orDefault(delivery && t(`delivery.${delivery}`), t("delivery.auto")),
		seconds: orDefault(
			secondsPerDay === null ? null : t("server.seconds", { seconds: secondsPerDay }),
			operatorSeconds === 0 ? t("server.unlimited") : t("server.seconds", { seconds: operatorSeconds }),
		),
		text: orDefault(
			textMax === null ? null : t("server.characters", { max: textMax }),
			t("server.characters", { max: stringOptionMax }),
		),
		texts: t("server.default", {
			value: textsPerMinute === 0 ? t("server.unlimited") : String(textsPerMinute),
		}),
		speakers: orDefault(speakerRole && `<@&${speakerRole}>`, t("server.everyone")),
		words: words.length,
	});
	const all = [...(heading ? [heading] : []), settings, describeVoiceChannels(voiceChannels, t)];
	await respondPrivately(interaction, all.join("\n"));
};

/** @returns when Herald leaves a voice channel, and how long texts can be there */
const describeVoiceChannels = (chosen: VoiceSettings, t: Translate): string => {
	const orDefault = (name: keyof typeof channelDefaults) => {
		const seconds = t("server.seconds", { seconds: chosen[name] ?? channelDefaults[name] });
		return chosen[name] === null ? t("server.default", { value: seconds }) : seconds;
	};
	return t("server.channel.show", {
		alone: orDefault("aloneSeconds"),
		idle: orDefault("idleSeconds"),
		text: orDefault("textSeconds"),
	});
};

/** Applies the changes, if any, and shows the resulting settings. */
const change = async (
	interaction: Interaction,
	change: Partial<GuildPreferences>,
	services: Services,
): Promise<void> => {
	const t = textsFor(interaction.locale);
	if (Object.keys(change).length === 0) return respondPrivately(interaction, t("server.nothing"));
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	await services.store.preferences.changeGuild(interaction.guildId, change);
	return show(interaction, services, t("server.changed"));
};

export const server = slashCommand({
	declaration: {
		name: "server",
		forManagers: true,
		subcommands: {
			show: {},
			voice: { voice: voiceOption, style: styleOption, delivery: deliveryOption, reset },
			limits: {
				seconds: { type: Integer, min_value: 1, max_value: 86_400 },
				text: { type: Integer, min_value: 1, max_value: stringOptionMax },
				speakers: { type: Role },
				reset,
			},
			"voice-channel": {
				alone: { type: Integer, min_value: 5, max_value: 86_400 },
				idle: { type: Integer, min_value: 10, max_value: 86_400 },
				text: { type: Integer, min_value: 5, max_value: 600 },
				reset,
			},
			words: {
				action: { type: Text, required: true, choices: ["add", "remove", "import", "export"] },
				words: { type: Text },
				file: { type: Attachment },
			},
		},
	},

	execute: {
		show: (interaction, _, services) => show(interaction, services),

		voice: (interaction, args, services) =>
			change(interaction, readSoundChange(args, services.say.voices), services),

		limits(interaction, args, services) {
			const { guildId, locale } = interaction;
			const max = services.say.limits.guildSecondsPerDay;
			if (args.seconds !== undefined && max > 0 && args.seconds > max)
				return respondPrivately(interaction, textsFor(locale)("server.seconds_too_many", { max }));
			const limits = {
				...(args.reset && { secondsPerDay: null, textMax: null, speakerRole: null }),
				...(args.seconds !== undefined && { secondsPerDay: args.seconds }),
				...(args.text !== undefined && { textMax: args.text }),
				// The id of @everyone is the guild's.
				...(args.speakers !== undefined && {
					speakerRole: args.speakers.id === guildId ? null : args.speakers.id,
				}),
			};
			return change(interaction, limits, services);
		},

		async "voice-channel"(interaction, args, services) {
			const { guildId, locale } = interaction;
			const change = {
				...(args.reset && { aloneSeconds: null, idleSeconds: null, textSeconds: null }),
				...(args.alone !== undefined && { aloneSeconds: args.alone }),
				...(args.idle !== undefined && { idleSeconds: args.idle }),
				...(args.text !== undefined && { textSeconds: args.text }),
			};
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			if (Object.keys(change).length > 0) await services.store.guildVoice.change(guildId, change);
			const chosen = await services.store.guildVoice.read(guildId);
			await respondPrivately(interaction, describeVoiceChannels(chosen, textsFor(locale)));
		},

		async words(interaction, args, { store: { words: stored } }) {
			const { guildId, locale } = interaction;
			const t = textsFor(locale);
			const tell = (sentence: string) => respondPrivately(interaction, sentence);
			const tooMany = t("server.words.too_many", { max: wordsMax, length: wordMaxCharacters });

			if (args.action === "export") {
				const current = await stored.list(guildId);
				if (current.length === 0) return tell(t("server.words.empty"));
				await interaction.reply({
					content: t("server.words.exported", { total: current.length }),
					files: [{ attachment: Buffer.from(`${current.join("\n")}\n`), name: "words.txt" }],
					allowedMentions: noMentions,
					flags: MessageFlags.Ephemeral,
				});
				return;
			}
			if (args.action === "import") {
				if (!args.file) return tell(t("server.words.need_file"));
				await interaction.deferReply({ flags: MessageFlags.Ephemeral });
				const lines = await readWordFile(args.file);
				if (!lines) return tell(t("server.words.bad_file"));
				const words = cleanWords(lines);
				if (!fitsWordList(words)) return tell(tooMany);
				await stored.change(guildId, () => words);
				return tell(t("server.words.imported", { total: words.length }));
			}

			const given = cleanWords(args.words?.split(",") ?? []);
			if (given.length === 0) return tell(t("server.words.need_words"));
			const folded = new Set(given.map(foldWord));
			if (args.action === "remove") {
				const { before, after } = await stored.change(guildId, (current) =>
					current.filter((word) => !folded.has(foldWord(word))),
				);
				return tell(t("server.words.removed", { count: before - after, total: after }));
			}
			let isFull = false;
			const { before, after } = await stored.change(guildId, (current) => {
				const known = new Set(current.map(foldWord));
				const words = [...current, ...given.filter((word) => !known.has(foldWord(word)))];
				isFull = !fitsWordList(words);
				return isFull ? undefined : words;
			});
			if (isFull) return tell(tooMany);
			return tell(t("server.words.added", { count: after - before, total: after }));
		},
	},

	autocomplete: (focused, { say }, { locale }) => completeSound(focused, say.voices, locale),
});
