import { ChannelType } from "discord-api-types/v10";
import type { Channel, Guild, GuildDescription, Member } from "./guild.ts";

export const homeDescription: GuildDescription = {
	name: "The Playground",
	members: [
		{ username: "ada", name: "Ada" },
		{ username: "ben", name: "Ben", roles: ["Night Shift"] },
	],
	roles: [{ name: "Night Shift" }, { name: "Day Shift" }],
	channels: [
		{ name: "general" },
		{ name: "Lounge", type: ChannelType.GuildVoice },
		{ name: "Studio", type: ChannelType.GuildVoice },
		{ name: "Stage", type: ChannelType.GuildStageVoice },
		{ name: "Away", type: ChannelType.GuildVoice },
	],
	afkChannel: "Away",
};

/** Finds the guild made of `homeDescription`, its members and channels. @throws TypeError if one of them is missing */
export const findHome = (guilds: readonly Guild[]) => {
	const guild = guilds.find(({ name }) => name === homeDescription.name);
	if (!guild) throw new TypeError("The playground was started with other guilds.");
	const member = (username: string): Member => {
		for (const each of guild.members.values()) if (each.user.username === username) return each;
		throw new TypeError(`The guild has no member ${username}.`);
	};
	const channel = (name: string): Channel => {
		for (const each of guild.channels.values()) if (each.name === name) return each;
		throw new TypeError(`The guild has no channel ${name}.`);
	};
	return {
		guild,
		owner: member("ada"),
		ordinary: member("ben"),
		bot: guild.bot,
		text: channel("general"),
		voice: channel("Lounge"),
		secondVoice: channel("Studio"),
		stage: channel("Stage"),
		afk: channel("Away"),
	};
};

/** The default guild, with its members and channels under fixed names. */
export type Home = ReturnType<typeof findHome>;
