import type { Guild, Member, Playground } from "@herald/playground";
import { ChannelType, OverwriteType, PermissionFlagsBits } from "discord-api-types/v10";
import { openPlayground } from "./world.ts";

/** How many guilds share a shard, as Discord recommends. */
const guildsInShard = 1_000;
const roleCount = 10;
const categories = ["Welcome", "Talk", "Games"];
const textsInCategory = 4;
const voicesInCategory = 2;
const inVoice = 2;

const roles = Array.from({ length: roleCount - 2 }, (_, n) => ({
	name: `Role number ${n}`,
	permissions: ["ViewChannel", "SendMessages", "Connect", "Speak"] as const,
}));
/** Twenty channels: three categories, twelve for text, and five for voice. */
const channels = [
	...categories.flatMap((category) => [
		{ name: category, type: ChannelType.GuildCategory as const },
		...Array.from({ length: textsInCategory }, (_, n) => ({
			name: `${category.toLowerCase()}-${n}`,
			topic: `What is said in channel ${n} of ${category}, and what isn't`,
			category,
		})),
		...Array.from({ length: voicesInCategory - (category === "Games" ? 1 : 0) }, (_, n) => ({
			name: `${category} ${n}`,
			type: ChannelType.GuildVoice as const,
			category,
		})),
	]),
];

/** Adds overwrites for everyone and two roles: who may see a channel, and who may write in it. */
const setOverwrites = (guild: Guild): void => {
	const [everyone, reader, writer] = guild.roles.keys();
	const see = PermissionFlagsBits.ViewChannel;
	const write = PermissionFlagsBits.SendMessages | PermissionFlagsBits.Connect | PermissionFlagsBits.Speak;
	for (const { overwrites } of guild.channels.values())
		for (const [id = "", type, allow, deny] of [
			[
				everyone,
				OverwriteType.Role,
				0n,
				PermissionFlagsBits.MentionEveryone | PermissionFlagsBits.ManageThreads,
			],
			[reader, OverwriteType.Role, see, write],
			[writer, OverwriteType.Role, see | write, 0n],
		] as const)
			overwrites.push({ id, type, allow: String(allow), deny: String(deny) });
};

/** A playground with many realistic guilds: channels with overwrites, roles, and members in voice. */
export const startManyGuilds = async (
	count: number,
): Promise<{
	readonly playground: Playground;
	readonly people: readonly Member[];
	readonly shards: number;
}> => {
	const shards = Math.max(1, Math.ceil(count / guildsInShard));
	const playground = await openPlayground({
		guilds: [],
		// Nobody listens here, and keys for ten thousand groups would take minutes.
		daveVersion: 0,
		// As for bots in fewer than 150,000 guilds: one shard logs in every five seconds.
		sessionStartLimit: { maxConcurrency: 1 },
	});
	const people = Array.from({ length: count }, (_, n) => {
		const [first, ...others] = Array.from({ length: inVoice }, (_, m) => ({
			username: `member${m}-of-${n}`,
		}));
		if (!first) throw new Error("A guild has an owner");
		const guild = playground.world.addGuild({
			name: `Guild number ${n}`,
			members: [first, ...others],
			roles,
			channels,
		});
		setOverwrites(guild);
		const voice = [...guild.channels.values()].find(({ type }) => type === ChannelType.GuildVoice);
		for (const member of guild.members.values())
			if (member !== guild.bot && voice) playground.voice.join(member, voice);
		return guild.owner;
	});
	return { playground, people, shards };
};
