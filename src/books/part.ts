import { frameMs } from "../audio/clip.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import type { BookLine } from "./book.ts";

/** A Line with its sound. */
export interface Made {
	readonly line: BookLine;
	readonly spoken: SpokenLine;
}

/** How full a part must be to be cut at a heading. */
const leastAtHeading = 1 / 3;
/** More of them, or longer ones, wouldn't fit into the head of a file. */
const chaptersMax = 200;

/** What a frame of silence takes in a file, in bytes. */
const silenceBytes = 4;

/** @returns how many of the first Lines fit into a file of so many bytes, at least one; packed, they take no less room */
const countFitting = (made: readonly Made[], maxBytes: number): number => {
	let bytes = 0;
	const tooFar = made.findIndex(({ line: { line }, spoken }) => {
		bytes += spoken.packed.byteLength + ((line.pauseMs ?? 0) / frameMs) * silenceBytes;
		return bytes > maxBytes;
	});
	return tooFar === -1 ? made.length : Math.max(1, tooFar);
};

/**
 * Cuts where a file must end: at a heading, unless that is too early in it; else at a paragraph.
 *
 * @returns how many of the first Lines are the part; undefined while all fit
 */
export const cutPart = (made: readonly Made[], maxBytes: number): number | undefined => {
	const fitting = countFitting(made, maxBytes);
	if (fitting === made.length) return undefined;
	const findCut = (isCut: (line: BookLine) => boolean): number | undefined => {
		for (let at = fitting; at >= Math.max(1, fitting * leastAtHeading); at -= 1) {
			const next = made[at]?.line;
			if (next && isCut(next)) return at;
		}
		return undefined;
	};
	return (
		findCut(({ heading }) => heading !== undefined) ?? findCut(({ beginsPage }) => beginsPage) ?? fitting
	);
};

const formatTime = (ms: number): string => {
	const at = (unit: number, max: number) => String(Math.floor(ms / unit) % max).padStart(2, "0");
	return `${at(3_600_000, 100)}:${at(60_000, 60)}:${at(1_000, 60)}.${String(ms % 1_000).padStart(3, "0")}`;
};

/** @returns comments for the head of an Ogg file: its title, and the chapters that begin in it */
export const writeComments = (title: string, made: readonly Made[]): string[] => {
	const chapters: string[] = [];
	let startMs = 0;
	for (const [at, { line, spoken }] of made.entries()) {
		// Joined Clips have a packet between them, where there is no longer pause.
		if (at > 0) startMs += Math.max(frameMs, line.line.pauseMs ?? 0);
		const number = String(chapters.length / 2 + 1).padStart(3, "0");
		if (line.heading !== undefined && chapters.length < chaptersMax * 2)
			chapters.push(
				`CHAPTER${number}=${formatTime(startMs)}`,
				`CHAPTER${number}NAME=${line.heading.replace(/\s+/g, " ")}`,
			);
		startMs += spoken.durationMs;
	}
	return [`TITLE=${title}`, ...chapters];
};
