import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface StartedPlayground {
	readonly apiUrl: string;
	readonly gatewayUrl: string;
	readonly token: string;
	readonly certificateFile: string;
	readonly pageUrl: string;
	/** Sends a signal. Resolves to the exit code, once the process has ended. */
	readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Runs the playground's program, and reads the addresses from its output. Rejects if it exits before printing them. */
export const startProgram = async (entry: string, ...args: string[]): Promise<StartedPlayground> => {
	const child = spawn(process.execPath, [entry, ...args], { stdio: ["ignore", "pipe", "inherit"] });
	const ended = once(child, "exit");
	let said = "";
	await new Promise<void>((resolve, reject) => {
		child.stdout.on("data", (chunk) => {
			said += chunk;
			if (said.includes("Page:")) resolve();
		});
		child.once("exit", () => reject(new Error(`It ended after saying: ${said}`)));
	});
	const read = (label: string) => new RegExp(`^ *${label} +(\\S+)$`, "m").exec(said)?.[1] ?? "";
	return {
		apiUrl: read("API"),
		gatewayUrl: read("Gateway"),
		token: read("Token"),
		certificateFile: read("CA file"),
		pageUrl: read("Page:"),
		async stop(signal) {
			child.kill(signal);
			const [code] = await ended;
			return code;
		},
	};
};

/** Starts the playground like `npm run playground`. Rejects if the program exits before it prints its addresses. */
export const startFromShell = (...args: string[]): Promise<StartedPlayground> =>
	startProgram(fileURLToPath(new URL("../src/cli.ts", import.meta.url)), ...args);
