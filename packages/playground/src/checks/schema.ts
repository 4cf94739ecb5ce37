import type { $ZodChecks, $ZodObject, $ZodType, $ZodTypes, $ZodUnion } from "zod/v4/core";
import type { Form } from "./form.ts";

/** A schema of Discord's contract. */
export type Schema = $ZodType;

/** What Discord takes or sends otherwise than a schema says: another schema in its place, or other fields of an object. */
export interface SchemaChange {
	readonly instead?: Schema;
	readonly fields?: Readonly<Record<string, Schema>>;
}

interface Reading {
	readonly changes: ReadonlyMap<Schema, SchemaChange>;
	/** Whether fields are refused that an object doesn't have in its schema. */
	readonly isStrict: boolean;
}

/** Refuses what a schema refuses, with Discord's codes: zod's own errors name neither them nor both bounds. */
export const checkBySchema = (form: Form, schema: Schema, value: unknown, reading: Reading): void => {
	const change = reading.changes.get(schema);
	const { def } = ((change?.instead ?? schema) as $ZodTypes)._zod;
	const go = (inner: Schema) => checkBySchema(form, inner, value, reading);
	switch (def.type) {
		case "lazy":
			go(def.getter());
			break;
		case "optional":
			if (value !== undefined) go(def.innerType);
			break;
		case "nullable":
			if (value !== null) go(def.innerType);
			break;
		case "intersection":
			for (const side of [def.left, def.right]) go(side);
			break;
		case "union":
			checkUnion(form, def.options, value, reading);
			break;
		case "unknown":
			break;
		default:
			if (value === undefined || value === null) {
				if (def.type !== String(value)) form.refuse("BASE_TYPE_REQUIRED", "This field is required");
			} else checkThere(form, def, value, reading, change?.fields);
	}
};

const checkThere = (
	form: Form,
	def: $ZodTypes["_zod"]["def"],
	value: unknown,
	reading: Reading,
	fields: SchemaChange["fields"],
): void => {
	const { min, max, format, pattern }: Bounds = {
		...("format" in def && def.format === "int32" && int32),
		...boundsOf(def.checks as readonly $ZodChecks[] | undefined),
	};
	const go = (place: Form, inner: Schema, item: unknown) => checkBySchema(place, inner, item, reading);
	switch (def.type) {
		case "string":
			if (!form.text(value, min ?? 0, max ?? Number.POSITIVE_INFINITY)) return;
			if (format === "url") form.url(value);
			else if (format === "datetime") form.timestamp(value);
			else if (pattern?.test(value) === false)
				form.refuse("NUMBER_TYPE_COERCE", `Value "${value}" is not int.`);
			break;
		case "number":
			form.number(value, min, max, "format" in def);
			break;
		case "boolean":
			form.boolean(value);
			break;
		case "literal":
			form.oneOf(value, def.values);
			break;
		case "array":
			for (const [index, item] of form.list(value, max ?? listMax, min).entries())
				go(form.in(index), def.element, item);
			break;
		case "record":
			for (const [key, item] of Object.entries(form.object(value) ?? {}))
				go(form.in(key), def.valueType, item);
			break;
		case "object": {
			const object = form.object(value);
			if (!object) return;
			const shape: Readonly<Record<string, Schema>> = { ...def.shape, ...fields };
			if (reading.isStrict) form.fields(object, Object.keys(shape));
			for (const [key, field] of Object.entries(shape)) go(form.in(key), field, object[key]);
			break;
		}
		case "null":
		case "undefined":
			form.refuse("BASE_TYPE_CHOICES", "Nothing may be here.");
			break;
		default:
			// A schema of a kind that none of Discord's had.
			throw new TypeError(`unknown kind of schema: ${def.type}`);
	}
};

const int32: Bounds = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** Of lists without a bound of their own: Discord's schemas write it where they write any. */
const listMax = 1_521;

interface Bounds {
	readonly min?: number;
	readonly max?: number;
	readonly format?: string;
	readonly pattern?: RegExp | undefined;
}

const boundsOf = (checks: readonly $ZodChecks[] = []): Bounds =>
	Object.assign(
		{},
		...checks.map(({ _zod: { def } }): Bounds => {
			if (def.check === "min_length") return { min: def.minimum };
			if (def.check === "max_length") return { max: def.maximum };
			if (def.check === "greater_than") return { min: Number(def.value) };
			if (def.check === "less_than") return { max: Number(def.value) };
			return def.check === "string_format" ? { format: def.format, pattern: def.pattern } : {};
		}),
	);

const unwrap = (schema: Schema): Schema => {
	const { def } = (schema as $ZodTypes)._zod;
	return def.type === "lazy" ? unwrap(def.getter()) : schema;
};

/** The values that the field `type` of an object may have; none where it may have any. */
const typesOf = (schema: Schema, { changes }: Reading): readonly unknown[] => {
	const object = unwrap(schema);
	const { def } = (object as $ZodTypes)._zod;
	const shape = def.type === "object" ? (def.shape as $ZodObject["_zod"]["def"]["shape"]) : {};
	const field = changes.get(object)?.fields?.type ?? shape.type;
	const inner = field && (unwrap(field) as $ZodTypes)._zod.def;
	return inner?.type === "literal" ? inner.values : [];
};

/** Objects are told apart by their `type`. Of others, the errors are those of the option that has the fewest. */
const checkUnion = (
	form: Form,
	options: $ZodUnion["_zod"]["def"]["options"],
	value: unknown,
	reading: Reading,
): void => {
	let fitting: readonly Schema[] = options;
	if (options.every((option) => typesOf(option, reading).length > 0)) {
		if (value === undefined || value === null) {
			form.refuse("BASE_TYPE_REQUIRED", "This field is required");
			return;
		}
		const object = form.object(value);
		if (!object) return;
		fitting = options.filter((option) => typesOf(option, reading).includes(object.type));
		if (fitting.length === 0) {
			form.in("type").oneOf(
				object.type,
				options.flatMap((option) => typesOf(option, reading)),
			);
			return;
		}
	}
	const tried = fitting.map((option) => {
		const place = form.apart();
		checkBySchema(place, option, value, reading);
		return place;
	});
	const [best] = tried.toSorted((a, b) => a.refusals - b.refusals);
	if (best) form.take(best);
};
