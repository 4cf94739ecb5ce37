import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { whoOf } from "../../src/discord/place.ts";
import { resolvedNames } from "../../src/discord/resolved-names.ts";
import { answerWithSample } from "../../src/say/answer-with-sample.ts";
import { chooseSample } from "../../src/say/choose-sample.ts";
import {
	languageOption,
	readSoundChange,
	speedOption,
	styleOption,
	voiceOption,
} from "../../src/say/sound-options.ts";
import { subcommand } from "../services.ts";

/** Enough to hear how one would sound, in characters. */
const textMax = 200;

export const tryOut = subcommand({
	options: {
		text: { type: ApplicationCommandOptionType.String, max_length: textMax },
		voice: voiceOption,
		style: styleOption,
		language: languageOption,
		speed: speedOption,
	},
	async execute(interaction, { text, ...sound }, services) {
		const { say } = services;
		const { locale } = interaction;
		const choices = await say.readChoices({ ...whoOf(interaction), locale });
		const pick = (voice: string) => choices.pick(voice);
		const option = readSoundChange(sound, { pick, languages: say.languages }, locale);
		const names = resolvedNames(interaction.options.resolved);
		const sample = await chooseSample(
			interaction,
			say,
			option,
			text === undefined ? undefined : { text, names },
		);
		await answerWithSample(interaction, sample, services);
	},
});
