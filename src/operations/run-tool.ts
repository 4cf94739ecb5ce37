import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { defer } from "@herald/common/defer.ts";
import { readSecret } from "@herald/common/environment.ts";
import { offerHelp, runCommandLine } from "@herald/common/process/command-line.ts";
import { StartError } from "@herald/common/start-error.ts";
import { readConfig } from "../config.ts";
import type { StorePlace } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";

export interface ToolCall {
	readonly dataDir: string;
	readonly databaseUrl: string | undefined;
	/** The words that aren't options. */
	readonly words: readonly string[];
	/** The first word as the absolute path of a folder; without words, the current folder. */
	readonly folder: string;
	readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/**
 * Runs a tool whose command line has words, such as a folder, and options. The exit code is 0 on success, 1 if the tool
 * fails, and 2 if the command line isn't understood. A StartError's message is shown to the operator.
 *
 * @param run - does the work, and returns a sentence about what was done
 * @param takes - whether these words are valid; by default, there must be exactly one
 */
export const runTool = async (
	usage: string,
	options: NonNullable<ParseArgsConfig["options"]>,
	run: (call: ToolCall) => Promise<string>,
	takes: (words: readonly string[]) => boolean = ({ length }) => length === 1,
): Promise<void> => {
	offerHelp(usage);
	await runCommandLine(usage, async () => {
		const { positionals, values } = parseArgs({
			args: process.argv.slice(2),
			options,
			allowPositionals: true,
		});
		const [folder = "."] = positionals;
		if (!takes(positionals)) {
			process.stderr.write(usage);
			process.exitCode = 2;
			return;
		}
		const { dataDir } = readConfig({ DATA_DIR: process.env.DATA_DIR });
		const done = await run({
			dataDir,
			get databaseUrl() {
				return readSecret(process.env, "DATABASE_URL") || undefined;
			},
			words: positionals,
			folder: resolve(folder),
			options: values as ToolCall["options"],
		});
		process.stdout.write(`${done}\n`);
	});
};

/**
 * Works with the store, even while Herald runs.
 *
 * @returns what `work` resolves to
 * @throws StartError if there is neither a PostgreSQL URL nor a `bot.db`. A file created here would belong to the
 * tool's user, not to Herald's
 */
export const withStore = async <T>(place: StorePlace, work: (store: Store) => Promise<T>): Promise<T> => {
	const file = join(place.dataDir, "bot.db");
	if (!place.databaseUrl && !existsSync(file))
		throw new StartError(
			`There is no ${file}. Is DATA_DIR the folder that Herald has? Herald makes the file at its first start.`,
		);
	// Loaded on demand: not every tool needs it.
	const { openStore } = await import("../store/open-store.ts");
	const store = await openStore(place, {});
	await using _closing = defer(() => store.close());
	return await work(store);
};
