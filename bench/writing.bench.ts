import { writeOut } from "@herald/service/testing/internals.ts";
import type { Result } from "./index.ts";

const length = 50_000;
const runs = 3;
const languages = ["de", "en", "es", "fr", "ja", "pt-BR"];
const pieces = [
	"hello there ",
	"Player123 ",
	"1,234,567 ",
	"1990s ",
	"21st ",
	"-5 ",
	"1/2 ",
	"10-15 ",
	"3:1 ",
	"2+2=4 ",
	"$19.99 ",
	"5€-",
	"50% ",
	"1%-",
	"2h 30m ",
	"20 m² ",
	"19:30 ",
	"2026-03-04 ",
	"555-123-4567 ",
	"AB12CD3 ",
	"v2.1.3 ",
	"1080p ",
	"e.g. ",
	"Louis XIV ",
];

/** @returns the shortest processor time of a few runs, in ms, since other programs may slow some of them */
const timeOf = (text: string, language: string): number =>
	Math.min(
		...Array.from({ length: runs }, () => {
			const before = process.cpuUsage();
			writeOut(text, language);
			const { user, system } = process.cpuUsage(before);
			return (user + system) / 1_000;
		}),
	);

/** The time to write out texts that consist of one kind of number or sign. */
export const run = async (): Promise<Result> => ({
	title: `processor time for ${length} characters, in ms, least of ${runs} runs`,
	rows: pieces.map((piece) => ({
		text: piece,
		...Object.fromEntries(
			languages.map((language) => [
				language,
				timeOf(piece.repeat(Math.ceil(length / piece.length)).slice(0, length), language).toFixed(0),
			]),
		),
	})),
});
