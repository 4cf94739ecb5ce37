const sentenceEnd = /[.!?…。！？]\s*$/u;

/** @returns the parts as one text, in which each is heard to end */
export const joinParts = (parts: readonly string[]): string =>
	parts
		.filter(Boolean)
		.reduce(
			(text, part) => (text === "" ? part : `${text}${sentenceEnd.test(text) ? " " : ", "}${part}`),
			"",
		);
