import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { preparedForTest, programEnvironment } from "@herald/common/testing/program-environment.ts";
import { afterAll, beforeEach } from "vitest";

const entry = new URL("../../src/index.ts", import.meta.url);

/**
 * Herald as a program of its own, with a data folder that stays. Each test of the file begins with a running one.
 * @param settings - settings as an operator would give them
 * @param options - options of Node
 */
export const useProgram = (settings: Readonly<Record<string, string>>, options: readonly string[] = []) => {
	const dataDir = newFolder();
	let bot: ChildProcess | undefined;
	let logs: Readonly<Record<string, unknown>>[] = [];
	const hasEnded = () => bot === undefined || bot.exitCode !== null || bot.signalCode !== null;
	/** Starts the program. Resolves when it is ready. */
	const start = async (): Promise<void> => {
		logs = [];
		bot = fork(entry, {
			env: { ...programEnvironment, DATA_DIR: dataDir, LOG_LEVEL: "warn", ...settings },
			execArgv: [...preparedForTest, ...options],
			stdio: ["ignore", "pipe", "inherit", "ipc"],
		});
		if (bot.stdout) createInterface({ input: bot.stdout }).on("line", (line) => logs.push(JSON.parse(line)));
		await once(bot, "message");
	};
	/** Kills the program, if it runs. Its processes end with it. */
	const kill = async (): Promise<void> => {
		if (hasEnded()) return;
		const exit = once(bot as ChildProcess, "exit");
		bot?.kill("SIGKILL");
		await exit;
	};
	beforeEach(async () => {
		if (hasEnded()) await start();
	});
	afterAll(kill);
	return {
		dataDir,
		start,
		kill,
		get bot() {
			return bot as ChildProcess;
		},
		/** What the running program has logged. */
		get logs() {
			return logs;
		},
	};
};
