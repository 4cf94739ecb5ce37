import { createHash } from "node:crypto";

/**
 * @returns one of the names, by rendezvous hashing: always the same for a key and these names. Keys are spread evenly
 */
export const pickName = (key: string, names: readonly string[]): string => {
	const rank = (name: string) => createHash("sha256").update(`${key} ${name}`).digest("hex");
	const ranked = names.map((name) => ({ name, rank: rank(name) }));
	return ranked.reduce((best, each) => (each.rank > best.rank ? each : best)).name;
};
