import { readOptions } from "../../../src/operations/setup/options.ts";
import { runSetup, type SetupResult } from "../../../src/operations/setup/run-setup.ts";
import { Cancellation, createSilentTerminal } from "../../../src/operations/setup/terminal.ts";
import { createScriptedTerminal, type ScriptedAnswer } from "./scripted-terminal.ts";

/** The outcome of a setup in a terminal. `result` is undefined if Ctrl-C stopped the setup. */
export interface Run {
	readonly result: SetupResult | undefined;
	/** All that was shown and asked, a line each. */
	readonly told: string;
	/** The scripted answers that weren't used. */
	readonly left: readonly ScriptedAnswer[];
	/** The languages for which a voice was downloaded. */
	readonly got: readonly string[];
}

/** What the setup is given in each test, beside its terminal. */
const optionsOf = (file: string, environment: Readonly<Record<string, string>>, args: readonly string[]) => ({
	options: readOptions([...args]),
	environment: { ENV_FILE: file, ...environment },
	patienceMs: 2_000,
	wait: async () => {},
	getVoice: async () => {},
});

/** Runs the setup on a settings file as in a terminal, with these answers. `onWait` is called while the setup waits. */
export const runWith =
	(file: string) =>
	async (
		environment: Readonly<Record<string, string>>,
		answers: readonly ScriptedAnswer[],
		{ args = [], onWait, now }: { args?: string[]; onWait?: () => void; now?: () => number } = {},
	): Promise<Run> => {
		const terminal = createScriptedTerminal(answers);
		const got: string[] = [];
		const result = await runSetup({
			...optionsOf(file, environment, args),
			terminal,
			wait: async () => onWait?.(),
			getVoice: async (language) => void got.push(language),
			...(now && { now }),
		}).catch((error: unknown) => {
			if (!(error instanceof Cancellation)) throw error;
			return undefined;
		});
		return { result, told: terminal.told.join("\n"), left: terminal.left, got };
	};

/** Runs the setup on a settings file without a terminal for questions. */
export const runSilentlyWith =
	(file: string) =>
	(environment: Readonly<Record<string, string>>, ...args: string[]): Promise<SetupResult> =>
		runSetup({ ...optionsOf(file, environment, args), terminal: createSilentTerminal(() => {}) });
