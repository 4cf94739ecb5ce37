/** A private part of a library that Herald replaces or reads (docs/decisions/patches.md). */
export interface Patch {
	readonly library: string;
	/** The part's name in the library's source. */
	readonly part: string;
	/** @returns whether the part is as the patch expects; may throw if it isn't */
	readonly fits: () => boolean;
}
