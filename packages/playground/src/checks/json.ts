/** JSON of unknown shape, read field by field. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** @returns the JSON as a type that the caller has checked it against */
export const checked = <T>(json: unknown): T => json as T;

/** @returns the objects in a list; empty for anything else */
export const listed = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** A reviver for `JSON.parse`. TypeScript's types lack its third argument; `source` is the number as it is written. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const keepDigits: Reviver = (_key, value, { source }) =>
	typeof value === "number" && !Number.isSafeInteger(value) && source && /^\d+$/.test(source)
		? source
		: value;

/**
 * Reads JSON in which ids may be numbers. Natural numbers that JavaScript can't hold exactly become strings of digits.
 * @throws SyntaxError when the text is no JSON
 */
export const parseJson = (text: string): unknown =>
	JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);

/** @returns the JSON object in a text; undefined for any other text */
export const parseObject = (text: string): Json | undefined => {
	try {
		const value: unknown = parseJson(text);
		return isJson(value) ? value : undefined;
	} catch {
		return undefined;
	}
};

/**
 * @returns a value from `parseJson` for `JSON.stringify` to write: a string of digits becomes a number, because
 *   `parseJson` makes such strings from large numbers
 */
export const echoJson = (value: unknown): unknown => {
	if (typeof value !== "string" || !/^\d+$/.test(value)) return value;
	return (JSON as typeof JSON & { rawJSON(text: string): unknown }).rawJSON(value);
};
