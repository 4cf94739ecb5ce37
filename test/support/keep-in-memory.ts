/** Run once before all tests: their folders are in memory where there is enough of it, so that none waits for a disk. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
/** Far more than tests ever have there at a time. */
const enoughBytes = 4 * 1024 ** 3;

const hasRoom = (): boolean => {
	try {
		const { bavail, bsize } = statfsSync(memory);
		return bavail * bsize > enoughBytes;
	} catch {
		return false;
	}
};

/** Tests make programs of their own. */
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
