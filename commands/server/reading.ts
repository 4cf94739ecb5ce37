import { MessageFlags } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { respondPrivately } from "../../src/discord/respond.ts";
import { describeAccess, describeReading } from "../../src/reading/describe-reading.ts";
import { textsFor } from "../../src/texts/index.ts";
import { subcommand } from "../services.ts";
import { reset } from "./reset-option.ts";
import { settingOptions } from "./setting-options.ts";

const { options, readChange } = settingOptions({
	"voice-chat": "voiceChat",
	names: "names",
	"listeners-only": "listenersOnly",
	"max-seconds": "maxSeconds",
	dialogue: "dialogue",
	announce: "announce",
	"auto-join": "autoJoin",
	share: "sharePercent",
	hold: "holdMs",
});

export const reading = subcommand({
	options: { ...options, "reset-name": { type: ApplicationCommandOptionType.User }, reset },

	async execute(interaction, args, services) {
		const { store, access } = services;
		const { guildId, locale } = interaction;
		const t = textsFor(locale);
		const change = readChange(args, guildId);
		const renamed = args["reset-name"];
		const who = renamed && `<@${renamed.id}>`;
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		if (Object.keys(change).length > 0) {
			await store.settings.changeGuild(guildId, change);
			await services.reader.applySettings(interaction.guild);
		}
		const hadName =
			renamed !== undefined && (await store.settings.readMember(guildId, renamed.id)).spokenName !== null;
		if (hadName) await store.settings.changeMember(guildId, renamed.id, { spokenName: null });
		const [now, entries] = await Promise.all([store.reading.read(guildId), store.dictionary.list(guildId)]);
		const lines = [
			...(who === undefined ? [] : [t(hadName ? "reading.name_reset" : "reading.no_name", { who })]),
			describeReading(now, entries.length, t),
			describeAccess(access, t) ?? [],
		].flat();
		await respondPrivately(interaction, lines.join("\n"));
	},
});
