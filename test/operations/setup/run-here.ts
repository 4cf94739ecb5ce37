import { readOptions } from "../../../src/operations/setup/options.ts";
import { runSetup, type SetupResult } from "../../../src/operations/setup/run-setup.ts";
import { Cancellation, createSilentTerminal } from "../../../src/operations/setup/terminal.ts";
import { createScriptedTerminal, type ScriptedAnswer } from "./scripted-terminal.ts";

/** What came of a setup in a terminal; no result where it was stopped. */
export interface Run {
	readonly result: SetupResult | undefined;
	/** All that was told and asked, a line each. */
	readonly told: string;
	/** The answers that nobody has asked for. */
	readonly left: readonly ScriptedAnswer[];
	/** The languages of which a voice was got. */
	readonly got: readonly string[];
}

const patienceMs = 2_000;

/** Runs the setup on a settings file as in a terminal, with these answers; while it waits, `onWait` is called. */
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
			terminal,
			options: readOptions(args),
			environment: { ENV_FILE: file, ...environment },
			patienceMs,
			wait: async () => onWait?.(),
			getVoice: async (language) => void got.push(language),
			...(now && { now }),
		}).catch((error: unknown) => {
			if (!(error instanceof Cancellation)) throw error;
			return undefined;
		});
		return { result, told: terminal.told.join("\n"), left: terminal.left, got };
	};

/** Runs the setup on a settings file where nobody can be asked. */
export const runSilentlyWith =
	(file: string) =>
	(environment: Readonly<Record<string, string>>, ...args: string[]): Promise<SetupResult> =>
		runSetup({
			terminal: createSilentTerminal(() => {}),
			options: readOptions(args),
			environment: { ENV_FILE: file, ...environment },
			patienceMs,
			wait: async () => {},
			getVoice: async () => {},
		});
