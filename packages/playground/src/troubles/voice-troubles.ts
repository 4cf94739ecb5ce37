import { InputError } from "../checks/command-options.ts";
import type { Voice } from "../voice/index.ts";
import type { World } from "../world/world.ts";
import type { Trouble } from "./panel.ts";

/** The troubles in voice channels: what moderators do to the application there, and a lost connection. */
export const voiceTroubles = (world: World, voice: Voice): readonly Trouble[] => {
	const { bot } = world;
	const name = bot.user.username;
	return [
		{
			id: "kick-bot",
			label: { en: `Kick ${name} from voice`, de: `${name} aus dem Sprachkanal werfen` },
			run: () => voice.kick(bot),
		},
		{
			id: "move-bot",
			label: {
				en: `Move ${name} to another voice channel`,
				de: `${name} in einen anderen Sprachkanal ziehen`,
			},
			run: () => {
				const isInFirst = world.voiceStates.get(bot.user.id)?.channelId === world.voice.id;
				voice.move(bot, isInFirst ? world.secondVoice : world.voice);
			},
		},
		{
			id: "mute-bot",
			label: { en: `Server-mute ${name}`, de: `${name} auf dem Server stummschalten` },
			isOn: () => bot.mute,
			run: () => voice.setServerMute(bot, !bot.mute),
		},
		{
			id: "speaker-bot",
			label: { en: `${name} as a speaker of the stage`, de: `${name} als Sprecher der Bühne` },
			isOn: () => voice.isOnStage(bot) && world.voiceStates.get(bot.user.id)?.suppress === false,
			run: () => {
				if (!voice.isOnStage(bot))
					throw new InputError(`${name} is on no stage.`, `${name} ist auf keiner Bühne.`);
				voice.setSuppressed(bot, !voice.states.of(bot).suppress);
			},
		},
		{
			id: "drop-voice",
			label: { en: "Drop the voice connection", de: "Sprachverbindung trennen" },
			run: () => {
				if (!voice.connected)
					throw new InputError(
						`${name} is not connected to voice.`,
						`${name} ist mit keinem Sprachkanal verbunden.`,
					);
				voice.drop();
			},
		},
	];
};
