import type { Pcm } from "@herald/common/audio/pcm.ts";
import { canListen, recognise, sentences } from "@herald/common/testing/recognise.ts";
import { expect, test } from "vitest";
import { startEngines } from "../src/engine/start-engines.ts";
import { castNames } from "../src/voices/voice.ts";
import { silentLogger } from "./open-service.ts";

/** The sentence of each voice. Three voices speak each of the ten sentences. */
const takes = castNames.map((voice, i) => ({ voice, sentence: i % sentences.length }));

test.skipIf(!canListen)(
	"a recogniser picks the right one of ten sentences, whichever of the thirty voices speaks",
	async () => {
		const engine = await startEngines({ dataDir: "/nowhere", logger: silentLogger });
		try {
			const sounds: Pcm[] = [];
			for (const { voice, sentence } of takes) {
				const turns = [{ text: sentences[sentence] as string, voice }];
				const { samples } = await engine.speak(turns, 60, new AbortController().signal);
				sounds.push({ samples, sampleRate: 24_000 });
			}
			const heard = recognise(sounds).map((sentence, n) => ({ voice: takes[n]?.voice, sentence }));
			expect(heard).toEqual(takes);
		} finally {
			await engine.close();
		}
	},
);
