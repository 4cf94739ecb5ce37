import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { programEnvironment, scripts } from "./program-environment.ts";

export interface Outcome {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

type CommandName =
	| "codes"
	| "accounts"
	| "simulate"
	| "voices"
	| "rehearse"
	| "backup"
	| "invite"
	| "restore"
	| "move-store"
	| "links"
	| "accounts-secret"
	| "doctor";

/** Runs a command as an operator does, in a process of its own, with these settings and no others. */
export const runCommandWith = (
	name: CommandName,
	environment: Readonly<Record<string, string>>,
	...args: string[]
): Promise<Outcome> =>
	new Promise((resolve) => {
		const { NODE_COMPILE_CACHE: cache } = programEnvironment;
		const entry = (scripts[name] ?? "").split(" ").at(-1) ?? "";
		const child = spawn(process.execPath, [entry, ...args], {
			cwd: fileURLToPath(new URL("../../..", import.meta.url)),
			env: {
				...programEnvironment,
				// Apart from that of what packages/common/src/process/prepare.js has prepared, which this isn't.
				...(cache && { NODE_COMPILE_CACHE: `${cache}-tools` }),
				...environment,
			},
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

/** The same, with nothing set but the data folder. */
export const runCommandLine = (name: CommandName, dataDir: string, ...args: string[]): Promise<Outcome> =>
	runCommandWith(name, { DATA_DIR: dataDir }, ...args);
