import { ChannelType, ComponentType, SelectMenuDefaultValueType } from "discord-api-types/v10";
import { describeChannel, describeUnseen } from "../../src/reading/describe-reading.ts";
import { isUnseen } from "../../src/shared/can-view.ts";
import type { ReadChannel } from "../../src/store/database.ts";
import { actionRow, labelled } from "../panel/components.ts";
import { serverList } from "./list.ts";
import { serverRoutes } from "./routes.ts";

/** The most channels that are read aloud in a server: listeners have to follow them all. */
const channelsMax = 10;

const voiceTypes: ChannelType[] = [ChannelType.GuildVoice, ChannelType.GuildStageVoice];
/**
 * The types of channels that may be read, with their threads. There are no media channels among them, because Discord's
 * channel select doesn't offer any.
 */
const readTypes: ChannelType[] = [
	ChannelType.GuildText,
	ChannelType.GuildAnnouncement,
	ChannelType.GuildForum,
	...voiceTypes,
];

export const channels = serverList<ReadChannel>({
	page: "reading",
	max: channelsMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).channels,
	// An entry is dropped if its channel, or the voice channel that it is spoken in, was deleted.
	change: ({ guild, guildId }, { reading }, edit) =>
		reading.changeChannels(guildId, (current) =>
			edit(
				current.filter(({ channelId, spokenIn }) =>
					[channelId, spokenIn].every((id) => id === null || guild.channels.cache.has(id)),
				),
			),
		),
	keyOf: ({ channelId }) => channelId,
	describe: describeChannel,
	label: ({ channelId: id }, t, guild) =>
		isUnseen(guild, id) ? t("read-channels.unseen", { id }) : `#${guild.channels.cache.get(id)?.name ?? id}`,
	fields: (t) => [
		labelled(t("list.channels"), {
			type: ComponentType.ChannelSelect,
			custom_id: "channels",
			channel_types: readTypes,
			max_values: channelsMax,
		}),
		labelled(
			t("read-channels.spoken_in"),
			{
				type: ComponentType.ChannelSelect,
				custom_id: "spoken-in",
				channel_types: voiceTypes,
				min_values: 0,
				required: false,
			},
			t("read-channels.anywhere"),
		),
	],
	take: async ({ fields }) => {
		const spokenIn = fields.getSelectedChannels("spoken-in")?.firstKey() ?? null;
		const chosen = fields.getSelectedChannels("channels", true);
		return [...chosen.keys()].map((channelId) => ({ channelId, spokenIn }));
	},
	note: (entries, t, guild) => [t("read-channels.guard"), ...describeUnseen(entries, guild, t)].join("\n"),
	inPage: (entries, guild, t) => {
		const known = entries.filter(({ channelId }) => {
			const channel = guild.channels.cache.get(channelId);
			return channel !== undefined && readTypes.includes(channel.type);
		});
		return [
			actionRow({
				type: ComponentType.ChannelSelect,
				custom_id: serverRoutes.channels.to(),
				placeholder: t("guide.choose"),
				channel_types: readTypes,
				min_values: 0,
				max_values: channelsMax,
				default_values: known.map(({ channelId }) => ({
					id: channelId,
					type: SelectMenuDefaultValueType.Channel,
				})),
			}),
		];
	},
	afterwards: async ({ guild }, { added = [] }, _, t) => describeUnseen(added, guild, t),
});
