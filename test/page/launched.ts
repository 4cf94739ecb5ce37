import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { preparedForTest } from "@herald/common/testing/program-environment.ts";

const entry = fileURLToPath(new URL("../../src/index.ts", import.meta.url));

/** Herald as a newcomer starts it, without a token. */
export interface LaunchedHerald {
	/** The lines on the terminal up to the codes to redeem, without those of the log. */
	readonly told: readonly string[];
	/** The page's address, with a slash at its end. */
	readonly url: string;
	stop(): Promise<void>;
}

const readUntilCodes = async (child: ChildProcess): Promise<string[]> => {
	const told: string[] = [];
	for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
		// The log's lines are JSON.
		if (!line.startsWith("{")) told.push(line);
		if (line.startsWith("Codes")) break;
	}
	return told;
};

/** Starts Herald with a new data folder. Resolves once the codes to redeem are printed. */
export const launch = async (
	port: number,
	settings: Readonly<Record<string, string>> = {},
): Promise<LaunchedHerald> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-"));
	const { DISCORD_TOKEN: _, ...environment } = process.env;
	const child = spawn(process.execPath, [...preparedForTest, entry], {
		env: { ...environment, NODE_ENV: "test", PORT: String(port), DATA_DIR: dataDir, ...settings },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const told = await readUntilCodes(child);
	child.stdout.resume();
	return {
		told,
		url: /http:\S+/.exec(told.join("\n"))?.[0] ?? "",
		stop: async () => {
			if (child.exitCode === null) {
				child.kill("SIGTERM");
				await once(child, "exit");
			}
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
};
