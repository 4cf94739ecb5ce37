/** @returns numbers from 0 to below 1, the same ones at each start */
export const createRandom = (): (() => number) => {
	let seed = 1;
	return () => {
		// Numerical Recipes' generator.
		seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
		return seed / 2 ** 32;
	};
};
