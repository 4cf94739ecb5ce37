import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toFloat, toInt16 } from "../../src/audio/pcm.ts";
import { resample } from "../../src/audio/resample.ts";
import { Engine } from "../../src/service/engine/engine.ts";
import { voiceNames } from "../../src/service/engine/voices.ts";
import { makeFolder } from "./open-service.ts";

const model = "/usr/share/pocketsphinx/model/en-us";
const recogniser = "/usr/bin/pocketsphinx_batch";
const canListen = existsSync(recogniser) && existsSync(model);

const sentences = [
	"Good morning everyone, and welcome to the show.",
	"The train to London leaves at half past seven.",
	"Please close the window before the storm arrives.",
	"My brother is cooking dinner for his friends.",
	"Seven children were playing football in the park.",
	"The doctor will see you again on Thursday.",
	"We found an old map under the kitchen floor.",
	"Nobody knows the answer to that question.",
	"She bought a yellow umbrella and a pair of boots.",
	"Turn left at the bridge and follow the river.",
];
const words = sentences.map((sentence) => sentence.toLowerCase().replace(/[^a-z ]/g, ""));
const recogniserRate = 16_000;

/** Three different sentences for each voice; every sentence is spoken by nine voices. */
const takes = voiceNames.flatMap((voice, i) =>
	[i, i + 3, i + 7].map((n) => ({ voice, sentence: n % sentences.length })),
);

test.skipIf(!canListen)(
	"a recogniser picks the right one of ten sentences, whichever of the thirty voices speaks",
	async () => {
		const folder = await makeFolder();
		const engine = await Engine.start();
		try {
			const names: string[] = [];
			for (const { voice, sentence } of takes) {
				const turns = [{ text: sentences[sentence] as string, voice }];
				const { samples } = await engine.speak(turns, 60, new AbortController().signal);
				const heard = toInt16(resample(toFloat(samples), 24_000, recogniserRate));
				const name = `${voice}-${sentence}`;
				await writeFile(join(folder.path, `${name}.raw`), Buffer.from(heard.buffer));
				names.push(name);
			}
			const file = (name: string) => join(folder.path, name);
			await writeFile(file("names"), `${names.join("\n")}\n`);
			await writeFile(
				file("sentences.jsgf"),
				`#JSGF V1.0;\ngrammar sentences;\npublic <sentence> = ${words.join(" | ")};\n`,
			);
			execFileSync(recogniser, [
				...["-adcin", "yes", "-cepdir", folder.path, "-cepext", ".raw", "-ctl", file("names")],
				...["-jsgf", file("sentences.jsgf"), "-hmm", join(model, "en-us")],
				...["-dict", join(model, "cmudict-en-us.dict"), "-hyp", file("heard"), "-logfn", "/dev/null"],
			]);
			const heard = (await readFile(file("heard"), "utf8")).trim().split("\n");
			expect(heard.map((line) => line.replace(/ \((\S+) -?\d+\)$/, " ($1)"))).toEqual(
				takes.map(({ voice, sentence }) => `${words[sentence]} (${voice}-${sentence})`),
			);
		} finally {
			await engine.close();
			await folder.remove();
		}
	},
	120_000,
);
