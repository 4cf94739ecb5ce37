import { unwanted } from "@herald/common/race.ts";
import type { ClipReading, ReadStreamed } from "../clips/clip-reading.ts";
import type { Compromise } from "../line.ts";
import { estimateSeconds } from "../text/lines.ts";
import type { Streams } from "../traffic/streams.ts";
import type { AttemptFailure } from "./classify.ts";
import type { AttemptResult, StreamTaker } from "./client.ts";
import { soundMaxSeconds } from "./request.ts";
import type { StreamedSound } from "./streamed-sound.ts";
import type { AttemptTiming, StreamTiming } from "./timing.ts";

/** What came of an attempt: an answer that was read, or why there is none. */
export type AttemptResponse = { readonly failure: AttemptFailure } | { readonly reading: ClipReading };

interface StreamOptions {
	readonly guildId: string;
	readonly workers: { readonly readStream: ReadStreamed };
	readonly timing: AttemptTiming;
	readonly streams: Streams;
}

/** Services need one to three seconds for the first sound, loaded ones more; later, silence means a dead connection. */
const streamTiming: StreamTiming = { firstSoundMs: 20_000, stallMs: 10_000 };

/** How long the end of an answer that is read is waited for, in ms, so that its connection can be used again. */
const endMs = 1_000;

/**
 * Asks for a Line as a stream, whose sound is heard as it comes.
 *
 * @param text - of the Line as it is sent
 * @param send - asks a model for the stream
 * @returns undefined where as many streams are read as can be, or as many of the guild as may
 */
export const askStreamed = async (
	{ guildId, workers, timing, streams }: StreamOptions,
	text: string,
	model: string,
	{ sound, compromises }: { readonly sound: StreamedSound; readonly compromises: readonly Compromise[] },
	send: (stream: StreamTaker) => Promise<AttemptResult>,
): Promise<AttemptResponse | undefined> => {
	const { firstSoundMs, stallMs } = timing.stream ?? streamTiming;
	const maxSeconds = soundMaxSeconds(text);
	const stopped = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const waitFor = (ms: number, reason?: unknown) => {
		clearTimeout(timer);
		timer = setTimeout(() => stopped.abort(reason), ms).unref();
	};
	const heard = { delayMs: streams.delayMs(model), compromises };
	const read = workers.readStream(guildId, { maxSeconds, moreDb: sound.moreDb }, (packets, all) => {
		waitFor(stallMs);
		sound.take(packets, all, heard);
	});
	if (!read) return undefined;
	// May settle while the service still sends, if that isn't an answer: what comes then is dropped.
	const reading = read.reading.finally(() => waitFor(sound.isBroken ? 0 : endMs, unwanted));
	waitFor(firstSoundMs);
	const sent = send({ signal: stopped.signal, write: read.write });
	const result = await Promise.race([sent, reading.then(() => undefined)]);
	read.end();
	const came = await reading;
	const stopTimer = () => clearTimeout(timer);
	sent.then(stopTimer, stopTimer);
	if (came.kind === "clip") {
		streams.notePace(model, sound.neededMs);
		sound.end(came.packed);
	}
	if (came.kind === "clip" || !result || result.ok) return { reading: came };
	const { madeMs: _most, ...failure } = result.failure;
	const cameMs = came.madeMs ?? 0;
	if (cameMs === 0) return { failure };
	// A stream that is cut off may cost all of it: less than was counted when it was asked for isn't believed.
	const isKnown = streams.paysWhatCame || cameMs > estimateSeconds(text) * 1_000;
	return { failure: { ...failure, billed: true, ...(isKnown && { madeMs: cameMs }) } };
};
