/** `npm run setup`: sets Herald up for a real server, by questions in a terminal or by options. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { offerHelp, runCommandLine } from "@herald/common/process/command-line.ts";
import { type Options, readOptions, usage } from "./setup/options.ts";
import {
	Cancellation,
	createPlainTerminal,
	createPromptTerminal,
	createSilentTerminal,
	type Terminal,
} from "./setup/terminal.ts";

const cancelled = 130;

const openTerminal = ({ isPlain, json }: Options): Terminal => {
	const { stdin: input, stdout: output } = process;
	if (json) return createSilentTerminal(() => {});
	if (!input.isTTY || !output.isTTY) return createSilentTerminal((line) => output.write(`${line}\n`));
	return isPlain || process.env.TERM === "dumb"
		? createPlainTerminal({ input, output })
		: createPromptTerminal(output);
};

/**
 * Gets a natural voice as `npm run voices -- get` does, which asks before it downloads anything, unless --yes is
 * given.
 */
const getVoice =
	({ yes }: Options) =>
	async (language: string): Promise<void> => {
		const preload = new URL("../../packages/common/src/process/read-env-file.js", import.meta.url).href;
		const entry = fileURLToPath(new URL("../../packages/service/src/cli/manage-voices.ts", import.meta.url));
		const words = ["--import", preload, entry, "get", language, ...(yes ? ["--yes"] : [])];
		await once(spawn(process.execPath, words, { stdio: ["inherit", 2, "inherit"] }), "exit");
	};

const main = async (options: Options): Promise<void> => {
	const terminal = openTerminal(options);
	const { failedWith, runSetup } = await import("./setup/run-setup.ts");
	const result = await runSetup({
		terminal,
		options,
		environment: process.env,
		wait: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }),
		getVoice: getVoice(options),
	}).catch((error) => {
		const failed = failedWith(error);
		if (!options.json) for (const problem of failed.problems) process.stderr.write(`${problem}\n`);
		return failed;
	});
	if (options.json) process.stdout.write(`${JSON.stringify(result, undefined, "\t")}\n`);
	process.exitCode = result.ok ? 0 : 1;
};

offerHelp(usage);
await runCommandLine(usage, async () => {
	try {
		await main(readOptions(process.argv.slice(2)));
	} catch (error) {
		if (!(error instanceof Cancellation)) throw error;
		process.stdout.write("Stopped. Nothing was changed.\n");
		process.exitCode = cancelled;
	}
});
