import { ChannelType } from "discord-api-types/v10";
import { InputError } from "../checks/input-error.ts";
import type { Voice } from "../voice/index.ts";
import type { Channel, Guild } from "../world/guild.ts";
import type { Trouble } from "./panel.ts";
import { requireConnection } from "./require-connection.ts";

/** The voice channel that the application is dragged to: the guild's first, or its second from there. */
const nextChannel = ({ bot, channels, voiceStates }: Guild): Channel => {
	const current = voiceStates.get(bot.user.id)?.channelId;
	for (const channel of channels.values())
		if (channel.type === ChannelType.GuildVoice && channel.id !== current) return channel;
	throw new InputError("There is no other voice channel.", "Es gibt keinen anderen Sprachkanal.");
};

/** The troubles in voice channels: what moderators do to the application there, and a lost connection. */
export const voiceTroubles = (name: string, voice: Voice): readonly Trouble[] => [
	{
		id: "kick-bot",
		label: { en: `Kick ${name} from voice`, de: `${name} aus dem Sprachkanal werfen` },
		run: ({ bot }) => voice.kick(bot),
	},
	{
		id: "move-bot",
		label: {
			en: `Move ${name} to another voice channel`,
			de: `${name} in einen anderen Sprachkanal ziehen`,
		},
		run: (guild) => {
			voice.states.of(guild.bot);
			voice.move(guild.bot, nextChannel(guild));
		},
	},
	{
		id: "mute-bot",
		label: { en: `Server-mute ${name}`, de: `${name} auf dem Server stummschalten` },
		isOn: ({ bot }) => bot.mute,
		run: ({ bot }) => voice.setServerMute(bot, !bot.mute),
	},
	{
		id: "speaker-bot",
		label: { en: `${name} as a speaker of the stage`, de: `${name} als Sprecher der Bühne` },
		isOn: ({ bot, voiceStates }) => voice.isOnStage(bot) && voiceStates.get(bot.user.id)?.suppress === false,
		run: ({ bot }) => {
			if (!voice.isOnStage(bot))
				throw new InputError(`${name} is on no stage.`, `${name} ist auf keiner Bühne.`);
			voice.setSuppressed(bot, !voice.states.of(bot).suppress);
		},
	},
	{
		id: "drop-voice",
		label: { en: "Drop the voice connection", de: "Sprachverbindung trennen" },
		run: (guild) => {
			requireConnection(name, voice, guild);
			voice.drop(guild);
		},
	},
];
