import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Pcm, toFloat, toInt16 } from "../src/audio/pcm.ts";
import { resample } from "../src/audio/resample.ts";
import sentences from "./sentences.json" with { type: "json" };

const model = "/usr/share/pocketsphinx/model/en-us";
const recogniser = "/usr/bin/pocketsphinx_batch";
const recogniserRate = 16_000;

/** Whether a speech recogniser is installed. */
export const canListen = existsSync(recogniser) && existsSync(model);

/** The closed set that a recogniser chooses from. */
export { sentences };

const words = sentences.map((sentence) => sentence.toLowerCase().replace(/[^a-z ]/g, ""));

/** @returns for each sound, the index in {@link sentences} of the recognised sentence; −1 if none is recognised */
export const recognise = (sounds: readonly Pcm[]): number[] => {
	const folder = mkdtempSync(join(tmpdir(), "herald-heard-"));
	const file = (name: string) => join(folder, name);
	try {
		for (const [n, { samples, sampleRate }] of sounds.entries()) {
			const heard = toInt16(resample(toFloat(samples), sampleRate, recogniserRate));
			writeFileSync(file(`${n}.raw`), Buffer.from(heard.buffer));
		}
		writeFileSync(file("names"), sounds.map((_, n) => `${n}\n`).join(""));
		const grammar = `#JSGF V1.0;\ngrammar sentences;\npublic <sentence> = ${words.join(" | ")};\n`;
		writeFileSync(file("sentences.jsgf"), grammar);
		execFileSync(recogniser, [
			...["-adcin", "yes", "-cepdir", folder, "-cepext", ".raw", "-ctl", file("names")],
			...["-jsgf", file("sentences.jsgf"), "-hmm", join(model, "en-us")],
			...["-dict", join(model, "cmudict-en-us.dict"), "-hyp", file("heard"), "-logfn", "/dev/null"],
		]);
		const lines = readFileSync(file("heard"), "utf8").trim().split("\n");
		return lines.map((line) => words.indexOf(line.replace(/ ?\(\S+ -?\d+\)$/, "")));
	} finally {
		rmSync(folder, { recursive: true });
	}
};
