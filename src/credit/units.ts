/** @returns an amount of quota units: a whole number of at least `min`, also when it came as text; else undefined */
export const readUnits = (value: unknown, min = 0): number | undefined => {
	const units = typeof value === "string" && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
	return typeof units === "number" && Number.isSafeInteger(units) && units >= min ? units : undefined;
};
