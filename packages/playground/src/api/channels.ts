import { refuse } from "../checks/api-error.ts";
import { Form } from "../checks/form.ts";
import type { Json } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import type { Parts } from "../parts.ts";
import { channelFields, directFields } from "../world/fields.ts";
import { isThread, type ThreadChannel, takesMessages } from "../world/guild.ts";
import { mayDo, writingPermission } from "../world/permissions.ts";
import { changeThread } from "../world/threads.ts";
import { findChannel } from "./find.ts";
import type { Api } from "./routes.ts";

// docs/resources/channel#modify-channel: for voice channels and text channels, where the schema takes what a stage or a
// forum may have.
const checkChannelChange = (change: Json): void => {
	const form = new Form();
	if (change.name !== undefined) form.in("name").text(change.name, 1, limits.nameLength);
	form.in("topic").text(change.topic, 0, 1_024);
	if (typeof change.user_limit === "number") form.in("user_limit").number(change.user_limit, 0, 99);
	form.finish();
};

/** The fields of a change, under the names that they have in the world. */
const inWorldNames = (change: Json, names: Readonly<Record<string, string>>): Json =>
	Object.fromEntries(
		Object.entries(names).flatMap(([from, to]) => (change[from] === undefined ? [] : [[to, change[from]]])),
	);

const ofChannel = {
	name: "name",
	topic: "topic",
	nsfw: "nsfw",
	position: "position",
	parent_id: "parentId",
	rate_limit_per_user: "slowmodeSeconds",
	user_limit: "userLimit",
};
const ofThread = {
	name: "name",
	archived: "archived",
	locked: "locked",
	invitable: "invitable",
	auto_archive_duration: "autoArchiveMinutes",
	rate_limit_per_user: "slowmodeSeconds",
};

/** Channels and threads themselves, and typing in them. */
export const addChannelRoutes = (api: Api, { world }: Parts): void => {
	const patchThread = (channel: ThreadChannel, change: Json): void => {
		const { thread, guild } = channel;
		const manages = mayDo(guild.bot, "ManageThreads", channel);
		const own = thread.ownerId === world.applicationId;
		const wakes = change.archived === false && Object.keys(change).length === 1 && !thread.locked;
		if (!manages && !wakes && (!own || change.locked !== undefined)) throw refuse.missingPermissions();
		if (thread.archived && change.archived !== false) throw refuse.threadArchived();
		changeThread(world, channel, inWorldNames(change, ofThread));
	};

	api.get("/channels/:channel", ({ params }) => {
		const channel = findChannel(world, params.channel);
		return channel.guild.isPrivate ? directFields(channel) : channelFields(channel);
	});
	api.patch("/channels/:channel", ({ params, json }) => {
		const channel = findChannel(world, params.channel);
		checkChannelChange(json);
		if (isThread(channel)) patchThread(channel, json);
		else {
			findChannel(world, params.channel, "ManageChannels");
			world.changeChannel(channel, inWorldNames(json, ofChannel));
		}
		return channelFields(channel);
	});
	api.delete("/channels/:channel", ({ params }) => {
		const channel = findChannel(world, params.channel);
		findChannel(world, params.channel, isThread(channel) ? "ManageThreads" : "ManageChannels");
		world.removeChannel(channel);
		return channelFields(channel);
	});
	api.post("/channels/:channel/typing", ({ params }) => {
		const channel = findChannel(world, params.channel);
		if (!takesMessages(channel)) throw refuse.wrongChannelType();
		findChannel(world, params.channel, writingPermission(channel));
		world.feed.emit("typing", channel.guild.bot, channel, world.clock.now());
	});
};
