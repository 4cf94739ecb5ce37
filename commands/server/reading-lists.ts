import type { Guild } from "discord.js";
import { ChannelType, ComponentType, SelectMenuDefaultValueType } from "discord-api-types/v10";
import { actionRow } from "../../src/discord/buttons.ts";
import { choicesMax } from "../../src/discord/limits.ts";
import {
	describeChannel,
	describeIgnored,
	describeSource,
	describeUnseen,
} from "../../src/reading/describe-reading.ts";
import { defaultPrefix } from "../../src/reading/skip-reasons.ts";
import { prefixMax } from "../../src/settings/settings.ts";
import { isUnseen } from "../../src/shared/can-view.ts";
import type { IgnoreRule, ReadChannel, ReadSource } from "../../src/store/database.ts";
import { labelled, textInput } from "../panel/components.ts";
import { serverList } from "./list.ts";
import { serverRoutes } from "./server-settings.ts";

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

/** @returns the name of a member or role, if it is cached; else the id */
const nameOf = ({ members, roles }: Guild, id: string): string =>
	members.cache.get(id)?.displayName ?? roles.cache.get(id)?.name ?? id;

/** How many members or roles can be chosen: none, or as many as a menu allows. */
const anyNumber = { min_values: 0, max_values: choicesMax, required: false };

/** The most rules of a list: enough for any list kept by hand. */
const ignoresMax = 200;

export const ignores = serverList<IgnoreRule>({
	page: "filter",
	max: ignoresMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).ignores,
	change: ({ guildId }, { reading }, edit) => reading.changeIgnores(guildId, edit),
	keyOf: ({ kind, value }) => `${kind} ${value}`,
	describe: describeIgnored,
	label: ({ kind, value }, t, guild) =>
		kind === "prefix" ? t("reading.prefix", { prefix: value }) : nameOf(guild, value),
	fields: (t) => [
		labelled(t("ignore.who"), { type: ComponentType.MentionableSelect, custom_id: "who", ...anyNumber }),
		labelled(t("ignore.prefix"), textInput("prefix", { max_length: prefixMax })),
	],
	take: async ({ fields, guildId }, _, t) => {
		const { roles, users } = fields.getSelectedMentionables("who") ?? {};
		const prefix = fields.getTextInputValue("prefix").trim();
		// The id of @everyone is the guild's.
		if (roles?.has(guildId)) return t("ignore.everyone");
		const rules: IgnoreRule[] = [
			...[...(users?.keys() ?? [])].map((value) => ({ kind: "user", value }) as const),
			...[...(roles?.keys() ?? [])].map((value) => ({ kind: "role", value }) as const),
			...(prefix ? [{ kind: "prefix", value: prefix } as const] : []),
		];
		return rules;
	},
	note: (entries, t) =>
		entries.some(({ kind }) => kind === "prefix")
			? undefined
			: t("ignore.default_prefix", { prefix: defaultPrefix }),
});

/** The most bots and webhooks of a list: enough for any list kept by hand. */
const sourcesMax = 50;

export const sources = serverList<ReadSource>({
	page: "bots",
	max: sourcesMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).sources,
	change: ({ guildId }, { reading }, edit) => reading.changeSources(guildId, edit),
	keyOf: ({ kind, id }) => `${kind} ${id}`,
	describe: describeSource,
	label: (source, t, guild) => (source.kind === "bot" ? nameOf(guild, source.id) : describeSource(source, t)),
	fields: (t) => [
		labelled(t("sources.bots"), { type: ComponentType.UserSelect, custom_id: "bots", ...anyNumber }),
		labelled(t("sources.webhook"), textInput("webhook", { max_length: 200 }), t("sources.webhook.hint")),
	],
	take: async ({ fields, client }, _, t) => {
		const given = fields.getTextInputValue("webhook").trim();
		// An id alone, or a webhook's URL, whose token must not be kept.
		const webhook = /^(?:https:\/\/\S+\/webhooks\/)?(\d{17,20})(?:\/\S*)?$/.exec(given)?.[1];
		if (given !== "" && webhook === undefined) return t("read-bots.no_webhook");
		const bots = [...(fields.getSelectedUsers("bots")?.values() ?? [])];
		if (bots.some(({ id }) => id === client.user.id)) return t("skip.own_message");
		const person = bots.find(({ bot }) => !bot);
		if (person) return t("read-bots.no_bot", { who: `<@${person.id}>` });
		return [
			...bots.map(({ id }) => ({ kind: "bot", id }) as const),
			...(webhook === undefined ? [] : [{ kind: "webhook", id: webhook } as const]),
		];
	},
});
