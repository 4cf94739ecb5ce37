/**
 * Letters and numbers in a style or a frame. Not among them are powers, fractions and ordinals, whose style has a
 * meaning; letters that NFKC would take apart; and emoji that show no letter.
 */
const styled =
	/[[[\p{L}\p{Nd}\p{Nl}]&&\p{Changes_When_NFKC_Casefolded}]--[\p{ASCII}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{Extended_Pictographic}ªºµ]]|[[₀-₉①-⓿❶-➓⼀-⿕㈀-㏿\u{1F100}-\u{1F189}]--\p{Extended_Pictographic}]|[Ⓜ🅰🅱🅾🅿]\uFE0F?/gv;
/**
 * Rows of styled characters without a plain form in Unicode: the first code point of each row and what it stands for.
 * Highest code point first.
 */
const rows = [
	[0x1f170, "A"],
	[0x1f150, "A"],
	[0x278a, 1],
	[0x2780, 1],
	[0x2776, 1],
	[0x24f5, 1],
	[0x24eb, 11],
] as const;
/** The longest plain form that replaces a character. A character with a longer one is a whole phrase, and stays. */
const plainMax = 4;

const smallCapitals = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ";
const smallCapital = new RegExp(`[${smallCapitals}]`, "gu");

/** Letters that are typed as emoji, with spaces so that no two of them form a flag. */
const spacedLetters =
	/(?<!\p{Regional_Indicator})\p{Regional_Indicator}(?: \p{Regional_Indicator}(?!\p{Regional_Indicator}))*(?!\p{Regional_Indicator})/gu;
const firstRegional = 0x1f1e6;

/** Signs that nobody says after a name. */
const trademark = /(?<=[\p{L}\p{N}\p{M}])[™®℠]\uFE0F?/gu;

const isInRow = (point: number, first: number): boolean =>
	point >= first && point < first + (first > 0xffff ? 26 : 10);

const findPlain = (character: string): string => {
	const point = character.codePointAt(0) ?? 0;
	const [first, stands] = rows.find(([first]) => isInRow(point, first)) ?? [point];
	if (typeof stands === "string") return String.fromCodePoint(stands.charCodeAt(0) + point - first);
	if (stands !== undefined) return ` ${stands + point - first} `;
	const plain = character.normalize("NFKC").replace(/[^\p{L}\p{N}\p{M}]|\uFE0F/gu, "");
	if (plain === "" || plain.length > plainMax) return character;
	return /[①-⓿㈠-㊿]/.test(character) && /\d/.test(plain) ? ` ${plain} ` : plain;
};

/** A cache of plain forms, by character. Unicode has only some thousand such characters, so it needs no bound. */
const known = new Map<string, string>();
const readStyled = (character: string): string => {
	const plain = known.get(character) ?? findPlain(character);
	known.set(character, plain);
	return plain;
};

const readRegional = (letters: string): string =>
	letters
		.replaceAll(" ", "")
		.replace(/\p{Regional_Indicator}/gu, (letter) =>
			String.fromCharCode(97 + (letter.codePointAt(0) ?? 0) - firstRegional),
		);

/** Replaces letters and numbers that are styled, framed, full-width or half-width with plain ones. */
export const foldLetters = (text: string): string =>
	text
		.replace(trademark, "")
		.replace(styled, readStyled)
		.replace(smallCapital, (letter) => "abcdefghijklmnopqrstuvwyz".charAt(smallCapitals.indexOf(letter)))
		.replace(spacedLetters, readRegional)
		.normalize("NFC");
