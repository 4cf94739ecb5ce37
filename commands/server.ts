import type { ChatInputCommandInteraction } from "discord.js";
import { PermissionFlagsBits } from "discord-api-types/v10";
import { stringOptionMax } from "../src/discord/limits.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { showText } from "../src/discord/show-text.ts";
import { type Translate, textsFor } from "../src/discord/texts/index.ts";
import type { GuildPreferences } from "../src/store/preferences.ts";
import { channelDefaults } from "../src/voice/channel-defaults.ts";
import { completeSound, readSoundChange } from "./options.ts";
import { serverData } from "./server-data.ts";
import { changeWords } from "./server-words.ts";
import { type Services, slashCommand } from "./services.ts";

const show = async (
	interaction: ChatInputCommandInteraction<"cached">,
	services: Services,
	heading?: string,
): Promise<void> => {
	const { guildId, locale } = interaction;
	const t = textsFor(locale);
	const { voice, style, delivery, secondsPerDay, textMax, speakerRole } =
		services.preferences.readGuild(guildId);
	const orDefault = (own: string | null, value: string) => own ?? t("server.default", { value });
	const operatorSeconds = services.guildSecondsPerDay;
	const settings = t("server.show", {
		voice: orDefault(voice, services.voices.default),
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
		speakers: orDefault(speakerRole && `<@&${speakerRole}>`, t("server.everyone")),
		words: services.words.list(guildId).length,
	});
	const all = [...(heading ? [heading] : []), settings, describeVoiceChannels(guildId, services, t)];
	await respondPrivately(interaction, all.join("\n"));
};

/** @returns when Herald leaves a voice channel, and how long a text may be there */
const describeVoiceChannels = (guildId: string, { guildVoice }: Services, t: Translate): string => {
	const chosen = guildVoice.read(guildId);
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

/** `/server voice-channel`: changes what is named, and shows what holds then. */
const changeVoiceChannel = async (
	interaction: ChatInputCommandInteraction<"cached">,
	args: {
		readonly alone?: number | undefined;
		readonly idle?: number | undefined;
		readonly text?: number | undefined;
		readonly reset?: boolean | undefined;
	},
	services: Services,
): Promise<void> => {
	const { guildId, locale } = interaction;
	const change = {
		...(args.reset && { aloneSeconds: null, idleSeconds: null, textSeconds: null }),
		...(args.alone !== undefined && { aloneSeconds: args.alone }),
		...(args.idle !== undefined && { idleSeconds: args.idle }),
		...(args.text !== undefined && { textSeconds: args.text }),
	};
	if (Object.keys(change).length > 0) services.guildVoice.change(guildId, change);
	await respondPrivately(interaction, describeVoiceChannels(guildId, services, textsFor(locale)));
};

export const server = slashCommand({
	data: serverData,

	async execute(interaction, args, services) {
		const { guildId, locale, memberPermissions } = interaction;
		const t = textsFor(locale);
		// Discord hides the command, and a server's settings can show it to anybody: its own rule holds all the same.
		if (!memberPermissions.has(PermissionFlagsBits.ManageGuild))
			return respondPrivately(interaction, t("server.not_manager"));
		if (args.subcommand === "show") return show(interaction, services);
		if (args.subcommand === "words") return changeWords(interaction, args, services);

		if (args.subcommand === "voice-channel") return changeVoiceChannel(interaction, args, services);

		let change: Partial<GuildPreferences>;
		if (args.subcommand === "voice") {
			change = readSoundChange(args, services.voices);
		} else {
			const operator = services.guildSecondsPerDay;
			if (args.seconds !== undefined && operator > 0 && args.seconds > operator)
				return respondPrivately(interaction, t("server.seconds_too_many", { max: operator }));
			change = {
				...(args.reset && { secondsPerDay: null, textMax: null, speakerRole: null }),
				...(args.seconds !== undefined && { secondsPerDay: args.seconds }),
				...(args.text !== undefined && { textMax: args.text }),
				// The id of @everyone is the guild's.
				...(args.speakers !== undefined && {
					speakerRole: args.speakers.id === guildId ? null : args.speakers.id,
				}),
			};
		}
		if (Object.keys(change).length === 0) return respondPrivately(interaction, t("server.nothing"));
		services.preferences.changeGuild(guildId, change);
		return show(interaction, services, t("server.changed"));
	},

	autocomplete: (focused, { voices }) => completeSound(focused, voices),
});
