import { MessageFlags, type RepliableInteraction } from "discord.js";
import { deliverFile } from "../discord/deliver-sound.ts";
import { textsFor } from "../discord/texts/index.ts";
import type { Voice } from "../speech/text/voices.ts";
import type { SayServices } from "./answer-with-speech.ts";
import { describeVoice } from "./describe-voice.ts";
import { speakText } from "./speak-text.ts";

/** Lets a member, and nobody else, hear a voice. It counts as speech, and is made once. */
export const answerWithSample = async (
	interaction: RepliableInteraction<"cached">,
	voice: Voice,
	services: SayServices,
): Promise<void> => {
	const { guildId, user, locale } = interaction;
	const t = textsFor(locale);
	services.budget.countText(user.id);
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const { sound } = await speakText({
		speech: services.speech,
		budget: services.budget,
		months: services.months,
		guildId,
		userId: user.id,
		script: [{ text: t("voice.sample", { voice: voice.name }), voice: voice.name }],
		signal: services.shutdown,
		onProgress: () => {},
	});
	await deliverFile(interaction, sound, {
		content: t("voice.sample.answer", { voice: describeVoice(voice, t) }),
		components: [],
	});
};
