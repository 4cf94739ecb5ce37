import type { ChatInputCommandInteraction } from "discord.js";
import {
	ApplicationCommandOptionType,
	ApplicationIntegrationType,
	InteractionContextType,
	PermissionFlagsBits,
} from "discord-api-types/v10";
import { type SlashData, slashCommand } from "../src/discord/command.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { showText } from "../src/discord/show-text.ts";
import { textsFor } from "../src/discord/texts/index.ts";
import { textMaxCharacters } from "../src/limits.ts";
import { cleanStyle } from "../src/say/choose.ts";
import { chooseVoice } from "../src/say/choose-voice.ts";
import type { GuildPreferences } from "../src/store/preferences.ts";
import { completeSound, deliveryOption, styleOption, voiceOption } from "./options.ts";
import { changeWords } from "./server-words.ts";
import type { Services } from "./services.ts";

const {
	Subcommand,
	Integer,
	Role,
	String: StringOption,
	Boolean: BooleanOption,
	Attachment,
} = ApplicationCommandOptionType;

const resetOption = {
	name: "reset",
	name_localizations: { de: "zurücksetzen" },
	description: "Go back to the operator's settings first",
	description_localizations: { de: "Vorher zu den Vorgaben des Betreibers zurück" },
	type: BooleanOption,
} as const;

const data = {
	name: "server",
	description: "How Herald speaks in this server",
	description_localizations: { de: "Wie Herald auf diesem Server spricht" },
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	// A command of its own, so that Discord hides it from whoever may not use it.
	default_member_permissions: String(PermissionFlagsBits.ManageGuild),
	options: [
		{
			name: "show",
			name_localizations: { de: "zeigen" },
			description: "What is set here",
			description_localizations: { de: "Was hier eingestellt ist" },
			type: Subcommand,
		},
		{
			name: "voice",
			name_localizations: { de: "stimme" },
			description: "How Herald sounds here for whoever chose nothing",
			description_localizations: { de: "Wie Herald hier klingt, wenn jemand nichts gewählt hat" },
			type: Subcommand,
			options: [voiceOption, styleOption, deliveryOption, resetOption],
		},
		{
			name: "limits",
			name_localizations: { de: "grenzen" },
			description: "How much is spoken here, and for whom",
			description_localizations: { de: "Wie viel hier gesprochen wird, und für wen" },
			type: Subcommand,
			options: [
				{
					name: "seconds",
					name_localizations: { de: "sekunden" },
					description: "Seconds of speech a day for the whole server, below the operator's",
					description_localizations: {
						de: "Sekunden Sprache am Tag für den ganzen Server, unter denen des Betreibers",
					},
					type: Integer,
					min_value: 1,
					max_value: 86_400,
				},
				{
					name: "text",
					description: "The longest text, in characters",
					description_localizations: { de: "Der längste Text, in Zeichen" },
					type: Integer,
					min_value: 1,
					max_value: textMaxCharacters,
				},
				{
					name: "speakers",
					name_localizations: { de: "sprecher" },
					description: "The role that may speak; @everyone for all",
					description_localizations: { de: "Die Rolle, die sprechen darf; @everyone für alle" },
					type: Role,
				},
				resetOption,
			],
		},
		{
			name: "words",
			name_localizations: { de: "wörter" },
			description: "What is not spoken here",
			description_localizations: { de: "Was hier nicht gesprochen wird" },
			type: Subcommand,
			options: [
				{
					name: "action",
					name_localizations: { de: "aktion" },
					description: "What to do with the list",
					description_localizations: { de: "Was mit der Liste geschieht" },
					type: StringOption,
					required: true,
					choices: [
						{ name: "add", name_localizations: { de: "hinzufügen" }, value: "add" },
						{ name: "remove", name_localizations: { de: "entfernen" }, value: "remove" },
						{ name: "import a file", name_localizations: { de: "Datei importieren" }, value: "import" },
						{
							name: "export as a file",
							name_localizations: { de: "als Datei exportieren" },
							value: "export",
						},
					],
				},
				{
					name: "words",
					name_localizations: { de: "wörter" },
					description: "Words or phrases, separated by commas",
					description_localizations: { de: "Wörter oder Wendungen, durch Kommas getrennt" },
					type: StringOption,
				},
				{
					name: "file",
					name_localizations: { de: "datei" },
					description: "A text file with one word or phrase a line",
					description_localizations: { de: "Eine Textdatei mit einem Wort oder einer Wendung je Zeile" },
					type: Attachment,
				},
			],
		},
	],
} as const satisfies SlashData;

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
			t("server.characters", { max: textMaxCharacters }),
		),
		speakers: orDefault(speakerRole && `<@&${speakerRole}>`, t("server.everyone")),
		words: services.words.list(guildId).length,
	});
	await respondPrivately(interaction, heading ? `${heading}\n${settings}` : settings);
};

export const server = slashCommand<Services, typeof data>({
	data,

	async execute(interaction, args, services) {
		const { guildId, locale, memberPermissions } = interaction;
		const t = textsFor(locale);
		// Discord hides the command, and a server's settings can show it to anybody: its own rule holds all the same.
		if (!memberPermissions.has(PermissionFlagsBits.ManageGuild))
			return respondPrivately(interaction, t("server.not_manager"));
		if (args.subcommand === "show") return show(interaction, services);
		if (args.subcommand === "words") return changeWords(interaction, args, services);

		let change: Partial<GuildPreferences>;
		if (args.subcommand === "voice") {
			const style = cleanStyle(args.style);
			change = {
				...(args.reset && { voice: null, style: null, delivery: null }),
				...(args.voice !== undefined && { voice: chooseVoice(args.voice, services.voices.extra).name }),
				...(style !== undefined && { style }),
				...(args.delivery !== undefined && { delivery: args.delivery }),
			};
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
