import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

interface Copy {
	/** The copy's folder. */
	readonly copy: string;
	/**
	 * Runs a program in the copy.
	 *
	 * @returns its exit code (null if it was killed after `limitMs`), its output, and its duration in ms
	 */
	run(
		words: readonly string[],
		limitMs?: number,
		env?: NodeJS.ProcessEnv,
	): Promise<{ code: number | null; said: string; ms: number }>;
}

const left = new Set([".git", "node_modules", "data"]);

/** @returns a copy of the repository, whose packages import each other. It is removed when this process ends */
export const copyRepository = (): Copy => {
	const copy = mkdtempSync(join(tmpdir(), "herald-mutants-"));
	process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
	cpSync(".", copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
	const modules = join(copy, "node_modules");
	mkdirSync(modules);
	for (const name of readdirSync("node_modules"))
		if (name !== "@herald") symlinkSync(resolve("node_modules", name), join(modules, name));
	cpSync("node_modules/@herald", join(modules, "@herald"), { recursive: true, verbatimSymlinks: true });
	return {
		copy,
		run: (words, limitMs = 2 ** 31 - 1, env = {}) =>
			new Promise((done) => {
				const startedAt = performance.now();
				const options = { cwd: copy, env: { ...process.env, ...env }, detached: true };
				const child = spawn(process.execPath, words, options);
				let said = "";
				const hear = (text: string) => {
					said += text;
				};
				for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
				const end = () => child.pid && process.kill(-child.pid, "SIGKILL");
				const timer = setTimeout(end, limitMs);
				process.once("exit", end);
				child.once("close", (code) => {
					clearTimeout(timer);
					process.off("exit", end);
					done({ code, said, ms: performance.now() - startedAt });
				});
			}),
	};
};
