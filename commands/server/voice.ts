import {
	deliveryOption,
	languageOption,
	readSoundChange,
	speedOption,
	styleOption,
	voiceOption,
} from "../../src/say/sound-options.ts";
import { subcommand } from "../services.ts";
import { changeServer } from "./change-server.ts";
import { reset } from "./reset-option.ts";

export const voice = subcommand({
	options: {
		voice: voiceOption,
		style: styleOption,
		speed: speedOption,
		delivery: deliveryOption,
		language: languageOption,
		reset,
	},
	execute: (interaction, args, services) =>
		changeServer(interaction, readSoundChange(args, services.say, interaction.locale), services),
});
