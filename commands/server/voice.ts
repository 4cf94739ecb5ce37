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
	async execute(interaction, args, services) {
		const { guildId, user, locale } = interaction;
		const { say } = services;
		const choices = await say.readChoices({ guildId, userId: user.id });
		const pick = (voice: string) => choices.pick(voice, "server");
		const change = readSoundChange(args, { pick, languages: say.languages }, locale);
		await changeServer(interaction, change, services);
	},
});
