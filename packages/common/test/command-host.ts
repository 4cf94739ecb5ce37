/** A process that runs commands one after the other. It loads what their programs import only once. */
import { inspect } from "node:util";

export interface Command {
	/** The URL of its program. */
	readonly entry: string;
	readonly args: readonly string[];
	readonly environment: NodeJS.ProcessEnv;
}

export interface Outcome {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

const run = async ({ entry, args, environment }: Command, nth: number): Promise<Outcome> => {
	let [out, err] = ["", ""];
	process.env = environment;
	process.argv = [process.execPath, entry, ...args];
	process.exitCode = undefined;
	process.stdout.write = (text: unknown) => {
		out += text;
		return true;
	};
	process.stderr.write = (text: unknown) => {
		err += text;
		return true;
	};
	try {
		// The query makes Node run the program itself anew.
		await import(`${entry}?${nth}`);
	} catch (error) {
		err += inspect(error);
		process.exitCode = 1;
	}
	return { code: Number(process.exitCode ?? 0), out, err };
};

let count = 0;
let before: Promise<unknown> = Promise.resolve();
process.on("message", (command: Command) => {
	count += 1;
	const nth = count;
	before = before.then(async () => process.send?.(await run(command, nth)));
});
