import { availableParallelism } from "node:os";
import { setInterval } from "node:timers/promises";
import { FairQueue } from "@herald/common/fair-queue.ts";
import type { PrebuiltVoiceName } from "../../voices/names.ts";
import { EngineError, type SpeechEngine } from "../speech-engine.ts";
import type { EngineThreads } from "../threads.ts";
import { type EspeakFacts, EspeakLanguages, EspeakProgram } from "./espeak-program.ts";

/** Raised when a change makes any voice sound otherwise, so that what was heard before is made anew. */
const version = "2";

/** The espeak-ng variant and pitch that make one name sound different from the others. */
interface Variant {
	/** "f1" to "f5" and "m1" to "m8" come with every espeak-ng. */
	readonly variant: string;
	/** From 0 to 99; 50 is the variant's own. */
	readonly pitch: number;
	/** Words a minute; 175 is the usual pace. */
	readonly pace: number;
}

const usualPace = 170;
const as = (variant: string, pitch: number, pace = usualPace): Variant => ({ variant, pitch, pace });

/** Women are heard at 155 to 245 Hz, men at 75 to 125 Hz. */
const variants: Readonly<Record<PrebuiltVoiceName, Variant>> = {
	Achernar: as("f5", 38, 160),
	Aoede: as("f3", 50),
	Autonoe: as("f3", 58),
	Callirrhoe: as("f4", 40, 160),
	Despina: as("f2", 42),
	Erinome: as("f1", 54),
	Gacrux: as("f1", 34, 158),
	Kore: as("f2", 50),
	Laomedeia: as("f5", 60, 180),
	Leda: as("f3", 66),
	Pulcherrima: as("f4", 58, 180),
	Sulafat: as("f1", 44),
	Vindemiatrix: as("f4", 50, 162),
	Zephyr: as("f2", 62, 178),
	Achird: as("m3", 60),
	Algenib: as("m8", 34, 160),
	Algieba: as("m1", 36),
	Alnilam: as("m5", 58),
	Charon: as("m1", 50),
	Enceladus: as("m4", 42, 165),
	Fenrir: as("m7", 64, 185),
	Iapetus: as("m2", 48),
	Orus: as("m7", 46),
	Puck: as("m3", 66, 182),
	Rasalgethi: as("m6", 56),
	Sadachbia: as("m2", 64, 180),
	Sadaltager: as("m8", 54),
	Schedar: as("m6", 40),
	Umbriel: as("m5", 40, 162),
	Zubenelgenubi: as("m4", 62),
};

/** The polling interval for the installed program, in ms. */
const lookEveryMs = 1_000;

/** The facts about the program that is installed now. */
interface EspeakInstallation {
	/** Which file it is; undefined where there is none. */
	readonly file: string | undefined;
	/** Undefined where there is none, or it doesn't answer. */
	readonly facts: EspeakFacts | undefined;
	readonly list: EspeakLanguages;
	readonly languages: ReadonlyMap<string, string>;
}

const inspect = async (program: EspeakProgram, file: string | undefined): Promise<EspeakInstallation> => {
	const facts = file === undefined ? undefined : await program.describe();
	const list = new EspeakLanguages(facts?.voices ?? "");
	const fingerprint = `espeak-ng-${facts?.version}-${version}`;
	return { file, facts, list, languages: new Map(list.bases().map((base) => [base, fingerprint])) };
};

/**
 * A hundred languages in voices of a robot: the program espeak-ng, a process for each phrase.
 *
 * @param searchPath - the folders that the program is looked for in, as in PATH
 * @param onChange - called when it was installed, removed or replaced
 */
export const openEspeak = async (
	threads: EngineThreads,
	searchPath: string,
	onChange: () => void,
): Promise<SpeechEngine> => {
	const program = new EspeakProgram(searchPath);
	let now = await inspect(program, await program.findFile());
	/** One whose libraries are still being installed is there, and doesn't answer yet. */
	const look = async () => {
		const file = await program.findFile();
		if (file === now.file && (now.facts || file === undefined)) return;
		const before = now.facts;
		now = await inspect(program, file);
		if (before || now.facts) onChange();
	};
	const closed = new AbortController();
	const watch = async () => {
		for await (const _ of setInterval(lookEveryMs, undefined, { ref: false, signal: closed.signal }))
			await look();
	};
	const processes = availableParallelism();
	const turns = new FairQueue<number>({ mayBegin: (running) => running < processes, perOwner: processes });
	// It ends when it is closed.
	watch().catch(() => {});
	return {
		languages: () => now.languages,
		find: (name, language) => {
			const spoken = now.list.find(language);
			const found = variants[name];
			if (spoken === undefined) return undefined;
			const voice = `${spoken}+${found.variant}`;
			const options = ["-v", voice, "-p", String(found.pitch), "-s", String(found.pace)];
			return {
				voice: `espeak-ng/${voice}`,
				// Twice as high with 50 more.
				pitch: 2 ** ((found.pitch - 50) / 50),
				pace: found.pace / usualPace,
				read: (text, asker) => threads.read({ text, language, isForFlite: false }, asker),
				speak: async (text, asker) => {
					const { owner, signal } = asker;
					const wav = await turns.run(owner, () => program.speak(text, options, signal), signal);
					if (wav.length === 0) throw new EngineError(`espeak-ng has no voice ${voice}.`);
					return threads.run("finishWav", wav, asker);
				},
			};
		},
		close: async () => closed.abort(),
	};
};
