/** A private part of a library that Herald replaces or reads: see docs/decisions/patches.md. */
export interface Patch {
	/** The package's name. */
	readonly library: string;
	/** The part, by its name in the library's source. */
	readonly part: string;
	/** @returns whether the part is as the patch expects it; may throw if not */
	readonly fits: () => boolean;
}

/** @returns whether the source of a class's method or setter has a part */
export const isWritten = ({ prototype }: { readonly prototype: object }, name: string, part: RegExp) => {
	const { value, set } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
	return part.test(String(value ?? set));
};
