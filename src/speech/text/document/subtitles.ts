import { decodeHTMLStrict } from "entities/decode";
import { type Block, makeBlocks } from "./block.ts";
import { escapeWords, stripTags } from "./escape.ts";

const times =
	/^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})[ \t]+-->[ \t]+(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})(?:\s|$)/;
/** A pause this long begins a paragraph, in ms. */
const paragraphMs = 4_000;
const speaker = /^<v(?:\.[^\s<>]*)?[ \t]+([^<>]{1,80})>/i;
/** Positions and styles that SubRip files take over from other programs. */
const override = /\{\\[^{}]*\}/g;
/** A dash at the start of a line marks another speaker. */
const dash = /^[-–—‐][ \t]*(?=\S)/;

interface Cue {
	readonly startMs: number;
	readonly endMs: number;
	readonly lines: readonly string[];
}

const toMs = (hours = "0", minutes = "0", seconds = "0", fraction = "0"): number =>
	((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, "0"));

/** Reads cues in order. Numbers, names, styles and notes before a time are left out. */
const readCues = (text: string): Cue[] => {
	const cues: Cue[] = [];
	let lines: string[] | undefined;
	for (const line of text.split("\n")) {
		const found = line.includes("-->") ? times.exec(line) : null;
		if (found) {
			lines = [];
			const startMs = toMs(found[1], found[2], found[3], found[4]);
			cues.push({ startMs, endMs: toMs(found[5], found[6], found[7], found[8]), lines });
		} else if (line.trim() === "") lines = undefined;
		else lines?.push(line.trim());
	}
	return cues;
};

export const isSubtitles = (text: string): boolean => {
	if (/^WEBVTT(?:[ \t\n]|$)/.test(text)) return true;
	const start = text.split("\n", 10).filter((line) => line.trim() !== "");
	return start.slice(0, 2).some((line) => line.includes("-->") && times.test(line));
};

/**
 * Reads SubRip and WebVTT. A line that is shown twice in a row, as rolling captions do, is read once; a speaker's name
 * is read when the speaker changes.
 *
 * @returns paragraphs, cut at pauses and speakers
 */
export const readSubtitles = (text: string): Block[] => {
	const paragraphs: string[][] = [];
	let before: Cue | undefined;
	let said = "";
	let name: string | undefined;
	for (const cue of readCues(text)) {
		const pauses = before === undefined || cue.startMs - before.endMs >= paragraphMs;
		if (pauses) paragraphs.push([]);
		before = cue;
		for (const line of cue.lines) {
			const named = speaker.exec(line)?.[1]?.trim();
			const words = decodeHTMLStrict(stripTags(line).replace(override, "")).replace(/\s+/g, " ").trim();
			if (words === "" || words === said) continue;
			said = words;
			const isNew = named !== undefined && named !== name;
			if (isNew && paragraphs.at(-1)?.length) paragraphs.push([]);
			if (isNew) paragraphs.at(-1)?.push(`${escapeWords(named)}:`);
			if (named !== undefined) name = named;
			const isTurn = dash.test(words);
			paragraphs.at(-1)?.push((isTurn ? "\n" : "") + escapeWords(words.replace(dash, "")));
		}
	}
	return paragraphs.flatMap((words) => makeBlocks(words.join(" ").replace(/ ?\n ?/g, "\n")));
};
