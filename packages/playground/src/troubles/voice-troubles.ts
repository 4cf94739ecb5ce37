import { ChannelType } from "discord-api-types/v10";
import { InputError } from "../checks/input-error.ts";
import { writeAll } from "../texts/write.js";
import type { Voice } from "../voice/index.ts";
import type { Channel, Guild } from "../world/guild.ts";
import type { Trouble } from "./panel.ts";
import { requireConnection } from "./require-connection.ts";

/** The voice channel that the application is dragged to: the guild's first, or its second from there. */
const nextChannel = ({ bot, channels, voiceStates }: Guild): Channel => {
	const current = voiceStates.get(bot.user.id)?.channelId;
	for (const channel of channels.values())
		if (channel.type === ChannelType.GuildVoice && channel.id !== current) return channel;
	throw new InputError("noOtherVoice");
};

/** The troubles in voice channels: what moderators do to the application there, and a lost connection. */
export const voiceTroubles = (name: string, voice: Voice): readonly Trouble[] => [
	{
		id: "kick-bot",
		label: writeAll("kickBot", { name }),
		run: ({ bot }) => voice.kick(bot),
	},
	{
		id: "move-bot",
		label: writeAll("moveBot", { name }),
		run: (guild) => {
			voice.states.of(guild.bot);
			voice.move(guild.bot, nextChannel(guild));
		},
	},
	{
		id: "mute-bot",
		label: writeAll("muteBot", { name }),
		isOn: ({ bot }) => bot.mute,
		run: ({ bot }) => voice.setServerMute(bot, !bot.mute),
	},
	{
		id: "speaker-bot",
		label: writeAll("speakerBot", { name }),
		isOn: ({ bot, voiceStates }) => voice.isOnStage(bot) && voiceStates.get(bot.user.id)?.suppress === false,
		run: ({ bot }) => {
			if (!voice.isOnStage(bot)) throw new InputError("onNoStage", { name });
			voice.setSuppressed(bot, !voice.states.of(bot).suppress);
		},
	},
	{
		id: "drop-voice",
		label: writeAll("dropVoice"),
		run: (guild) => {
			requireConnection(name, voice, guild);
			voice.drop(guild);
		},
	},
];
