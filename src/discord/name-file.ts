/** In bytes of UTF-8. Some file systems allow 143, and longer names are hard to read. */
const nameMaxBytes = 80;
const wordsMax = 6;
/** The first `wordsMax` words are within this many characters. */
const sampleCharacters = 300;
/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])$/i;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** @returns letters and digits with an underscore between words; direction marks and emoji are dropped */
const clean = (text: string): string =>
	text
		.normalize("NFC")
		.replace(/['’]/g, "")
		.replace(/[^\p{L}\p{N}\p{M}]+/gu, "_")
		// A combining mark without a letter before it belonged to a dropped character.
		.replace(/(^|_)\p{M}+/gu, "$1")
		.replace(/_+/g, "_")
		.replace(/^_|_$/g, "");

const cutBytes = (text: string, max: number): string => {
	let kept = "";
	let bytes = 0;
	for (const { segment } of graphemes.segment(text)) {
		bytes += Buffer.byteLength(segment);
		if (bytes > max) break;
		kept += segment;
	}
	return kept.replace(/_$/, "");
};

/**
 * Names a sound file after its voice and first words, safely for every file system.
 *
 * @param text - the spoken text without spoilers
 * @returns the name without its extension, such as `Kore_Good_morning_everyone`
 */
export const nameFile = (voice: string, text: string): string => {
	const words = clean(text.slice(0, sampleCharacters)).split("_").slice(0, wordsMax).join("_");
	const name = cutBytes([clean(voice), words].filter((part) => part !== "").join("_"), nameMaxBytes);
	return name === "" || reserved.test(name) ? `speech${name && `_${name}`}` : name;
};
