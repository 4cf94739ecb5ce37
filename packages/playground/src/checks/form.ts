import { ApiError, type ErrorTree } from "./api-error.ts";
import { isJson, type Json } from "./json.ts";

/** A value as an error repeats it. Objects may have a `toString` of the sender's own. */
const repeated = (value: unknown): string =>
	typeof value === "object" ? JSON.stringify(value) : String(value);

interface RefusedField {
	readonly path: readonly string[];
	readonly code: string;
	readonly message: string;
}

/**
 * One place in a request body being checked. Errors are collected in the nested form that Discord answers with;
 * `finish` throws them together as error 50035.
 */
export class Form {
	readonly #path: readonly string[];
	readonly #refused: RefusedField[];

	constructor(path: readonly string[] = [], refused: RefusedField[] = []) {
		this.#path = path;
		this.#refused = refused;
	}

	/** A place nested one or more levels deeper. */
	in(...keys: (string | number)[]): Form {
		return new Form([...this.#path, ...keys.map(String)], this.#refused);
	}

	refuse(code: string, message: string): void {
		this.#refused.push({ path: this.#path, code, message });
	}

	/** True if `value` is a string of `min` to `max` characters; a missing one is refused if `min` is over 0. */
	text(value: unknown, min: number, max: number): value is string {
		if (value === undefined || value === null) {
			if (min > 0) this.refuse("BASE_TYPE_REQUIRED", "This field is required");
			return false;
		}
		if (typeof value !== "string") {
			this.refuse("STRING_TYPE_CONVERT", `Could not interpret "${repeated(value)}" as string.`);
			return false;
		}
		const length = [...value].length;
		if (min > 0 && length === 0) this.refuse("BASE_TYPE_REQUIRED", "This field is required");
		else if (length > max && min === 0)
			this.refuse("BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
		else if (length < min || length > max)
			this.refuse("BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`);
		else return true;
		return false;
	}

	/** The items of a list of at most `max`; refused and cut if longer, empty if absent or not a list. */
	list(value: unknown, max: number, min = 0): readonly unknown[] {
		if (value === undefined || value === null) {
			if (min > 0) this.refuse("BASE_TYPE_REQUIRED", "This field is required");
			return [];
		}
		if (!Array.isArray(value)) {
			this.refuse("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
			return [];
		}
		if (value.length > max || value.length < min)
			this.refuse(
				"BASE_TYPE_BAD_LENGTH",
				min > 0 ? `Must be between ${min} and ${max} in length.` : `Must be ${max} or fewer in length.`,
			);
		return value.slice(0, max);
	}

	/** The fields of an object; anything else is refused. */
	object(value: unknown): Json | undefined {
		if (isJson(value)) return value;
		this.refuse("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
		return undefined;
	}

	oneOf(value: unknown, allowed: readonly unknown[]): boolean {
		if (allowed.includes(value)) return true;
		this.refuse("BASE_TYPE_CHOICES", `Value must be one of {${allowed.join(", ")}}.`);
		return false;
	}

	/** True or false, or nothing. */
	boolean(value: unknown): void {
		if (value === undefined || value === null || typeof value === "boolean") return;
		this.refuse("BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
	}

	/** An address with one of these schemes. */
	url(value: unknown, max: number, schemes: readonly string[]): value is string {
		if (!this.text(value, 1, max)) return false;
		const scheme = URL.parse(value)?.protocol.slice(0, -1);
		if (scheme === undefined) this.refuse("URL_TYPE_INVALID_URL", "Not a well formed URL.");
		else if (!schemes.includes(scheme))
			this.refuse(
				"URL_TYPE_INVALID_SCHEME",
				`Scheme "${scheme}" is not supported. Scheme must be one of (${schemes.map((each) => `'${each}'`).join(", ")}).`,
			);
		else return true;
		return false;
	}

	/** Refuses fields that an object doesn't have in Discord's API. Discord ignores them; here a misspelt one is found. */
	fields(object: Json, known: readonly string[]): void {
		for (const key of Object.keys(object))
			if (!known.includes(key)) this.in(key).refuse("BASE_TYPE_UNKNOWN_FIELD", "This field is unknown");
	}

	/** A whole number within bounds, or nothing. */
	integer(value: unknown, min: number, max: number): void {
		if (value === undefined || value === null) return;
		if (typeof value !== "number" || !Number.isInteger(value))
			this.refuse("NUMBER_TYPE_COERCE", `Value "${repeated(value)}" is not int.`);
		else if (value < min)
			this.refuse("NUMBER_TYPE_MIN", `int value should be greater than or equal to ${min}.`);
		else if (value > max) this.refuse("NUMBER_TYPE_MAX", `int value should be less than or equal to ${max}.`);
	}

	/** @throws ApiError 400 with code 50035 if anything was refused, here or deeper. */
	finish(): void {
		if (this.#refused.length === 0) return;
		const errors: ErrorTree = {};
		for (const { path, code, message } of this.#refused) {
			let node = errors;
			for (const key of path) {
				node[key] ??= {};
				node = node[key] as ErrorTree;
			}
			node._errors ??= [];
			node._errors.push({ code, message });
		}
		throw new ApiError(400, 50_035, "Invalid Form Body", errors);
	}
}

/** Checks one field of a body. @throws ApiError 50035 when it is refused */
export const checkField = (name: string, check: (field: Form) => void): void => {
	const form = new Form();
	check(form.in(name));
	form.finish();
};
