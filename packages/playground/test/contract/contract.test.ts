// @ts-expect-error The package gives its JavaScript as its types.
import * as published from "discord-api-spec/zod";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ZodMiniType } from "zod/mini";
import { bodies, bodiesInPlace, contractWith, inAnswers, inRequests } from "../../src/checks/contract.ts";
import { Form } from "../../src/checks/form.ts";
import { isJson } from "../../src/checks/json.ts";
import { listed, operations } from "./read-paths.ts";
import accepted from "./samples.json" with { type: "json" };

const schemas = published as Readonly<Record<string, ZodMiniType>>;
/** By schema name, a body that the schema accepts. */
const samples: Readonly<Record<string, object>> = accepted;

test("all operations of the OpenAPI are read", () => {
	expect([...operations.keys()].sort()).toEqual([...listed].sort());
});

test("the body of each operation is the OpenAPI's", () => {
	const named = Object.keys(bodies).map((name) => [name, operations.get(name)?.body]);
	expect(Object.fromEntries(named)).toEqual(bodies);
	for (const name of Object.keys(bodiesInPlace))
		expect(operations.get(name), name).toMatchObject({ hasBody: true, body: undefined });
});

test("every listed difference is a real one: the schema has the field in another form, or not at all", () => {
	for (const { schemas: names, fields = {}, source } of [...inRequests, ...inAnswers]) {
		expect(source).not.toBe("");
		for (const name of names) {
			const { def } = (schemas[`${name}Schema`] as ZodMiniType)._zod as { def: { shape?: object } };
			for (const [field, schema] of Object.entries(fields))
				expect((def.shape as Record<string, unknown>)[field], `${name}.${field}`).not.toBe(schema);
		}
	}
});

/** The paths of a value and of everything in it. */
const placesIn = (value: unknown): (readonly string[])[] => [
	[],
	...(typeof value === "object" && value !== null
		? Object.entries(value).flatMap(([key, inner]) => placesIn(inner).map((path) => [key, ...path]))
		: []),
];

/** A copy of a value, with `by` in place of what is at the path. */
const spoil = (value: unknown, [key, ...path]: readonly string[], by: unknown): unknown => {
	if (key === undefined) return by;
	const copy: Record<string, unknown> = Array.isArray(value)
		? ([...value] as never)
		: { ...(value as object) };
	copy[key] = spoil(copy[key], path, by);
	return copy;
};

const odd = fc.oneof(
	fc.constantFrom(undefined, null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, [], {}, [null], { type: 1 }),
	fc.constantFrom("", "x", "1", "https://a.example/", "2026-09-01"),
	fc.constantFrom(33, 101, 4_001).map((length) => "x".repeat(length)),
	fc
		.integer({ min: 0, max: 26 })
		.map((length) => Array.from({ length }, () => ({ type: 2, style: 1, label: "Go", custom_id: "go" }))),
);

test.each(Object.keys(samples))("%s is refused exactly if zod refuses it", (name) => {
	const check = contractWith([], false);
	const sample = samples[name];
	const spoilt = fc
		.tuple(fc.constantFrom(...placesIn(sample)), odd)
		.map(([path, by]) => spoil(sample, path, by));
	// biome-ignore lint/nursery/noFloatingPromises: without an asynchronous property, it returns nothing.
	fc.assert(
		fc.property(fc.oneof(fc.constant(sample), spoilt), (value) => {
			const form = new Form();
			check(form, name, value);
			expect(form.refusals === 0).toBe(schemas[`${name}Schema`]?.safeParse(value).success);
		}),
		{ numRuns: 2_000 },
	);
});

test("unknown fields in requests are refused at any depth", () => {
	const check = contractWith(inRequests, true);
	const sample = samples.MessageCreateRequest;
	const objects = placesIn(sample).filter((path) =>
		isJson(path.reduce((at, key) => (at as never)[key], sample as unknown)),
	);
	for (const path of objects) {
		const form = new Form();
		check(form, "MessageCreateRequest", spoil(sample, [...path, "misspelt"], 1));
		expect(() => form.finish(), path.join(".")).toThrow("Invalid Form Body");
	}
});
