import { createHash } from "node:crypto";

/**
 * @returns the name that rendezvous hashing picks for a key: the same on every call with the same names. Keys are
 * spread evenly over the names
 */
export const pickName = (key: string, names: readonly string[]): string => {
	const rank = (name: string) => createHash("sha256").update(`${key} ${name}`).digest("hex");
	const ranked = names.map((name) => ({ name, rank: rank(name) }));
	return ranked.reduce((best, each) => (each.rank > best.rank ? each : best)).name;
};
