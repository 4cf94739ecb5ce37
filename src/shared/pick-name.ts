import { createHash } from "node:crypto";

/** @returns one of the names, always the same for a key as long as it is among them; all have as many keys */
export const pickName = (key: string, names: readonly string[]): string => {
	const rank = (name: string) => createHash("sha256").update(`${key} ${name}`).digest("hex");
	const ranked = names.map((name) => ({ name, rank: rank(name) }));
	return ranked.reduce((best, each) => (each.rank > best.rank ? each : best)).name;
};
