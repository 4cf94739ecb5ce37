/** @returns whether a process runs */
export const isAlive = (pid: unknown): boolean => {
	try {
		return process.kill(Number(pid), 0);
	} catch {
		return false;
	}
};
