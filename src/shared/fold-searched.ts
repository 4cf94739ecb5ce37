/** @returns a name that members search for without case, accents, punctuation and spaces */
export const foldSearched = (text: string): string =>
	text
		.normalize("NFKD")
		.replace(/[\p{M}\p{P}\s]+/gu, "")
		.toLowerCase();
