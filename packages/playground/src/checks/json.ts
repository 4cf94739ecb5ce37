/** JSON of unknown shape, read field by field. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON that was checked before, as the type that it was checked against. */
export const checked = <T>(json: unknown): T => json as T;

/** The objects in a list; none of anything else. */
export const listed = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** What `JSON.parse` calls for every value. A number's own digits come third, which TypeScript's types don't know yet. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const keepDigits: Reviver = (_key, value, { source }) =>
	typeof value === "number" && !Number.isSafeInteger(value) && source && /^\d+$/.test(source)
		? source
		: value;

/**
 * Reads JSON in which an id may be a number: one that JavaScript can't hold comes back as a string of its digits.
 * @throws SyntaxError when the text is no JSON
 */
export const parseJson = (text: string): unknown =>
	JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);

/** The JSON object that a text is; nothing for any other text. */
export const parseObject = (text: string): Json | undefined => {
	try {
		const value: unknown = parseJson(text);
		return isJson(value) ? value : undefined;
	} catch {
		return undefined;
	}
};

/** A value read by `parseJson` so that `JSON.stringify` writes it as it came: a long number as a number. */
export const echoJson = (value: unknown): unknown => {
	if (typeof value !== "string" || !/^\d+$/.test(value)) return value;
	return (JSON as typeof JSON & { rawJSON(text: string): unknown }).rawJSON(value);
};
