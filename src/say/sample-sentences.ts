import { baseLanguage } from "@herald/common/wire/languages.ts";

/** What voices say of themselves. Where letters aren't Latin, without their names: these are written in Latin ones. */
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

/** @returns the language in which a voice says of itself what it sounds like: that of a tag, or English; and the sentence */
export const sampleIn = (
	tag: string,
	voice: string,
): { readonly language: string; readonly sentence: string } => {
	const base = baseLanguage(tag) ?? fallback;
	const own = sentences[base];
	const sentence = (own ?? (sentences[fallback] as string)).replace("{voice}", voice);
	return own === undefined ? { language: fallback, sentence } : { language: tag, sentence };
};
