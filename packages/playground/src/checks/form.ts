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

/** More says nothing new, and would take memory. */
const refusalsMax = 1_000;

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
		this.#note({ path: this.#path, code, message });
	}

	#note(refused: RefusedField): void {
		if (this.#refused.length < refusalsMax) this.#refused.push(refused);
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

	/** A well-formed address. */
	url(value: string): void {
		if (!URL.canParse(value)) this.refuse("URL_TYPE_INVALID_URL", "Not a well formed URL.");
	}

	/** An address with one of these schemes; nothing for another value. */
	scheme(value: unknown, schemes: readonly string[]): void {
		const scheme = typeof value === "string" ? URL.parse(value)?.protocol.slice(0, -1) : undefined;
		if (scheme !== undefined && !schemes.includes(scheme))
			this.refuse(
				"URL_TYPE_INVALID_SCHEME",
				`Scheme "${scheme}" is not supported. Scheme must be one of (${schemes.map((each) => `'${each}'`).join(", ")}).`,
			);
	}

	/** A moment in ISO 8601, with any offset. */
	timestamp(value: string): void {
		if (!/^\d{4}-\d{2}-\d{2}T/.test(value) || Number.isNaN(Date.parse(value)))
			this.refuse("DATE_TIME_TYPE_PARSE", `Could not parse ${value}. Should be ISO8601.`);
	}

	/** Refuses fields that an object doesn't have in Discord's API. Discord ignores them; here a misspelt one is found. */
	fields(object: Json, known: readonly string[]): void {
		for (const key of Object.keys(object))
			if (!known.includes(key)) this.in(key).refuse("BASE_TYPE_UNKNOWN_FIELD", "This field is unknown");
	}

	/** A number within bounds, whole or not. */
	number(
		value: unknown,
		min = Number.NEGATIVE_INFINITY,
		max = Number.POSITIVE_INFINITY,
		isWhole = false,
	): void {
		const kind = isWhole ? "int" : "float";
		if (typeof value !== "number" || (isWhole && !Number.isInteger(value)))
			this.refuse("NUMBER_TYPE_COERCE", `Value "${repeated(value)}" is not ${kind}.`);
		else if (value < min)
			this.refuse("NUMBER_TYPE_MIN", `${kind} value should be greater than or equal to ${min}.`);
		else if (value > max)
			this.refuse("NUMBER_TYPE_MAX", `${kind} value should be less than or equal to ${max}.`);
	}

	/** How much was refused, here or anywhere in the body. */
	get refusals(): number {
		return this.#refused.length;
	}

	/** The same place, with what is refused there apart until it is taken. */
	apart(): Form {
		return new Form(this.#path);
	}

	/** Refuses what was refused apart. */
	take(other: Form): void {
		for (const refused of other.#refused) this.#note(refused);
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
