import { findSentenceEnds } from "./lines/sentences.ts";
import { foldLetters } from "./speakable/letters.ts";

/** The words of one speaker of a text until the next one speaks. */
export interface Turn {
	/** The speaker's name as it is known; undefined for what comes before the first name. */
	readonly name: string | undefined;
	/** Their words, without the name. */
	readonly text: string;
}

export interface TurnOptions {
	/** The names that can speak. */
	readonly names: readonly string[];
	/** Whether names count only in their own case. */
	readonly exact: boolean;
	/** BCP 47: the language whose sentences are looked for. */
	readonly locale: string;
}

interface Range {
	readonly from: number;
	readonly to: number;
}

/** Enough to tell an abbreviation from the end of a sentence. */
const tailLength = 80;

const foldName = (name: string): string =>
	foldLetters(name).toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ").trim();

/** Behind a colon come words: "Kore://" is a link, "Kore:)" and "Kore:D" are smileys. */
const wordsFollow =
	'(?=\\s|$|\\p{L}{2}|[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]|["“„«¿¡])';

/** No name is longer. */
const lastWord = /([^\s。！？」』:：]{1,100})[ \u00A0\u202F]?[:：]/gu;

/** Matches names with their colons; a space before the colon is French. */
const nameAndColon = (names: readonly string[], exact: boolean): RegExp => {
	const written = [...names]
		.sort((a, b) => b.length - a.length)
		.map((name) =>
			RegExp.escape(foldLetters(name).replaceAll("’", "'"))
				.replaceAll("\\x20", "[^\\S\\n]+")
				.replaceAll("\\x27", "['’]"),
		);
	return new RegExp(
		`(?<![^\\s。！？」』])(${written.join("|")})[ \\u00A0\\u202F]?(?:：|:${wordsFollow})`,
		exact ? "gu" : "giu",
	);
};

/** @returns where code is, at least: a run of backticks and the next one of its length, and what is between them */
const findCode = (text: string): Range[] => {
	const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({
		from: index,
		to: index + run.length,
		length: Math.min(3, run.length),
	}));
	const closing = Map.groupBy([...runs.keys()].reverse(), (at) => runs[at]?.length);
	const ranges: Range[] = [];
	for (let at = 0; at < runs.length; at += 1) {
		const run = runs[at] as (typeof runs)[number];
		const later = closing.get(run.length) ?? [];
		while ((later.at(-1) ?? Number.POSITIVE_INFINITY) <= at) later.pop();
		const close = later.at(-1);
		if (close === undefined) continue;
		ranges.push({ from: run.from, to: runs[close]?.to ?? text.length });
		at = close;
	}
	return ranges;
};

/** @returns where spoilers are; if other markup could change what bars mean, all between the first and the last ones */
const findSpoilers = (text: string): Range[] => {
	const last = text.lastIndexOf("||");
	if (/[`\\]/.test(text)) return last === -1 ? [] : [{ from: text.indexOf("||"), to: last }];
	return [...text.matchAll(/\|\|[\s\S]+?\|\|/g)].map(({ index, 0: all }) => ({
		from: index,
		to: index + all.length,
	}));
};

const endsSentence = (before: string, locale: string): boolean =>
	/[!?…。！？]["'”’»)」』]*\s*$/u.test(before) ||
	// A sentence ends where one that begins with a capital letter could follow.
	findSentenceEnds(`${before}X`, locale).includes(before.length);

/**
 * Cuts a text at names: what comes before the first one, and what follows each; any of these may be empty.
 *
 * @param text - as its author wrote it, with markup
 * @param after - whether what comes before the text began with a name; left out where nothing comes before it
 */
export type CutAtNames = (text: string, after?: "named" | "unnamed") => readonly Turn[];

/**
 * @returns what cuts texts where a name and a colon begin a turn: at the start of a line, and once the text began with a
 * name, also after the end of a sentence. Any other colon changes nothing, nor does one in code or in a spoiler
 */
export const cutterAtNames = ({ names, exact, locale }: TurnOptions): CutAtNames => {
	if (names.length === 0) return (text) => [{ name: undefined, text }];
	const folded = names.map((name) => [foldName(name), name] as const);
	const known = new Map(
		folded.flatMap(([key, name]) => [[key, name] as const, [foldLetters(name), name] as const]),
	);
	return (text, after) => {
		const words = foldLetters(text);
		// There may be thousands of names: a pattern only has those whose last word stands before a colon.
		const written = new Set(Array.from(words.matchAll(lastWord), ([, word = ""]) => word));
		const before = new Set(Array.from(written, foldName));
		const named = folded.flatMap(([key, name]) =>
			before.has(key.slice(key.lastIndexOf(" ") + 1)) ? [name] : [],
		);
		if (named.length === 0) return [{ name: undefined, text: words.trim() }];
		const pattern = nameAndColon(named, exact);
		const whole = [...findCode(words), ...findSpoilers(words)];
		const turns: Turn[] = [];
		let name: string | undefined;
		let start = 0;
		let beganNamed = after === "named";
		for (const { index, 0: all, 1: found = "" } of words.matchAll(pattern)) {
			if (whole.some(({ from, to }) => from < index && index < to)) continue;
			const isFirst = start === 0 && words.slice(0, index).trim() === "";
			const beginsLine = words.slice(words.lastIndexOf("\n", index - 1) + 1, index).trim() === "";
			const before = () => words.slice(Math.max(start, index - tailLength), index);
			if (!isFirst && !beginsLine && !(beganNamed && endsSentence(before(), locale))) continue;
			beganNamed ||= isFirst && after === undefined;
			turns.push({ name, text: words.slice(start, index).trim() });
			name = known.get(found) ?? known.get(foldName(found));
			start = index + all.length;
		}
		return [...turns, { name, text: words.slice(start).trim() }];
	};
};

/** @returns whether a text may name speakers; it is cheap to ask */
export const mayNameSpeakers = (text: string): boolean => /[:：]/.test(text);

/**
 * Finds who says what in a text, see {@link cutterAtNames}.
 *
 * @param text - as its author wrote it, with markup
 * @returns the turns in order, neighbouring ones of one speaker as one; undefined for a text that names no one who
 * says something
 */
export const findTurns = (text: string, options: TurnOptions): readonly Turn[] | undefined => {
	const turns: Turn[] = [];
	for (const turn of cutterAtNames(options)(text)) {
		const last = turns.at(-1);
		if (turn.text === "") continue;
		if (last && last.name === turn.name)
			turns[turns.length - 1] = { ...last, text: `${last.text}\n${turn.text}` };
		else turns.push(turn);
	}
	return turns.some(({ name }) => name !== undefined) ? turns : undefined;
};
