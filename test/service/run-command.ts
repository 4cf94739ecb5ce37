import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import packageFile from "../../package.json" with { type: "json" };

const { scripts } = packageFile;

export interface Outcome {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** Runs a command as an operator does, in a process of its own. */
export const runCommandLine = (
	name: "codes" | "accounts" | "simulate" | "rehearse" | "backup" | "restore",
	dataDir: string,
	...args: string[]
): Promise<Outcome> =>
	new Promise((resolve) => {
		const entry = scripts[name].split(" ").at(-1) ?? "";
		const child = spawn(process.execPath, [entry, ...args], {
			cwd: fileURLToPath(new URL("../..", import.meta.url)),
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
