import { ChannelType } from "discord-api-types/v10";
import { channelFields, toldFields } from "../world/fields.ts";
import { type Channel, type Guild, isThread } from "../world/guild.ts";
import { canView } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import type { Gateway } from "./gateway.ts";

/** The ends of events' names. */
export const suffix = { created: "CREATE", changed: "UPDATE", deleted: "DELETE" } as const;

/**
 * Sends the application the events of its channels. Those that it can't view are hidden (CHANNEL_OBFUSCATED), and so is
 * each from when it loses sight of it until it sees it again; their threads are left out.
 */
export const dispatchChannels = ({ feed, guilds, applicationId }: World, gateway: Gateway): void => {
	/** The channels that are hidden, as the application was last told. */
	const hidden = new WeakSet<Channel>();
	/** Notes whether a channel is hidden. @returns whether that is news */
	const note = (channel: Channel): boolean => {
		const wasHidden = hidden.has(channel);
		if (canView(channel.guild.bot, channel)) hidden.delete(channel);
		else hidden.add(channel);
		return hidden.has(channel) !== wasHidden;
	};
	const noteAll = ({ channels }: Guild): void => {
		for (const channel of channels.values()) note(channel);
	};
	const tell = (channel: Channel, isNews: boolean): void => {
		const { id, guild } = channel;
		gateway.dispatch("CHANNEL_UPDATE", toldFields(channel), guild.id);
		const threads = [...guild.channels.values()].filter(
			(each) => each.parentId === id && each.thread?.archived === false && canView(guild.bot, each),
		);
		if (!isNews || hidden.has(channel) || threads.length === 0) return;
		const data = { guild_id: guild.id, channel_ids: [id], threads: threads.map(channelFields), members: [] };
		gateway.dispatch("THREAD_LIST_SYNC", data, guild.id);
	};
	/** Tells of the channels that came into sight, or went out of it. */
	const review = ({ channels }: Guild): void => {
		for (const channel of channels.values()) if (!isThread(channel) && note(channel)) tell(channel, true);
	};

	for (const guild of guilds.values()) noteAll(guild);
	feed.on("guildChange", (kind, guild) => kind === "created" && noteAll(guild));
	feed.on("presenceChange", noteAll);
	feed.on("channelChange", (kind, channel) => {
		const { guild } = channel;
		if (isThread(channel)) dispatchThread(gateway, kind, channel);
		else if (kind === "changed") tell(channel, note(channel));
		else {
			note(channel);
			gateway.dispatch(`CHANNEL_${suffix[kind]}`, toldFields(channel), guild.id);
		}
		// A category is seen with what is in it.
		review(guild);
	});
	feed.on("threadMembers", (thread, added) => {
		const { type, guild } = thread;
		if (type === ChannelType.PrivateThread && added.includes(applicationId))
			gateway.dispatch("THREAD_CREATE", channelFields(thread), guild.id);
	});
	feed.on("memberChange", (_, { guild, user }) => user === guild.bot.user && review(guild));
	feed.on("roleChange", (_kind, _role, guild) => review(guild));
	feed.on("voice", (member) => member && member === member.guild.bot && review(member.guild));
};

const dispatchThread = (gateway: Gateway, kind: keyof typeof suffix, channel: Channel): void => {
	const { id, type, guild, parentId } = channel;
	const gone = { id, type, guild_id: guild.id, parent_id: parentId };
	if (kind === "deleted") gateway.dispatch("THREAD_DELETE", gone, guild.id);
	else if (canView(guild.bot, channel))
		gateway.dispatch(
			`THREAD_${suffix[kind]}`,
			{ ...channelFields(channel), ...(kind === "created" && { newly_created: true }) },
			guild.id,
		);
};
