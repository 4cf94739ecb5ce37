import { setImmediate as turn } from "node:timers/promises";
import { createLogger, type Logger } from "@herald/common/log.ts";
import { ManualClock } from "@herald/playground";
import { UnderWay } from "../../src/shared/under-way.ts";
import type { Playback, Playing } from "../../src/voice/playback.ts";
import { SpeechQueue } from "../../src/voice/speech-queue.ts";
import type { OwnVoices } from "../../src/voice/voice-channels.ts";
import { packetsOf } from "../support/packets-of.ts";
import { type Answer, linesOf, makeSpeech, markedClip } from "./marked-lines.ts";

/** A player whose Clips end when the test says so. */
const makePlayback = () => {
	const heard: number[] = [];
	const waiting: { line: number; started: () => void; ended: (whole: boolean) => void }[] = [];
	let canSend = true;
	const startFirst = () => {
		if (canSend) waiting[0]?.started();
	};
	const playback: Pick<Playback, "add" | "busy" | "endAtPause" | "expect"> = {
		get busy() {
			return waiting.length > 0;
		},
		expect: () => {},
		endAtPause: () => waiting.splice(0).map(({ ended }) => ended(false)),
		add: (sound, signal, starting = () => {}): Playing => {
			const started = Promise.withResolvers<void>();
			const ended = Promise.withResolvers<boolean>();
			let isStarted = false;
			const start = () => {
				if (isStarted) return;
				isStarted = true;
				starting();
				if (signal.aborted) drop();
				else started.resolve();
			};
			const item = {
				line: linesOf(packetsOf(sound).map((opus) => ({ opus })))[0] as number,
				started: start,
				ended: ended.resolve,
			};
			const drop = () => {
				const at = waiting.indexOf(item);
				if (at === -1) return;
				waiting.splice(at, 1);
				ended.resolve(false);
				if (at === 0) startFirst();
			};
			if (signal.aborted) ended.resolve(false);
			else {
				waiting.push(item);
				if (waiting.length === 1) startFirst();
				signal.addEventListener("abort", drop, { once: true });
			}
			return { started: started.promise, ended: ended.promise };
		},
	};
	return {
		playback,
		heard,
		waiting,
		finish: () => {
			const item = canSend && waiting.shift();
			if (!item) return false;
			heard.push(item.line);
			item.ended(true);
			startFirst();
			return true;
		},
		/** Sets whether anything can be sent. While nothing can, no Clip starts or ends. */
		setSending: (can: boolean) => {
			canSend = can;
			startFirst();
		},
	};
};

export const makeQueue = (
	answer: Answer,
	{ logger = createLogger("test", "silent"), ownVoices }: { logger?: Logger; ownVoices?: OwnVoices } = {},
) => {
	const { speech, asked, aborted } = makeSpeech(answer);
	const player = makePlayback();
	const busy: boolean[] = [];
	const clock = new ManualClock();
	const underWay = new UnderWay();
	const queue = new SpeechQueue({
		underWay,
		speech,
		ownVoices,
		playback: player.playback,
		logger,
		clock,
		onBusy: (now) => busy.push(now),
	});
	queue.open();
	return { queue, underWay, asked, aborted, busy, clock, ...player };
};

/** Ends one Clip after the other until the text has ended. */
export const finishUntil = async (
	ended: Promise<unknown> | undefined,
	finish: () => boolean,
): Promise<void> => {
	let over = false;
	void ended?.then(() => {
		over = true;
	});
	while (!over) {
		finish();
		await turn();
	}
};

/** The first Line of each item of a queue. */
export const queued = ({ items }: SpeechQueue) => items.map(({ lines }) => Number(lines[0]?.text));

/** Makes answers that the test releases, Line by Line. */
export const makeGates = () => {
	const gates = new Map<number, PromiseWithResolvers<void>>();
	const gate = (line: number) => {
		const found = gates.get(line) ?? Promise.withResolvers<void>();
		gates.set(line, found);
		return found;
	};
	const answer: Answer = async ({ text }) => {
		await gate(Number(text)).promise;
		return markedClip(Number(text), 2);
	};
	return { answer, release: (line: number) => gate(line).resolve() };
};
