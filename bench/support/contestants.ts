import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import {
	type CastSpeaker,
	type EngineThreads,
	type EngineVoice,
	openEspeak,
	openFlite,
	startModel,
	startThreads,
} from "@herald/service/testing/internals.ts";

/** An engine that is measured. */
export interface Contestant {
	/** @returns mono samples at 24 kHz */
	speak(text: string): Promise<Int16Array>;
	/** The memory of its process, in bytes; for Flite, what its threads add to this process. */
	rssBytes(): Promise<number> | number;
	close(): Promise<void>;
}

const name = "Kore";
const asker = { owner: 0, signal: new AbortController().signal };

/** Speaks a text phrase by phrase, as the service does. */
const speakWith = async (speaker: EngineVoice, text: string): Promise<Int16Array> => {
	const pieces: Int16Array[] = [];
	for (const phrase of await speaker.read(text, asker)) pieces.push(await speaker.speak(phrase.text, asker));
	const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const piece of pieces) {
		samples.set(piece, at);
		at += piece.length;
	}
	return samples;
};

export const startFlite = async (threads: number): Promise<Contestant> => {
	const before = process.memoryUsage.rss();
	const pool = await startThreads(threads);
	const speaker = openFlite(pool).find(name, "en") as EngineVoice;
	return {
		speak: (text) => speakWith(speaker, text),
		rssBytes: () => process.memoryUsage.rss() - before,
		close: () => pool.close(),
	};
};

export const startNeural = async (
	{ voice, speakerId }: CastSpeaker,
	threads: number,
): Promise<Contestant> => {
	const model = await startModel(voice, { threads });
	return {
		speak: (text) => model.speak({ text, speakerId, pitch: 1, pace: 1 }, asker),
		rssBytes: () => model.rssBytes(),
		close: () => model.close(),
	};
};

/** Finds espeak-ng as the service does. */
const findEspeak = async (pool: EngineThreads): Promise<EngineVoice | undefined> =>
	(await openEspeak(pool, process.env.PATH ?? "", () => {})).find(name, "en");

/** @returns the program's peak memory in bytes, while it speaks a long text whose sound nobody reads */
const measureEspeak = async (): Promise<number> => {
	const child = spawn("espeak-ng", ["--stdout", "-v", "en"], { stdio: ["pipe", "pipe", "ignore"] });
	const ended = once(child, "close");
	child.stdin.on("error", () => {});
	child.stdin.end("Two of these words are said. ".repeat(2_000));
	await once(child.stdout, "readable");
	const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
	child.stdout.destroy();
	child.kill();
	await ended;
	return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
};

/** @returns undefined if espeak-ng isn't installed. It runs one single-threaded process per phrase */
export const startEspeak = async (threads: number): Promise<Contestant | undefined> => {
	const pool = await startThreads(threads);
	const speaker = await findEspeak(pool);
	if (!speaker) {
		await pool.close();
		return undefined;
	}
	return {
		speak: (text) => speakWith(speaker, text),
		rssBytes: measureEspeak,
		close: () => pool.close(),
	};
};
