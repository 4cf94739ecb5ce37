import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/** Containers that share DATA_DIR don't see each other's processes: folders have a host, and expire after a day. */
const host = hostname().replace(/[^\w.]/g, "_");
const forgottenMs = 24 * 60 * 60 * 1_000;

const isRunning = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
};

/** Removes working folders left behind by processes that ended. */
export const sweepWorkFolders = (folder: string): void => {
	for (const name of readdirSync(folder)) {
		const [, where, pid] = /^\.(?:adding|removed)-([\w.]+)-(\d+)-/.exec(name) ?? [];
		if (pid === undefined) continue;
		const path = join(folder, name);
		const isLeft = where === host && !isRunning(Number(pid));
		const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
		if (isLeft || age > forgottenMs) rmSync(path, { recursive: true, force: true });
	}
};

/** @returns the path of a new working folder beside the voices, which readers of voices ignore */
export const workFolder = (voices: string, doing: "adding" | "removed"): string =>
	join(voices, `.${doing}-${host}-${process.pid}-${randomUUID()}`);
