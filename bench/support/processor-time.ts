import { readdirSync, readFileSync } from "node:fs";

/** The units of `/proc/PID/stat`: ticks in a second, and bytes in a page. */
const ticksPerSecond = 100;
const pageBytes = 4_096;

interface ProcessStat {
	readonly pid: number;
	readonly parent: number;
	/** Processor seconds of the process, and of its children that have ended. */
	readonly own: number;
	readonly ended: number;
	readonly rssBytes: number;
}

const readStat = (pid: string): ProcessStat | undefined => {
	try {
		// The fields follow the program's name, which may contain anything.
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ").map(Number) ?? [];
		const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0, pages = 0] = [
			1, 11, 12, 13, 14, 21,
		].map((at) => fields[at]);
		return {
			pid: Number(pid),
			parent,
			own: (user + system) / ticksPerSecond,
			ended: (endedUser + endedSystem) / ticksPerSecond,
			rssBytes: pages * pageBytes,
		};
	} catch {
		return undefined;
	}
};

/** @returns a process and all its descendants */
const listTree = (root: number): readonly ProcessStat[] => {
	const all = readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map(readStat)
		.filter((stat) => stat !== undefined);
	const tree = all.filter(({ pid }) => pid === root);
	// The list grows during the loop.
	for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
	return tree;
};

/** @returns the processor time of a process and its descendants so far, in seconds */
export const processorSeconds = (root: number = process.pid): number =>
	listTree(root).reduce((sum, { own, ended }) => sum + own + ended, 0);

/** @returns the resident memory of a process and its descendants, in bytes; shared pages count for each */
export const residentBytes = (root: number): number =>
	listTree(root).reduce((sum, { rssBytes }) => sum + rssBytes, 0);

export const listChildren = (root: number): readonly number[] =>
	listTree(root)
		.filter(({ parent }) => parent === root)
		.map(({ pid }) => pid);

export const listDescendants = (root: number): readonly number[] =>
	listTree(root)
		.filter(({ pid }) => pid !== root)
		.map(({ pid }) => pid);

/**
 * @param share - from 0 to 1
 * @returns the value below which this share of the sorted values lies; 0 if there are none
 */
export const percentile = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** @returns MiB, rounded */
export const toMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
