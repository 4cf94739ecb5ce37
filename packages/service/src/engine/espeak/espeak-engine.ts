import { EngineError, type SpeechEngine } from "../speech-engine.ts";
import type { EngineThreads } from "../threads.ts";
import { EspeakProgram, VoiceList } from "./espeak-program.ts";

/** Raised when a change makes any voice sound otherwise, so that what was heard before is made anew. */
const version = "1";

/** The espeak-ng variant and pitch that make one name sound different from the others. */
interface Variant {
	/** "f1" to "f5" and "m1" to "m8" come with every espeak-ng. */
	readonly variant: string;
	/** From 0 to 99; 50 is the variant's own. */
	readonly pitch: number;
	/** Words a minute; 175 is the usual pace. */
	readonly pace: number;
}

const as = (variant: string, pitch: number, pace = 170): Variant => ({ variant, pitch, pace });

/** Women are heard at 155 to 245 Hz, men at 75 to 125 Hz. */
const variants: ReadonlyMap<string, Variant> = new Map([
	["Achernar", as("f5", 38, 160)],
	["Aoede", as("f3", 50)],
	["Autonoe", as("f3", 58)],
	["Callirrhoe", as("f4", 40, 160)],
	["Despina", as("f2", 42)],
	["Erinome", as("f1", 54)],
	["Gacrux", as("f1", 34, 158)],
	["Kore", as("f2", 50)],
	["Laomedeia", as("f5", 60, 180)],
	["Leda", as("f3", 66)],
	["Pulcherrima", as("f4", 58, 180)],
	["Sulafat", as("f1", 44)],
	["Vindemiatrix", as("f4", 50, 162)],
	["Zephyr", as("f2", 62, 178)],
	["Achird", as("m3", 60)],
	["Algenib", as("m8", 34, 160)],
	["Algieba", as("m1", 36)],
	["Alnilam", as("m5", 58)],
	["Charon", as("m1", 50)],
	["Enceladus", as("m4", 42, 165)],
	["Fenrir", as("m7", 64, 185)],
	["Iapetus", as("m2", 48)],
	["Orus", as("m7", 46)],
	["Puck", as("m3", 66, 182)],
	["Rasalgethi", as("m6", 56)],
	["Sadachbia", as("m2", 64, 180)],
	["Sadaltager", as("m8", 54)],
	["Schedar", as("m6", 40)],
	["Umbriel", as("m5", 40, 162)],
	["Zubenelgenubi", as("m4", 62)],
]);

/**
 * Finds a hundred languages in voices of a robot: the program espeak-ng, a process for each phrase.
 *
 * @param searchPath - the folders that the program is looked for in, as in PATH
 * @returns the engine; undefined where espeak-ng isn't installed
 */
export const findEspeak = async (
	threads: EngineThreads,
	searchPath: string,
): Promise<SpeechEngine | undefined> => {
	const program = new EspeakProgram(searchPath);
	const told = await program.tell();
	if (!told) return undefined;
	const list = new VoiceList(told.voices);
	const fingerprint = `espeak-ng-${told.version}-${version}`;
	const languages = new Map(list.bases().map((language) => [language, fingerprint]));
	return {
		languages: () => languages,
		find: (name, language) => {
			const spoken = list.find(language);
			const found = variants.get(name);
			if (spoken === undefined || !found) return undefined;
			const voice = `${spoken}+${found.variant}`;
			const options = ["-v", voice, "-p", String(found.pitch), "-s", String(found.pace)];
			return {
				voice: `espeak-ng/${voice}`,
				read: (text) => threads.run("readPlainly", { text, language }),
				speak: async (text, signal) => {
					const wav = await program.speak(text, options, signal);
					if (wav.length === 0) throw new EngineError(`espeak-ng has no voice ${voice}.`);
					return threads.run("finishWav", wav, signal);
				},
			};
		},
	};
};
