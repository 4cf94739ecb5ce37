// @ts-expect-error The package gives its JavaScript as its types.
import * as published from "discord-api-spec/zod";
import * as z from "zod/mini";
import { bodiesInPlace, type Difference, inRequests } from "./differences.ts";
import { Form } from "./form.ts";
import { bodies } from "./operations.ts";
import { checkBySchema, type Schema, type SchemaChange } from "./schema.ts";

/** What a value is to be: types of Discord's OpenAPI, such as `A | B` or `A[] | null`, or a schema. */
type Type = string | Schema;

/** Refuses in a form what a value of a type may not be. @throws TypeError when the OpenAPI has no such type */
type Check = (form: Form, type: Type, value: unknown) => void;

const schemas = published as Readonly<Record<string, z.ZodMiniType>>;

const schemaOf = (name: string): z.ZodMiniType => {
	const schema = schemas[`${name}Schema`];
	if (!schema) throw new TypeError(`Discord's OpenAPI has no ${name}`);
	return schema;
};

const read = (type: string): z.ZodMiniType => {
	const named = (type.match(/[A-Z]\w+/g) ?? []).map(schemaOf);
	const one = z.union(named);
	const all = type.includes("[]") ? z.array(one) : one;
	return type.endsWith("| null") ? z.nullable(all) : all;
};

/**
 * Discord's published contract, with the differences between it and Discord.
 *
 * @param isStrict - whether fields are refused that the schemas don't have
 */
export const contractWith = (differences: readonly Difference[], isStrict: boolean): Check => {
	const changes = new Map<Schema, SchemaChange>(
		differences.flatMap((change) => change.schemas.map((name) => [schemaOf(name), change] as const)),
	);
	const known = new Map<string, Schema>();
	return (form, type, value) => {
		const schema = typeof type === "string" ? (known.get(type) ?? read(type)) : type;
		if (typeof type === "string") known.set(type, schema);
		checkBySchema(form, schema, value, { changes, isStrict });
	};
};

/** An operation, such as `PUT /channels/{channel_id}`, without the names of its parameters. */
export const unnamed = (operation: string): string => operation.replaceAll(/\{\w+\}/g, "{}");

const types: ReadonlyMap<string, Type> = new Map(
	Object.entries<Type>({ ...bodies, ...bodiesInPlace }).map(([operation, type]) => [
		unnamed(operation),
		type,
	]),
);
const checkRequest = contractWith(inRequests, true);

/** Refuses the body of a request that its operation, an unnamed one, doesn't take. @throws ApiError 50035 */
export const checkBody = (operation: string, body: unknown): void => {
	const type = types.get(operation);
	if (type === undefined) return;
	const form = new Form();
	checkRequest(form, type, body);
	form.finish();
};
