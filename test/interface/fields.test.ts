import { readFileSync } from "node:fs";
import { receivedTopup, topupAnswer, topupRequest } from "@herald/common/wire/credit.ts";
import { generateAnswer, generateRequest, receivedAnswer } from "@herald/common/wire/generate.ts";
import { expect, test } from "vitest";
import { z } from "zod";

interface Schema {
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
}

/** @returns a field's name in camel case, because some services write names in snake case */
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const listPaths = ({ properties, items, anyOf = [], oneOf = [] }: Schema, path: string): string[] => {
	const parts = [
		...Object.entries(properties ?? {}).flatMap(([name, of]) =>
			listPaths(of, [path, camel(name)].filter(Boolean).join(".")),
		),
		...(items ? listPaths(items, `${path}[]`) : []),
		...[...anyOf, ...oneOf].flatMap((of) => listPaths(of, path)),
	];
	return parts.length > 0 ? parts : [path];
};

const fieldsOf = (io: "input" | "output", ...schemas: readonly z.ZodType[]): Set<string> =>
	new Set(
		schemas.flatMap((schema) =>
			listPaths(z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema, ""),
		),
	);

/** @returns the fields in the table of docs/interface.md 18 with this heading in its first column */
const tableOf = (heading: string): Set<string> => {
	const [, section = ""] = readFileSync("docs/interface.md", "utf8").split("\n## 18.");
	const [, table = ""] = section.split(`| ${heading} |`);
	const [rows = ""] = table.split("\n\n");
	return new Set([...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, field = ""]) => field));
};

test.each([
	["request of operation 1", fieldsOf("output", generateRequest)],
	["answer of operation 1", fieldsOf("input", generateAnswer, receivedAnswer)],
	[
		"operation 2",
		new Set([...fieldsOf("output", topupRequest), ...fieldsOf("input", topupAnswer, receivedTopup)]),
	],
])("docs/interface.md lists exactly the fields of the %s that either side knows", (heading, known) => {
	expect(tableOf(heading)).toEqual(known);
});
