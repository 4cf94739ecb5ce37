import { StartError } from "../start-error.ts";
import "./spare-proxy.js";

export const asksForHelp = (args: readonly string[]): boolean =>
	args.some((word) => word === "-h" || word === "--help");

/** If the command line asks for help, prints the usage and ends the program. */
export const offerHelp = (usage: string): void => {
	if (!asksForHelp(process.argv.slice(2))) return;
	process.stdout.write(usage);
	process.exit(0);
};

/** Joins an option and its negative number, as in `--units -5`: Node's parser would take `-5` for another option. */
export const joinNegatives = (args: readonly string[]): string[] =>
	args.reduce<string[]>((words, word) => {
		const before = words.at(-1);
		if (before && /^--[a-z-]+$/.test(before) && /^-\d/.test(word))
			words[words.length - 1] = `${before}=${word}`;
		else words.push(word);
		return words;
	}, []);

/** The command line can't be understood. Shown together with the usage. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/**
 * Runs a tool. The exit code is 0 on success, 1 if the tool fails with a StartError or a system error, and 2 if its
 * command line isn't understood. Shows the message of any of these errors.
 *
 * @throws any other error
 */
export const runCommandLine = async (usage: string, run: () => Promise<void>): Promise<void> => {
	try {
		await run();
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		const isUsage = error instanceof UsageError || String(code).startsWith("ERR_PARSE_ARGS");
		// System errors say what happened to which file.
		if (!isUsage && !(error instanceof StartError) && code === undefined) throw error;
		process.stderr.write(`${message}\n${isUsage ? `\n${usage}` : ""}`);
		process.exitCode = isUsage ? 2 : 1;
	}
};
