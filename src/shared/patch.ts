/** A private part of a library that Herald replaces or reads: see docs/decisions/patches.md. */
export interface Patch {
	/** The package's name. */
	readonly library: string;
	/** The part, by its name in the library's source. */
	readonly part: string;
	/** @returns whether the part is as the patch expects it; may throw if not */
	readonly fits: () => boolean;
}
