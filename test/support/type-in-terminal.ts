import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const driver = fileURLToPath(new URL("type-in-terminal.py", import.meta.url));

const python = process.env.PYTHON ?? "python3";

export const hasPseudoTerminals = ((): boolean => {
	try {
		execFileSync(python, ["-c", "import pty, termios"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
})();

export interface TerminalSession {
	readonly code: number;
	/** Everything that the terminal received, with its control sequences. */
	readonly seen: string;
	/** The texts that were awaited and never came. */
	readonly left: readonly string[];
}

/** Runs a program in a terminal. @param steps - each a text to wait for, and the keys typed then */
export const typeInTerminal = async (
	program: readonly string[],
	steps: readonly (readonly [text: string, keys: string])[],
	{
		cwd,
		env,
		columns = 120,
	}: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly columns?: number },
): Promise<TerminalSession> => {
	const child = spawn(python, [driver], { stdio: ["pipe", "pipe", "inherit"] });
	child.stdin.end(`${JSON.stringify({ program, steps, cwd, env, columns, seconds: 60 })}\n`);
	let out = "";
	child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
		out += chunk;
	});
	await once(child, "close");
	return JSON.parse(out) as TerminalSession;
};
