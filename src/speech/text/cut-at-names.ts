import { findSentenceEnds } from "./sentences.ts";
import { foldLetters } from "./speakable/letters.ts";

/** The words of one speaker of a text until the next one speaks. */
export interface Turn {
	/** The speaker's name in its known spelling; undefined for the words before the first name. */
	readonly name: string | undefined;
	readonly text: string;
}

export interface TurnOptions {
	readonly names: readonly string[];
	/** Whether only the exact case of a name matches. */
	readonly exact: boolean;
	/** The language whose rules decide where sentences end (BCP 47). */
	readonly locale: string;
}

interface Range {
	readonly from: number;
	readonly to: number;
}

/** How much text before a name is looked at to tell an abbreviation from a sentence's end, in UTF-16 units. */
const tailLength = 80;

const foldName = (name: string): string =>
	foldLetters(name).toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ").trim();

/** Words must follow the colon: "Kore://" is a link, "Kore:)" and "Kore:D" are smileys. */
const wordsFollow =
	'(?=\\s|$|\\p{L}{2}|[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]|["“„«¿¡])';

/** The last word before a colon. No name has more than 100 characters. */
const lastWord = /([^\s。！？」』:：]{1,100})[ \u00A0\u202F]?[:：]/gu;

/** Matches names with their colons. French puts a space before the colon. */
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

/**
 * Finds code: a run of backticks, the next run of the same length, and all between them. It may find more than Discord
 * shows as code, but never less.
 */
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

/**
 * Finds spoilers. If other markup could change what the bars mean, all between the first and the last bars is one
 * spoiler.
 */
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
	// The segmenter finds an end only if something follows that can begin a sentence, such as a capital letter.
	findSentenceEnds(`${before}X`, locale).includes(before.length);

/**
 * Cuts a text at names: into what comes before the first name, and what follows each. Any of these pieces may be empty.
 *
 * @param text - as its author wrote it, with markup
 * @param after - for a later piece of a text that is cut piece by piece: whether the first piece began with a name
 */
export type CutAtNames = (text: string, after?: "named" | "unnamed") => readonly Turn[];

/**
 * Makes a function that cuts texts into turns. A turn begins with a name and a colon at the start of a line. If the
 * text itself begins with a name, later turns may also begin after the end of a sentence. Names elsewhere, in code or
 * in a spoiler begin no turn.
 */
export const cutterAtNames = ({ names, exact, locale }: TurnOptions): CutAtNames => {
	if (names.length === 0) return (text) => [{ name: undefined, text }];
	const folded = names.map((name) => [foldName(name), name] as const);
	const known = new Map(
		folded.flatMap(([key, name]) => [[key, name] as const, [foldLetters(name), name] as const]),
	);
	return (text, after) => {
		const words = foldLetters(text);
		// There may be thousands of names. The pattern gets only the names whose last word stands before a colon.
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

/** A cheap first check: whether a text may name speakers. */
export const mayNameSpeakers = (text: string): boolean => /[:：]/.test(text);

/**
 * Finds who says what in a text, see {@link cutterAtNames}.
 *
 * @param text - as its author wrote it, with markup
 * @returns the turns in order, with neighbouring ones of one speaker joined; undefined if no named speaker says
 * anything
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
