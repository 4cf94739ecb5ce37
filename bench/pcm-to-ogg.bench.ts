import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeEncoder, encodeClip, warmEncoder } from "@herald/common/audio/encode-clip.ts";
import { writeOgg } from "@herald/common/audio/ogg.ts";
import type { Pcm } from "@herald/common/audio/pcm.ts";
import { writeWav } from "@herald/common/audio/wav.ts";

const SECONDS = 60;
const RUNS = 7;
const SAMPLE_RATE = 24_000;

type Row = Record<string, string | number>;

/**
 * Time from a minute of PCM to its Ogg file, in ms, compared with `opusenc` at the same bit rate if it is installed.
 */
export const run = async (): Promise<{ title: string; rows: Row[] }> => {
	const pcm = makeVoice();
	warmEncoder();
	const herald = takeMedian(() => {
		const clip = encodeClip(pcm);
		writeOgg(clip.packets, clip.durationMs);
	});
	closeEncoder();
	const opusenc = timeOpusenc(pcm);
	const rows = [describeRow("herald", herald)];
	if (opusenc !== undefined) rows.push(describeRow("opusenc", opusenc, herald / opusenc));
	return { title: `PCM to Ogg, ${SECONDS} s of sound, median of ${RUNS}`, rows };
};

const describeRow = (encoder: string, ms: number, ratio?: number): Row => ({
	encoder,
	ms: Math.round(ms),
	"times real time": Math.round((SECONDS * 1_000) / ms),
	"herald takes": ratio === undefined ? "" : `${ratio.toFixed(2)} × as long`,
});

/** @returns ms, or undefined where there is no `opusenc` */
const timeOpusenc = (pcm: Pcm): number | undefined => {
	if (spawnSync("opusenc", ["--version"]).status !== 0) return undefined;
	const directory = mkdtempSync(join(tmpdir(), "herald-bench-"));
	try {
		const input = join(directory, "in.wav");
		writeFileSync(input, writeWav(pcm));
		return takeMedian(() => {
			spawnSync("opusenc", ["--quiet", "--bitrate", "64", input, join(directory, "out.ogg")]);
		});
	} finally {
		rmSync(directory, { recursive: true });
	}
};

const takeMedian = (work: () => void): number => {
	const times = Array.from({ length: RUNS }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	});
	return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] as number;
};

/** Something like a voice, to give the encoder realistic work: a gliding buzz of harmonics, in syllables. */
const makeVoice = (): Pcm => {
	const samples = new Int16Array(SECONDS * SAMPLE_RATE);
	let phase = 0;
	for (let i = 0; i < samples.length; i++) {
		const seconds = i / SAMPLE_RATE;
		phase += (2 * Math.PI * (140 + 40 * Math.sin(seconds * 2.1))) / SAMPLE_RATE;
		let buzz = 0;
		for (let harmonic = 1; harmonic <= 20; harmonic++) buzz += Math.sin(phase * harmonic) / harmonic;
		samples[i] = 6_000 * buzz * Math.max(0, Math.sin(seconds * 2 * Math.PI * 3)) ** 0.5;
	}
	return { samples, sampleRate: SAMPLE_RATE };
};
