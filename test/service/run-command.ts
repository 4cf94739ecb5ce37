import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Outcome {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** Runs one of the service's commands as an operator does, in a process of its own. */
export const runCommandLine = (
	name: "codes" | "accounts" | "rehearse",
	dataDir: string,
	...args: string[]
): Promise<Outcome> =>
	new Promise((resolve) => {
		const entry = fileURLToPath(new URL(`../../src/service/cli/${name}.ts`, import.meta.url));
		const child = spawn(process.execPath, [entry, ...args], {
			env: { PATH: process.env.PATH, DATA_DIR: dataDir },
		});
		let out = "";
		let err = "";
		child.stdout.on("data", (chunk) => {
			out += chunk;
		});
		child.stderr.on("data", (chunk) => {
			err += chunk;
		});
		child.once("close", (code) => resolve({ code, out, err }));
	});
