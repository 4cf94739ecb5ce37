/**
 * Runs once before all tests. Unless TMPDIR is set, puts the tests' folders in memory if there is enough of it, so that
 * no test waits for a disk.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
/** How much memory must be free: far more than tests ever use at a time. */
const enoughBytes = 4 * 1024 ** 3;

const hasRoom = (): boolean => {
	try {
		const { bavail, bsize } = statfsSync(memory);
		return bavail * bsize > enoughBytes;
	} catch {
		return false;
	}
};

/** Whether programs can be run from a folder: some tests write programs and run them. */
const runsPrograms = (folder: string): boolean => {
	const program = join(folder, "program");
	writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
	return spawnSync(program).status === 0;
};

export const setup = (): void => {
	if (process.env.TMPDIR !== undefined || !hasRoom()) return;
	const folder = mkdtempSync(join(memory, "herald-tests-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	if (runsPrograms(folder)) process.env.TMPDIR = folder;
};
