import type { RepliableInteraction } from "discord.js";
import { buttonRow } from "../discord/buttons.ts";
import { nameFile } from "../discord/name-file.ts";
import { nameLanguage } from "../discord/name-language.ts";
import { Progress } from "../discord/paced-edits.ts";
import { whoOf } from "../discord/place.ts";
import { voiceRoutes } from "../discord/routes.ts";
import { deliverFile } from "../discord/send-sound.ts";
import { showText } from "../discord/show-text.ts";
import { type Translate, textsFor } from "../texts/index.ts";
import { acknowledge } from "./acknowledge.ts";
import type { FileServices } from "./answer-services.ts";
import type { Sample } from "./choose-sample.ts";
import { describeVoice } from "./describe-voice.ts";
import type { Voices } from "./voices.ts";
import { writeLines } from "./write-lines.ts";

const styleShown = 100;

/** @returns how a sample sounds, such as "**Kore, firm, female** · whispering · 1.25×" */
const describeSample = (
	{ voice, language, style, speed = 1, tried }: Sample,
	voices: Voices,
	t: Translate,
): string =>
	[
		`**${describeVoice(voices.in(language ?? "en").choose(voice), t)}**`,
		...(tried.language ? [nameLanguage(tried.language, t.locale)] : []),
		...(style === undefined ? [] : [showText(style, styleShown)]),
		...(speed === 1 ? [] : [t("server.speed", { speed })]),
	].join(" · ");

/**
 * Plays a sample to one member, who can choose to sound like it. It counts as speech, and is generated only once.
 *
 * @throws {@link Problem} when it can't be spoken
 */
export const answerWithSample = async (
	interaction: RepliableInteraction,
	sample: Sample,
	services: FileServices,
): Promise<void> => {
	const { say, recent, buttons, clock, shutdown } = services;
	const { locale } = interaction;
	const who = whoOf(interaction);
	const t = textsFor(locale);
	await acknowledge(interaction, services, { isPrivate: true });
	const { notes = [], onTold: _, ...request } = sample;
	const lines = writeLines(request, locale);
	const progress = new Progress(interaction, clock, t("say.waiting"));
	const { sound, compromises } = await say.speak(who, lines, shutdown).finally(() => progress.end());
	const id = recent.remember(request, who);
	buttons.add(interaction);
	await deliverFile(interaction, sound, {
		fileName: nameFile(request.voice, request.speakable),
		content: [
			describeSample(sample, say.voices, t),
			...compromises.map((compromise) => t(`say.${compromise}`)),
			...notes,
		].join("\n"),
		components: [buttonRow({ customId: voiceRoutes.use.to({ answer: id }), label: t("button.use_voice") })],
	});
};
