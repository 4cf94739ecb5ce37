import { type ChatInputCommandInteraction, PermissionFlagsBits } from "discord.js";
import { ApplicationCommandOptionType, ChannelType } from "discord-api-types/v10";
import { respondPrivately } from "../../src/discord/respond.ts";
import { describeChannel } from "../../src/reading/describe-reading.ts";
import type { ReadChannel, Reading } from "../../src/store/reading-settings.ts";
import { type Translate, textsFor } from "../../src/texts/index.ts";
import { subcommand } from "../services.ts";
import { action, editReadingList } from "./edit-reading-list.ts";

/** Who listens has to follow them all. */
const channelsMax = 10;

const voiceChannels = [ChannelType.GuildVoice, ChannelType.GuildStageVoice] as const;
const withThreads = [
	ChannelType.GuildText,
	ChannelType.GuildAnnouncement,
	ChannelType.GuildForum,
	ChannelType.GuildMedia,
] as const;
const publicThreads = [ChannelType.PublicThread, ChannelType.AnnouncementThread] as const;

type Interaction = ChatInputCommandInteraction<"cached">;

/** Takes channels that were deleted off the list. @returns how many there were */
const dropDeleted = async (
	{ guild, guildId }: Interaction,
	change: Reading["changeChannels"],
): Promise<number> => {
	const exists = (id: string | null) => id === null || guild.channels.cache.has(id);
	const { before, after } = await change(guildId, (current) => {
		const left = current.filter(({ channelId, spokenIn }) => exists(channelId) && exists(spokenIn));
		return left.length < current.length ? left : undefined;
	});
	return before - after;
};

/** @returns why a channel can't be on the list; undefined if it can */
const findObjection = (
	{ guild }: Interaction,
	channel: { readonly id: string; readonly type: ChannelType } | undefined,
	t: Translate,
): string | undefined => {
	if (channel === undefined) return t("read-channels.needed");
	if (channel.type === ChannelType.PrivateThread) return t("read-channels.private_thread");
	if (publicThreads.some((type) => type === channel.type)) {
		const parentId = guild.channels.resolve(channel.id)?.parentId;
		return t("read-channels.thread", { channel: parentId ? `<#${parentId}>` : t("read-channels.parent") });
	}
	return undefined;
};

export const readChannels = subcommand({
	options: {
		action,
		channel: {
			type: ApplicationCommandOptionType.Channel,
			channel_types: [...withThreads, ...voiceChannels, ...publicThreads, ChannelType.PrivateThread],
		},
		"spoken-in": { type: ApplicationCommandOptionType.Channel, channel_types: voiceChannels },
	},

	async execute(interaction, { action: what, channel, "spoken-in": spokenIn }, services) {
		const { store } = services;
		const { guild, guildId, locale } = interaction;
		const t = textsFor(locale);
		const objection = what === "list" ? undefined : findObjection(interaction, channel, t);
		if (objection) return respondPrivately(interaction, objection);
		const deleted = await dropDeleted(interaction, store.reading.changeChannels);
		const { me } = guild.members;
		const isHidden =
			what === "add" &&
			channel !== undefined &&
			me !== null &&
			!guild.channels.cache.get(channel.id)?.permissionsFor(me).has(PermissionFlagsBits.ViewChannel);
		const given = channel ? [{ channelId: channel.id, spokenIn: spokenIn?.id ?? null }] : [];
		await editReadingList<ReadChannel>(interaction, what, given, {
			name: "read-channels",
			change: store.reading.changeChannels,
			max: channelsMax,
			keyOf: ({ channelId }) => channelId,
			read: async () => (await store.reading.read(guildId)).channels,
			describe: (each) => describeChannel(each, t),
			notes: [
				...(isHidden ? [t("problem.voice.missing_view", { channel: `<#${channel.id}>` })] : []),
				...(deleted > 0 ? [t("read-channels.deleted", { count: deleted })] : []),
				...(what === "add" ? [t("read-channels.guard")] : []),
			],
		});
		await services.reader.applySettings(guild);
	},
});
