import type { Derivation } from "@herald/common/audio/derive-clip.ts";

/** @returns the key of a Clip that was made from another one */
export const derivedKey = (key: string, { tempo, gainDb }: Derivation): string =>
	`${key}@${tempo}×${gainDb}dB`;

/** What a key in the cache stands for: a Clip of that key, or one that was made from it. */
export interface Candidate {
	readonly key: string;
	readonly isDerived: boolean;
}

/**
 * @param keys - of Clips that will do, the best first
 * @param derivation - of what is wanted of them
 * @returns by keys in the cache, the best first: a Clip that needs to be made from another one comes after one that doesn't
 */
export const listCandidates = (
	keys: readonly string[],
	derivation: Derivation | undefined,
): ReadonlyMap<string, Candidate> =>
	new Map(
		keys.flatMap((key): [string, Candidate][] => [
			...(derivation ? [[derivedKey(key, derivation), { key, isDerived: true }] as [string, Candidate]] : []),
			[key, { key, isDerived: false }],
		]),
	);
