import { threadCpuUsage } from "node:process";

const cpuMs = (): number => {
	const { user, system } = threadCpuUsage();
	return (user + system) / 1_000;
};

/** Processor time in ms. */
export interface Turns {
	/** Of the longest turn since it was asked last. */
	readonly longestMs: number;
	/** Of all turns. */
	readonly allMs: number;
}

/**
 * Watches this thread's event loop: what else the machine does counts for nothing.
 *
 * @returns what its turns took
 */
export const watchTurns = (): (() => Turns) => {
	let longest = 0;
	let since = cpuMs();
	const look = () => {
		const now = cpuMs();
		longest = Math.max(longest, now - since);
		since = now;
	};
	setInterval(look, 1).unref();
	return () => {
		look();
		const turns = { longestMs: longest, allMs: since };
		longest = 0;
		return turns;
	};
};
