import { MessageFlags, type RepliableInteraction } from "discord.js";
import { deliverFile } from "../discord/deliver-sound.ts";
import { textsFor } from "../discord/texts/index.ts";
import type { Voice } from "../speech/text/voices.ts";
import type { FileServices } from "./answer-services.ts";
import { describeVoice } from "./describe-voice.ts";
import { writeLines } from "./write-lines.ts";

/** Plays a sample of a voice to one member. It counts as speech, and is generated only once. */
export const answerWithSample = async (
	interaction: RepliableInteraction<"cached">,
	voice: Voice,
	{ say, underWay, shutdown }: FileServices,
): Promise<void> => {
	const { guildId, user, locale } = interaction;
	const t = textsFor(locale);
	say.countText(user.id);
	const acknowledged = interaction.deferReply({ flags: MessageFlags.Ephemeral });
	underWay.begin(interaction);
	await acknowledged;
	const spoken = say.languages.phrasesIn(locale, false);
	const sample = {
		speakable: spoken.t("voice.sample", { voice: voice.name }),
		voice: voice.name,
		style: undefined,
		...(spoken.language !== undefined && { language: spoken.language }),
	};
	const lines = writeLines(sample, locale);
	const { sound } = await say.speak({ guildId, userId: user.id }, lines, shutdown);
	await deliverFile(interaction, sound, {
		content: t("voice.sample.answer", { voice: describeVoice(voice, t) }),
		components: [],
	});
};
