import { ApplicationCommandOptionType, PermissionFlagsBits } from "discord-api-types/v10";
import type { SlashData } from "../src/discord/command.ts";
import { stringOptionMax } from "../src/discord/limits.ts";
import { deliveryOption, styleOption, voiceOption } from "./options.ts";
import { inServers } from "./where.ts";

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

/** The declaration of `/server`. */
export const serverData = {
	name: "server",
	description: "How Herald speaks in this server",
	description_localizations: { de: "Wie Herald auf diesem Server spricht" },
	...inServers,
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
						de: "Sekunden Sprechzeit pro Tag für den ganzen Server, höchstens die des Betreibers",
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
					max_value: stringOptionMax,
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
			name: "voice-channel",
			name_localizations: { de: "sprachkanal" },
			description: "When Herald leaves a voice channel, and how long a text may be there",
			description_localizations: {
				de: "Wann Herald einen Sprachkanal verlässt, und wie lang ein Text dort sein darf",
			},
			type: Subcommand,
			options: [
				{
					name: "alone",
					name_localizations: { de: "allein" },
					description: "Seconds after which it leaves when nobody is there",
					description_localizations: { de: "Sekunden, nach denen er geht, wenn niemand da ist" },
					type: Integer,
					min_value: 5,
					max_value: 86_400,
				},
				{
					name: "idle",
					name_localizations: { de: "ruhe" },
					description: "Seconds after which it leaves when nothing is said",
					description_localizations: { de: "Sekunden, nach denen er geht, wenn nichts gesagt wird" },
					type: Integer,
					min_value: 10,
					max_value: 86_400,
				},
				{
					name: "text",
					description: "The longest text there, in seconds",
					description_localizations: { de: "Der längste Text dort, in Sekunden" },
					type: Integer,
					min_value: 5,
					max_value: 600,
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
					description_localizations: { de: "Eine Textdatei mit einem Wort oder einer Wendung pro Zeile" },
					type: Attachment,
				},
			],
		},
	],
} as const satisfies SlashData;
