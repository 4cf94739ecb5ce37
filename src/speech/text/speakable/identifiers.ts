/** IDs and hashes in decimal or hexadecimal digits. */
const digits = /(?<![\dA-Za-z])(?:0x)?[\dA-Fa-f]{16,}(?![\dA-Za-z])/g;
/** One digit repeated, such as Japanese applause (8888). */
const oneDigit = /^(.)\1*$/;
const uuid = /(?<![\dA-Za-z])[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}(?![\dA-Za-z])/g;
const base64 = /(?<![\w+/=-])[\w+/-]{40,}={0,2}(?![\w+/=-])/g;

/** Tells Base64 from a path or words with hyphens, which have fewer capitals and digits. */
const isBase64 = (run: string): boolean =>
	(run.match(/[A-Z]/g) ?? []).length > run.length / 10 && (run.match(/\d/g) ?? []).length > run.length / 20;

/** Replaces IDs, hashes and Base64, which nobody would read out, with a word. */
export const sayIdentifiers = (text: string, word: string): string =>
	text
		.replace(base64, (run) => (isBase64(run) ? word : run))
		.replace(uuid, word)
		.replace(digits, (run) => (/\d/.test(run) && !oneDigit.test(run) ? word : run));
