import { ApplicationCommandOptionType, ChannelType } from "discord-api-types/v10";
import type { SlashData } from "../src/discord/command.ts";
import { describeVoiceTrouble } from "../src/discord/describe-problem.ts";
import { noMentions, respondPrivately } from "../src/discord/respond.ts";
import { textsFor } from "../src/discord/texts/index.ts";
import { slashCommand } from "./services.ts";
import { inServers } from "./where.ts";

/** Texts of a queue that one answer shows. */
const textsShown = 15;

const joinData = {
	...inServers,
	name: "join",
	name_localizations: { de: "komm" },
	description: "Bring Herald into your voice channel",
	description_localizations: { de: "Herald in deinen Sprachkanal holen" },
	options: [
		{
			name: "channel",
			name_localizations: { de: "kanal" },
			description: "Another voice channel",
			description_localizations: { de: "Ein anderer Sprachkanal" },
			type: ApplicationCommandOptionType.Channel,
			channel_types: [ChannelType.GuildVoice, ChannelType.GuildStageVoice],
		},
	],
} as const satisfies SlashData;

export const join = slashCommand({
	data: joinData,
	async execute(interaction, { channel }, { voice }) {
		const t = textsFor(interaction.locale);
		await interaction.deferReply();
		const { channelId, trouble } = await voice.join(interaction.member, channel?.id);
		const content = [
			t("channel.joined", { channel: `<#${channelId}>` }),
			...(trouble ? [describeVoiceTrouble(trouble, t)] : []),
		].join("\n");
		await interaction.editReply({ content, allowedMentions: noMentions });
	},
});

const leaveData = {
	...inServers,
	name: "leave",
	name_localizations: { de: "geh" },
	description: "Send Herald out of the voice channel",
	description_localizations: { de: "Herald aus dem Sprachkanal schicken" },
} as const satisfies SlashData;

export const leave = slashCommand({
	data: leaveData,
	async execute(interaction, _, { voice }) {
		await interaction.deferReply();
		const channelId = await voice.leave(interaction.member);
		const content = textsFor(interaction.locale)("channel.gone", { channel: `<#${channelId}>` });
		await interaction.editReply({ content, allowedMentions: noMentions });
	},
});

const skipData = {
	...inServers,
	name: "skip",
	name_localizations: { de: "weiter" },
	description: "Skip what Herald is saying, or all that is yours",
	description_localizations: { de: "Überspringen, was Herald gerade sagt, oder alles von dir" },
	options: [
		{
			name: "all",
			name_localizations: { de: "alles" },
			description: "Everything of mine that waits or plays",
			description_localizations: { de: "Alles von mir, was wartet oder läuft" },
			type: ApplicationCommandOptionType.Boolean,
		},
	],
} as const satisfies SlashData;

export const skip = slashCommand({
	data: skipData,
	async execute(interaction, { all }, { voice }) {
		const count = voice.skip(interaction.member, all ? "mine" : "current").length;
		await interaction.reply({
			content: textsFor(interaction.locale)("channel.skipped.count", { count }),
			allowedMentions: noMentions,
		});
	},
});

const stopData = {
	...inServers,
	name: "stop",
	name_localizations: { de: "stopp" },
	description: "Stop everything that plays and waits",
	description_localizations: { de: "Alles beenden, was läuft und wartet" },
} as const satisfies SlashData;

export const stop = slashCommand({
	data: stopData,
	async execute(interaction, _, { voice }) {
		const count = voice.stop(interaction.member).length;
		await interaction.reply({
			content: textsFor(interaction.locale)("channel.stopped.count", { count }),
			allowedMentions: noMentions,
		});
	},
});

const queueData = {
	...inServers,
	name: "queue",
	name_localizations: { de: "schlange" },
	description: "What Herald is saying, what waits, and how long",
	description_localizations: { de: "Was Herald gerade sagt, was wartet, und wie lange" },
} as const satisfies SlashData;

export const queue = slashCommand({
	data: queueData,
	async execute(interaction, _, { voice }) {
		const t = textsFor(interaction.locale);
		const view = voice.queue(interaction.guildId);
		if (!view) return respondPrivately(interaction, t("problem.voice.not_in_channel"));
		const channel = `<#${view.channelId}>`;
		if (view.texts.length === 0) return respondPrivately(interaction, t("channel.queue.empty", { channel }));
		const lines = view.texts
			.slice(0, textsShown)
			.map(({ userId, estimateMs, playing, lines: [first] }, index) =>
				t("channel.queue.line", {
					place: playing ? "▶" : `${index + 1}.`,
					who: `<@${userId}>`,
					voice: first?.voice ?? "",
					seconds: Math.ceil(estimateMs / 1_000),
				}),
			);
		const total = t("channel.queue.total", {
			channel,
			count: view.texts.length,
			seconds: Math.ceil(view.totalMs / 1_000),
		});
		const trouble = view.trouble ? [describeVoiceTrouble(view.trouble, t)] : [];
		return respondPrivately(interaction, [total, ...lines, ...trouble].join("\n"));
	},
});
