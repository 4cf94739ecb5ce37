/** Crockford's base32: no I, L, O or U, so that a code survives being read aloud or copied by hand. */
const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/**
 * Crockford's check symbols, one for each remainder of the code's number by 37. One wrong symbol or two swapped
 * neighbours always change the remainder.
 */
const checkSymbols = `${symbols}*~$=U`;
const prefix = "HRLD";
/** Seven groups of four symbols. */
const payloadSize = 28;

/** How many random bytes a code is made of; 140 of their bits are in it. */
export const codeBytes = 18;

/**
 * Writes a code: `HRLD-`, seven groups of four base32 symbols (140 bits), and a check symbol.
 *
 * @param bytes - random bytes, exactly {@link codeBytes}
 * @throws RangeError for more or fewer bytes
 */
export const formatCode = (bytes: Uint8Array): string => {
	if (bytes.byteLength !== codeBytes)
		throw new RangeError(`A code is made of ${codeBytes} bytes, not ${bytes.byteLength}`);
	const bits = BigInt(`0x${Buffer.from(bytes).toString("hex")}`) >> BigInt(codeBytes * 8 - payloadSize * 5);
	const payload = Array.from(
		{ length: payloadSize },
		(_, n) => symbols[Number((bits >> BigInt(5 * (payloadSize - 1 - n))) & 31n)],
	).join("");
	return layOut(payload + checkOf(payload));
};

const layOut = (body: string): string => [prefix, ...(body.match(/.{1,4}/g) ?? [])].join("-");

const checkOf = (payload: string): string | undefined => {
	let remainder = 0;
	for (const symbol of payload) remainder = (remainder * 32 + symbols.indexOf(symbol)) % 37;
	return checkSymbols[remainder];
};

/** What may be between a code's symbols. Phones turn hyphens into dashes, and line breaks into spaces. */
const separators = /[\s\u2010-\u2015\u2212-]+/g;

const readSymbols = (text: string): string =>
	text.replace(separators, "").slice(prefix.length).toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");

/**
 * Reads a code by Crockford's rules: upper and lower case, with or without hyphens and spaces, O as 0, I and L as 1.
 *
 * @returns the code as {@link formatCode} writes it, or undefined if it isn't one
 */
export const parseCode = (text: string): string | undefined => {
	const body = readSymbols(text.trim());
	const payload = body.slice(0, payloadSize);
	if (!text.trim().toUpperCase().startsWith(prefix) || body.length !== payloadSize + 1) return undefined;
	if ([...payload].some((symbol) => !symbols.includes(symbol))) return undefined;
	return checkOf(payload) === body.at(-1) ? layOut(body) : undefined;
};

/**
 * Says whether a code can be one of Herald's.
 *
 * @returns `valid`: the code has the form and the right check symbol. `mistyped`: it begins with Herald's letters, followed
 * by a hyphen or as long as a Herald code, but can't have been issued. `foreign`: it is another code, maybe of another
 * service
 */
export const checkHeraldCode = (text: string): "valid" | "mistyped" | "foreign" => {
	if (parseCode(text) !== undefined) return "valid";
	const trimmed = text.trim();
	if (!trimmed.toUpperCase().startsWith(prefix)) return "foreign";
	// Another service's code may begin with the same four letters. Without a hyphen after them, the length decides.
	const marked = trimmed.slice(prefix.length).search(separators) === 0;
	return marked || readSymbols(trimmed).length === payloadSize + 1 ? "mistyped" : "foreign";
};
