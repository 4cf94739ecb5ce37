/** @returns what `work` returns; undefined if it throws */
export const unlessThrows = <T>(work: () => T): T | undefined => {
	try {
		return work();
	} catch {
		return undefined;
	}
};
