import { cutMarks } from "../../../shared/cut-marks.ts";

const runMax = 3;

/** Lines through and around letters, which no language writes. The frame of a keycap stays: it belongs to an emoji. */
const drawnMarks = /(?!\u20E3)[\u0305\u0332-\u0338\u033F\u20D0-\u20F0\p{Me}]/gu;
/**
 * Combining marks of scripts with composed letters. A letter has at most three, in Greek, and at most two after NFC.
 */
const marks = "[\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\uFE20-\\uFE2F]";
const piledMarks = new RegExp(`${marks}{4,}`, "g");
const marksLeft = new RegExp(`(?<![\\p{L}\\p{M}])${marks}+|${marks}{3,}`, "gu");
/** More combining marks than any script puts on one letter. */
const manyMarks = /(\p{M}{4})\p{M}+/gu;

const lineEnd = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
/**
 * Invisible characters that stay in a text: joiners in emoji, joiners between letters of scripts that spell with them,
 * and the variation selectors of emoji.
 */
const joinerThatCounts =
	/(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})|(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Sinh}\p{sc=Mlym}][\p{M}]?)[\u200C\u200D](?=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Sinh}\p{sc=Mlym}])|(?<=\p{Extended_Pictographic}|[0-9#*])\uFE0F/u;
const unspoken = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u2800]/u;
const removable = new RegExp(`(${joinerThatCounts.source})|(?![\\n\\t])${unspoken.source}`, "gu");

/**
 * Removes everything without a sound: control, zero-width, bidi and private-use characters, halves of surrogate pairs,
 * and marks that only decorate. No private-use character is left in the text.
 */
export const cleanCharacters = (text: string): string =>
	cutMarks(text)
		.replace(lineEnd, "\n")
		.replace(removable, (_match, kept: string | undefined) => kept ?? "")
		.replace(piledMarks, "")
		.normalize("NFC")
		.replace(drawnMarks, "")
		.replace(marksLeft, "")
		.replace(manyMarks, "$1");

/** The longest run of one digit that stays: it may be an amount, which must not change. */
const digitRunMax = 15;
const codePointRun = new RegExp(`(\\d)\\1{${digitRunMax},}|(\\D)\\2{${runMax},}`, "gsu");
const manyCodePoints = /\u200D|[\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}\u1100-\u11FF]/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Shortens every run of one character (a grapheme) to three. A run of up to 15 equal digits stays. */
export const cutRuns = (text: string): string => {
	const cut = text.replace(codePointRun, (_run, digit: string | undefined, other: string | undefined) =>
		(digit ?? other ?? "").repeat(runMax),
	);
	if (!manyCodePoints.test(cut)) return cut;
	let kept = "";
	let previous = "";
	let run = 0;
	for (const { segment } of graphemes.segment(cut)) {
		run = segment === previous ? run + 1 : 1;
		previous = segment;
		if (run <= runMax || /^[\d\n]$/.test(segment)) kept += segment;
	}
	return kept;
};

/** Turns runs of white space into one space, and runs of line breaks into one, or two between paragraphs. */
export const foldSpace = (text: string): string =>
	text
		.replace(/[^\S\n]+/g, " ")
		.replace(/ ?\n ?/g, "\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();

/** Discord's kaomoji, which `/shrug`, `/tableflip` and `/unflip` write and members copy. */
const own = [
	String.raw`(?<shrug>¯[\\_]{0,3}\(ツ\)[\\_]{0,3}/?¯)`,
	String.raw`(?<tableflip>[\(（][╯ノ]\s?[°º]\s?[□▽]\s?[°º]\s?[\)）]\s?[╯ノ]\s?︵\s?┻━{1,3}┻)`,
	String.raw`(?<unflip>┬─{1,3}┬\s?ノ\s?[\(（]\s?[°º]\s?_\s?[°º]\s?ノ?[\)）])`,
];

/** Letters that kaomoji are drawn with. */
const drawn = "ツシヅノﾉヽヾヘへロづっつДдωШщ益皿ಠಥლᴥʖʘɷσςεэзヮᴗㅅㅂㅁงÒÓòó\\p{sc=Cans}\\p{sc=Yiii}";
/** Latin letters and digits that serve as eyes and mouths. */
const typed = "oOTxXuUnvVQwW03";
/** What arms are drawn with. No bars or backticks, which other rules look for. */
const arm = String.raw`[[\p{P}\p{S}\p{Lm}ノﾉヽヾヘブゞづっつςงლщو彡Σ٩۶\p{sc=Cans}]--[ー\|\x60\(\)（）<>\[\]\{\}"'.,:;!?&…、。，！？：；「」『』\p{Emoji_Presentation}]]`;
/** A head in brackets without words in it, and the arms beside it. */
const head = String.raw`(?:${arm}){0,6}(?:(?<![A-Za-z0-9])[bdfmo])?[\(（ʕ༼](?![^\(\)（）ʔ༽\n]{0,24}[A-Za-z0-9]{2})(?<inner>[[\p{P}\p{S}\p{M}\p{Lm}${drawn}${typed} ]--[\(\)（）\p{Emoji_Presentation}]]{2,24})[\)）ʔ༽](?:[bdmovy](?![\p{L}\p{N}]))?(?:${arm}){0,6}`;

/** Faces without brackets, between spaces. */
const bare = [
	// Eyes on both sides of a mouth.
	String.raw`(?<eye>[T;~^=@*u•°¬ಠಥ◉⊙\-])(?!\k<eye>)[_.‿︵﹏\-]{1,3}\k<eye>`,
	String.raw`\^[wovO]\^|>[_.wo]{0,3}<|<[_.]{1,3}<|>[_.]{1,3}>|[QT][wAo][QT]|[xX][_.][xX]|[oO0]_[oO0]|[oO]\.[oO]|\._\.|\^{2,9}`,
	// Eyes with a mouth beside them, in either order.
	String.raw`[<>]?:['^o~\-]?(?:[DPp\|\/\\*$@#OoSsXxCc3>\]\}\{\[]|[\)\(]{1,9}|D{2,9})`,
	String.raw`[;=]['^\-]?(?:[DPp\|\/\\Oo3\]]|[\)\(]{1,9})`,
	String.raw`\({1,3}['^\-]?[:;=]|D[:=](?=\s{0,9}$)`,
	String.raw`[xX][dD]{1,9}|<\/?3{1,3}|\\[oO]\/|[oO]\/|\\[oO]`,
];
const before = String.raw`(?<![^\s.,!?…。、！？"'*_~\|\)）>])`;
const after = String.raw`(?![\p{L}\p{N}:\/\|])`;
/** Faces that may directly follow a word. */
const attached = String.raw`(?:(?<=[\p{L}\p{N}])[:;]-?[\)\(]{1,9}|(?<=\p{L}{2})<3{1,3})(?![\p{L}\p{N}])`;

const face = new RegExp([...own, head, `${before}(?:${bare.join("|")})${after}`, attached].join("|"), "gmv");

/** Punctuation that a sentence may have in brackets. */
const punctuation = /^[\s?!.,…+%&=#*/:;"'“”‘’$€£°-]*$/;
/** Characters that only a face has in brackets. */
const features = /[^\p{L}\p{N}\s.,!?;:'"…、。！？/+<>=-]|[\p{Lm}ಠಥ益ᴥ]/u;
const typedFace =
	/^[^\p{L}\p{N}]{0,4}(?:([oOTxXuUvVnQ0;'])[_.-]{1,3}(?:\1|(?<=[oO][_.-]{1,3})[oO])|T[oдωw]T|O[vwuo]O|[\^>⊙°•¬◉˘`´;*￣◕◔ʘ╹]\s?[owOvVuxX3ωдД]\s?[\^<⊙°•¬◉˘`´;*￣◕◔ʘ╹])/u;

const isFace = (inner: string): boolean => {
	if (typedFace.test(inner)) return true;
	const letters = inner.replace(/[^\p{L}\p{N}]|\p{Lm}/gu, "");
	return letters === "" ? !punctuation.test(inner) : features.test(inner) && /[^\0-\x7F]/.test(letters);
};

/** The faces that Herald has words for. */
export type NamedFace = "shrug" | "tableflip" | "unflip";
const names: readonly NamedFace[] = ["shrug", "tableflip", "unflip"];

/** Replaces each kaomoji and emoticon with what `read` returns. `read` also gets the face's name, if it has one. */
export const replaceFaces = (text: string, read: (face: string, name: NamedFace | undefined) => string) =>
	text.replace(face, (found: string, ...match: unknown[]) => {
		const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
		if (groups.inner !== undefined && !isFace(groups.inner)) return found;
		return read(
			found,
			names.find((name) => groups[name] !== undefined),
		);
	});

/** IDs and hashes in decimal or hexadecimal digits. */
const digits = /(?<![\dA-Za-z])(?:0x)?[\dA-Fa-f]{16,}(?![\dA-Za-z])/g;
/** One digit repeated, such as Japanese applause (8888). */
const oneDigit = /^(.)\1*$/;
const uuid = /(?<![\dA-Za-z])[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}(?![\dA-Za-z])/g;
const base64 = /(?<![\w+/=-])[\w+/-]{40,}={0,2}(?![\w+/=-])/g;

/** Tells Base64 from a path or words with hyphens, which have fewer capitals and digits. */
const isBase64 = (run: string): boolean =>
	(run.match(/[A-Z]/g) ?? []).length > run.length / 10 && (run.match(/\d/g) ?? []).length > run.length / 20;

/** Replaces IDs, hashes and Base64, which nobody would read out, with a word. */
export const sayIdentifiers = (text: string, word: string): string =>
	text
		.replace(base64, (run) => (isBase64(run) ? word : run))
		.replace(uuid, word)
		.replace(digits, (run) => (/\d/.test(run) && !oneDigit.test(run) ? word : run));
