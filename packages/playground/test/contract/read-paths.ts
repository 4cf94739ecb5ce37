import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** An operation of Discord's OpenAPI: the types of its body and its answers, as the OpenAPI names them. */
export interface Operation {
	/** Undefined if there is no body, or if its type has no name. */
	readonly body: string | undefined;
	readonly hasBody: boolean;
	/** The answers' types by status; `unknown` for an answer without a body. */
	readonly answers: Readonly<Record<string, string>>;
}

const main = import.meta.resolve("discord-api-spec");
const text = readFileSync(fileURLToPath(new URL("discord-api-spec.ts", main)), "utf8");
const paths = text.slice(text.indexOf("export interface Paths {"), text.indexOf("// Paths list"));

/** Cuts a text at each match of a pattern. @returns for each match the pattern's group and the text after it */
const cut = (from: string, pattern: RegExp): (readonly [string, string])[] => {
	const found = [...from.matchAll(pattern)];
	return found.map((match, index) => [
		match[1] ?? "",
		from.slice(match.index + match[0].length, found[index + 1]?.index),
	]);
};

/** A type's text on one line, without comments. */
const typeOf = (lines: string): string =>
	lines
		.replaceAll(/\/\*\*.*?\*\//gs, "")
		.replaceAll(/\s+/g, " ")
		.replaceAll(/([(:]) ?\| /g, "$1")
		.replaceAll("( ", "(")
		.replaceAll(" )", ")")
		.replace(/^ ?\|? ?/, "")
		.trim();

const readOperation = (lines: string): Operation => {
	const [, written = "", answers = ""] =
		/requestBody\??:(.*?);\n {6}responses: \{(.*?)\n {6}\};/s.exec(lines) ?? [];
	const body = typeOf(written);
	const isNamed = /^[A-Z(]/.test(body);
	return {
		hasBody: body !== "undefined",
		body: isNamed ? body : undefined,
		answers: Object.fromEntries(
			cut(answers, /^ {8}"(\w+)":/gm).map(([status, type]) => [
				status,
				typeOf(type.slice(0, type.indexOf(";"))),
			]),
		),
	};
};

/** Every operation of Discord's OpenAPI by its name, such as `GET /channels/{channel_id}`. */
export const operations: ReadonlyMap<string, Operation> = new Map(
	cut(paths, /^ {2}"(\/[^"]*)": \{$/gm).flatMap(([path, methods]) =>
		cut(methods, /^ {4}(\w+): \{$/gm).map(
			([method, lines]) => [`${method.toUpperCase()} ${path}`, readOperation(lines)] as const,
		),
	),
);

/** The names of the operations in the package's own list. `operations` must have exactly these. */
export const listed = Object.entries<readonly string[]>((await import(main)).pathsList).flatMap(
	([method, all]) => all.map((path) => `${method.toUpperCase()} ${path}`),
);
