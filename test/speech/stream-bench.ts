import { type Sound, unpackClip } from "@herald/common/audio/clip.ts";
import { writeWav } from "@herald/common/audio/pcm.ts";
import { expect } from "vitest";
import type { Line } from "../../src/speech/line.ts";
import { makePayer } from "../support/payer.ts";
import {
	hearWords,
	isStream,
	sendEvents,
	soundEvents,
	speakWords,
	wordLength,
	words,
} from "../support/streams.ts";
import { answer, answerBody, type Behaviour } from "../support/upstream.ts";
import { line, useSpeechBench } from "./speech-bench.ts";

/** The sound of five words, for which the duration of `text` is plausible. */
export const samples = speakWords();
export const text = "Word after word, here they are, all five.";
export const wholeMs = samples.length / 24;
export const wholeWav = Buffer.from(writeWav({ samples, sampleRate: 24_000 }));

/** The first two words. */
export const first = samples.subarray(0, 2 * wordLength);
export const half = soundEvents(first).join("");
export const halfMs = first.length / 24;

/** The sound of sixty words, without a last event. */
export const endless = soundEvents(speakWords(Array.from({ length: 60 }, () => 300))).join("");

/** Times after which a stream counts as hanging, in ms. */
export const soon = { firstSoundMs: 300, stallMs: 300 };

export const sends =
	(events: string | Uint8Array, options?: Parameters<typeof sendEvents>[2]): Behaviour =>
	(response) =>
		sendEvents(response, events, options);
export const inOnePiece = answer({
	...answerBody(wholeWav),
	usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 70, totalTokenCount: 79 },
});

/** Expects to hear each word once, for 200 to 600 ms. */
export const expectAllWords = (packets: readonly Uint8Array[]): void => {
	const heard = hearWords(packets);
	expect(heard.map(([hertz]) => hertz)).toEqual(words);
	for (const [, ms] of heard) expect(Math.abs(ms - 400)).toBeLessThanOrEqual(200);
};

/** Takes each packet as soon as it is there, as playback does. @returns all packets, once there are no more */
export const listenTo = async (sound: Sound): Promise<Uint8Array[]> => {
	const heard: Uint8Array[] = [];
	for (;;) {
		const packet = sound.packets.at(heard.length);
		if (packet) heard.push(Uint8Array.from(packet));
		else if (sound.complete) return heard;
		else await new Promise(setImmediate);
	}
};

/** A speech service, and a `Speech` that asks it for streams. */
export const useStreamBench = () => {
	const bench = useSpeechBench({ streaming: "all" });
	const asked = () => bench.upstream.requests.map((request) => (isStream(request) ? "stream" : "one piece"));
	return {
		bench,
		/** How each request was sent. */
		asked,
		/** Answers requests for streams by `stream`, and other requests well. */
		streamLike: (stream: Behaviour): void =>
			bench.upstream.behave((response, attempt, request) =>
				(isStream(request) ? stream : inOnePiece)(response, attempt, request),
			),
		/** Speaks a text that is heard while it arrives. Resolves once the `Speech` is closed. */
		speak: async (wanted: Partial<Line> = {}, onSound = () => {}) => {
			const { payer, costs, estimates } = makePayer();
			let heard: Promise<Uint8Array[]> | undefined;
			const result = await bench.ask(line(text, wanted), {
				payer,
				listen: (news) => {
					if (news.kind !== "sound") return;
					onSound();
					heard = listenTo(news.sound);
				},
				mayStream: true,
			});
			const packets = heard ?? (result.ok ? [...unpackClip(result.spoken.packed).packets] : []);
			const spoken = { result, packets: await packets, costs, estimates };
			await bench.restart();
			return spoken;
		},
		/** Requests a text that may be streamed. @returns how each request was sent */
		askFor: async (words: string, guildId?: string) => {
			await bench.ask(line(words), { payer: makePayer(guildId).payer, mayStream: true });
			return asked();
		},
	};
};
