import { MessageFlags } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { respondPrivately } from "../../src/discord/respond.ts";
import { textsFor } from "../../src/discord/texts/index.ts";
import { describeAccess } from "../../src/reading/describe-access.ts";
import { describeReading } from "../../src/reading/describe-reading.ts";
import type { ReadingSettings } from "../../src/store/reading-settings.ts";
import { subcommand } from "../services.ts";
import { reset } from "./reset-option.ts";

const { Boolean: YesNo, Integer, Number: Decimal, String: Text, User } = ApplicationCommandOptionType;

const allDefault: ReadingSettings = {
	voiceChat: null,
	names: null,
	listenersOnly: null,
	maxSeconds: null,
	dialogue: null,
	announce: null,
	autoJoin: null,
	sharePercent: null,
	holdMs: null,
};

export const reading = subcommand({
	options: {
		"voice-chat": { type: YesNo },
		names: { type: Text, choices: ["off", "changed", "always"] },
		"listeners-only": { type: YesNo },
		"max-seconds": { type: Integer, min_value: 5, max_value: 60 },
		dialogue: { type: YesNo },
		announce: { type: Text, choices: ["off", "joins", "both"] },
		"auto-join": { type: Text, choices: ["off", "on-message", "on-entry"] },
		share: { type: Integer, min_value: 1, max_value: 100 },
		hold: { type: Decimal, min_value: 0, max_value: 3 },
		"reset-name": { type: User },
		reset,
	},

	async execute(interaction, args, services) {
		const { store, access } = services;
		const { guildId, locale } = interaction;
		const t = textsFor(locale);
		const change = {
			...(args.reset && allDefault),
			...(args["voice-chat"] !== undefined && { voiceChat: args["voice-chat"] }),
			...(args.names !== undefined && { names: args.names }),
			...(args["listeners-only"] !== undefined && { listenersOnly: args["listeners-only"] }),
			...(args["max-seconds"] !== undefined && { maxSeconds: args["max-seconds"] }),
			...(args.dialogue !== undefined && { dialogue: args.dialogue }),
			...(args.announce !== undefined && { announce: args.announce }),
			...(args["auto-join"] !== undefined && { autoJoin: args["auto-join"] }),
			...(args.share !== undefined && { sharePercent: args.share }),
			...(args.hold !== undefined && { holdMs: Math.round(args.hold * 1_000) }),
		};
		const renamed = args["reset-name"];
		const who = renamed && `<@${renamed.id}>`;
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		if (Object.keys(change).length > 0) {
			await store.reading.changeSettings(guildId, change);
			await services.reader.applySettings(interaction.guild);
		}
		const hadName =
			renamed !== undefined && (await store.preferences.readMember(guildId, renamed.id)).spokenName !== null;
		if (hadName) await store.preferences.changeMember(guildId, renamed.id, { spokenName: null });
		const [now, entries] = await Promise.all([store.reading.read(guildId), store.dictionary.list(guildId)]);
		const lines = [
			...(who === undefined ? [] : [t(hadName ? "reading.name_reset" : "reading.no_name", { who })]),
			describeReading(now, entries.length, t),
			describeAccess(access, t) ?? [],
		].flat();
		await respondPrivately(interaction, lines.join("\n"));
	},
});
