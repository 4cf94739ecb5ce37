/** Quality drifts in long answers: a Line is at most about this long. */
const lineMax = 45;
/** The pause around a Line. */
export const secondsPerLine = 0.6;
const secondsPerWord = 1 / 2.6;
const secondsPerCharacter = 1 / 5;
/** A letter that stands alone, as in "U.S.A.", or in a short word of capitals. */
const secondsPerSpelled = 1 / 4;
/** A digit: "777" is six words. */
const secondsPerDigit = 0.6;
/** A sign that voices call by its name, as "at" or "equals". */
const secondsPerSign = 0.4;
/** Letters of scripts without spaces whose words nobody marks. */
const secondsPerUnspacedLetter = 1 / 12;
/** What is longer is spoken as several words. */
const wordMaxLength = 24;

/** How long a Line's words may take, not counting its pause or a word that started before it. */
export const lineMaxSeconds = lineMax - secondsPerLine - secondsPerWord;

const cjk = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\u30FC";
const unspaced = "\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const sound = new RegExp(`([${cjk}])|([${unspaced}])|[^\\s${cjk}${unspaced}]{1,${wordMaxLength}}`, "gu");

const signs = "@=#*&%/\\\\+~§©®™°\\p{Sm}\\p{Sc}";
const sign = new RegExp(`[${signs}]`, "u");
/** @returns whether a text is said in more words than it has: how long that takes is a guess */
export const isWrittenShort = (text: string): boolean => /\p{N}/u.test(text) || sign.test(text);

/** With no digit and no letter that stands alone, which are looked for with more effort. */
const plainWord = /^[\p{P}\p{S}]*\p{L}{2,}[\p{P}\p{S}]*$/u;
const capitals = /^\p{Lu}{2,3}\p{P}*$/u;
const spelled = new RegExp(`(\\p{N})|([${signs}])|(?<!\\p{L})\\p{L}(?!\\p{L})`, "gu");

/** Yields how long each part of a text takes to say, by its start position. */
export function* measureSpeech(text: string): Generator<{ index: number; seconds: number }> {
	for (const { index, 0: part, 1: character, 2: letter } of text.matchAll(sound)) {
		if (!/[\p{L}\p{N}]/u.test(part) && !sign.test(part)) continue;
		if (character !== undefined) yield { index, seconds: secondsPerCharacter };
		else if (letter !== undefined) yield { index, seconds: secondsPerUnspacedLetter };
		else if (capitals.test(part))
			yield { index, seconds: secondsPerSpelled * part.replace(/\P{L}/gu, "").length };
		else if (plainWord.test(part) && !sign.test(part)) yield { index, seconds: secondsPerWord };
		else {
			const characters = [...part.matchAll(spelled)].map(({ index: at, 1: digit, 2: named }) => ({
				index: index + at,
				seconds: digit ? secondsPerDigit : named ? secondsPerSign : secondsPerSpelled,
			}));
			const sum = characters.reduce((all, { seconds }) => all + seconds, 0);
			if (sum <= secondsPerWord) yield { index, seconds: secondsPerWord };
			else yield* characters;
		}
	}
}

/** @returns about how many seconds a text takes to say */
export const estimateSeconds = (text: string): number => {
	let sum = secondsPerLine;
	for (const { seconds } of measureSpeech(text)) sum += seconds;
	return sum;
};
