import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { RepliableInteraction } from "discord.js";
import { actionRow, pressable, voiceRoutes } from "../../discord/buttons.ts";
import { deliverFile, nameFile } from "../../discord/files.ts";
import { showProgress } from "../../discord/paced-edits.ts";
import { memberOf, textsOf, whoOf } from "../../discord/place.ts";
import { nameLanguage, type ResolvedNames, resolvedNames, showText } from "../../discord/show-text.ts";
import type { VoicePreferences } from "../../settings/settings.ts";
import type { Translate } from "../../texts/index.ts";
import { checkRules } from "../rules/guild-rules.ts";
import type { Say } from "../say.ts";
import { describeVoice } from "../sound/describe-voice.ts";
import type { Voices } from "../sound/voices.ts";
import { writeLines } from "../sound/write-lines.ts";
import type { AnswerServices } from "./answer-services.ts";
import { chooseRequest } from "./choose-request.ts";
import { acknowledge } from "./pending-answers.ts";

/**
 * Sentences in which voices introduce themselves, by base language. Sentences in a script other than Latin leave out
 * the voices' names, which are Latin.
 */
const sentences: Readonly<Record<string, string>> = {
	ar: "مرحبًا، هكذا يبدو صوتي.",
	cs: "Ahoj, tady {voice}. Takhle zní můj hlas.",
	da: "Hej, jeg hedder {voice}. Sådan lyder jeg.",
	de: "Hallo, ich bin {voice}. So klinge ich.",
	el: "Γεια σας, έτσι ακούγεται η φωνή μου.",
	en: "Hello, this is {voice}. This is how I sound.",
	es: "Hola, soy {voice}. Así suena mi voz.",
	fi: "Hei, olen {voice}. Tältä minä kuulostan.",
	fr: "Bonjour, ici {voice}. Voici ma voix.",
	hi: "नमस्ते, मेरी आवाज़ ऐसी है।",
	hu: "Szia, {voice} vagyok. Így szól a hangom.",
	id: "Halo, saya {voice}. Beginilah suara saya.",
	it: "Ciao, qui {voice}. Questa è la mia voce.",
	ja: "こんにちは。これが私の声です。",
	ko: "안녕하세요. 제 목소리는 이렇습니다.",
	nl: "Hallo, ik ben {voice}. Zo klink ik.",
	no: "Hei, jeg heter {voice}. Slik høres jeg ut.",
	pl: "Cześć, tu {voice}. Tak brzmi mój głos.",
	pt: "Olá, aqui é {voice}. Esta é a minha voz.",
	ro: "Salut, aici {voice}. Așa sună vocea mea.",
	ru: "Привет! Так звучит мой голос.",
	sv: "Hej, jag heter {voice}. Så här låter jag.",
	tr: "Merhaba, ben {voice}. Sesim böyle.",
	uk: "Привіт! Так звучить мій голос.",
	vi: "Xin chào, tôi là {voice}. Giọng của tôi như thế này.",
	zh: "你好，这就是我的声音。",
};

const fallback = "en";

/** @returns the sentence in which a voice introduces itself, and its language: the tag's, or English */
const sampleIn = (tag: string, voice: string): { readonly language: string; readonly sentence: string } => {
	const base = baseLanguage(tag) ?? fallback;
	const own = sentences[base];
	const sentence = (own ?? (sentences[fallback] as string)).replace("{voice}", voice);
	return own === undefined ? { language: fallback, sentence } : { language: tag, sentence };
};

/**
 * Counts a sample as a text. Decides how it sounds, and what choosing it would change.
 *
 * @param option - what the member tries out
 * @param own - the member's own text, and the names in it; without it, the voice introduces itself
 * @throws {@link Problem} if the member has too many texts, the server's rules forbid this one, or no voice can say it
 */
export const chooseSample = async (
	interaction: RepliableInteraction,
	say: Say,
	option: Partial<VoicePreferences>,
	own?: { readonly text: string; readonly names: ResolvedNames },
) => {
	const { locale } = interaction;
	const who = whoOf(interaction);
	await say.budget.countText(who);
	const [{ voice, languages }, rules] = await Promise.all([
		say.choose({ ...who, locale }, option),
		say.readRules(who.place),
	]);
	const tags = [...languages.map(({ value }) => value), locale];
	const itself = sampleIn(say.languages.usual(tags), voice.value);
	const written = own?.text ?? itself.sentence;
	const context = { ...(own?.names ?? resolvedNames(null)), locale };
	// A service that detects languages itself isn't told the language of the sample's sentence, unless somebody chose a
	// language.
	const mayName = !own && (say.languages.mustBeSent || languages.length > 0);
	const heard = mayName ? { ...option, language: option.language ?? itself.language } : option;
	const { request, notes } = await chooseRequest(interaction, { written, context }, say, heard);
	// The server's limit on the length of texts doesn't apply to the voice's own sentence.
	checkRules(own ? rules : { ...rules, textMax: null }, memberOf(interaction), request);
	/** What the member chooses by pressing the sample's button. */
	const tried = option.preset ? option : { ...option, voice: request.voice };
	return { request: { ...request, tried }, notes };
};

/** A text that lets a member hear how they would sound. */
type Sample = Awaited<ReturnType<typeof chooseSample>>;

const styleShown = 100;
const voiceShown = 250;

/** @returns a description of a sample, such as "**Kore, firm, female** · whispering · 1.25×" */
const describeSample = (
	{ voice, language, style, speed = 1, tried }: Sample["request"],
	voices: Voices,
	t: Translate,
): string =>
	[
		// The speech service's operator may have written these words, so they are escaped like a member's.
		`**${showText(describeVoice(voices.in(language ?? "en").choose(voice), t), voiceShown)}**`,
		...(tried.language ? [nameLanguage(tried.language, t.locale)] : []),
		...(style === undefined ? [] : [showText(style, styleShown)]),
		...(speed === 1 ? [] : [t("server.speed", { speed })]),
	].join(" · ");

/**
 * Answers one member privately with a sample as a sound file, and a button to sound like it. With `isChosen`, the
 * member sounds like the sample already, so there is no button. A sample counts towards the budget like any speech, but
 * costs nothing once it is cached.
 *
 * @throws {@link Problem} if the sample can't be spoken
 */
export const answerWithSample = async (
	interaction: RepliableInteraction,
	{ request, notes }: Sample,
	services: AnswerServices,
	{ isChosen = false } = {},
): Promise<void> => {
	const { say, recent, buttons, progressClock, shutdown } = services;
	const { locale } = interaction;
	const who = whoOf(interaction);
	const t = textsOf(interaction);
	await acknowledge(interaction, services, { isPrivate: true });
	const lines = writeLines(request, locale);
	const progress = showProgress(interaction, progressClock, t("say.waiting"));
	const { sound, compromises } = await say.speak(who, lines, shutdown).finally(() => progress.end());
	const id = recent.remember(request, who);
	buttons.add(interaction);
	await deliverFile(interaction, sound, {
		fileName: nameFile(request.voice, request.speakable),
		content: [
			describeSample(request, say.voices, t),
			...compromises.map((compromise) => t(`say.${compromise}`)),
			...notes,
		].join("\n"),
		components: isChosen
			? []
			: [actionRow(pressable(voiceRoutes.use.to({ answer: id }), t("button.use_voice")))],
	});
};
