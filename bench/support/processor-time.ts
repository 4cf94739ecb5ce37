import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second. */
const ticksPerSecond = 100;

interface ProcessTimes {
	readonly parent: number;
	/** In seconds: of the process, and of its children that have ended. */
	readonly own: number;
	readonly ended: number;
}

const readTimes = (pid: string): ProcessTimes | undefined => {
	try {
		// Behind the program's name, which may hold anything.
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ").map(Number) ?? [];
		const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
			(at) => fields[at],
		);
		return {
			parent,
			own: (user + system) / ticksPerSecond,
			ended: (endedUser + endedSystem) / ticksPerSecond,
		};
	} catch {
		return undefined;
	}
};

/** @returns the processor time of this process and its children until now, in seconds */
export const processorSeconds = (): number => {
	const self = readTimes("self");
	const children = readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map(readTimes)
		.filter((times) => times?.parent === process.pid);
	return (self?.own ?? 0) + (self?.ended ?? 0) + children.reduce((sum, times) => sum + (times?.own ?? 0), 0);
};
