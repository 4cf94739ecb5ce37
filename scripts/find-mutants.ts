import { parseAst } from "vitest/node";

/** A change of a source file: the text from `start` to `end` is replaced. */
export interface Mutant {
	readonly start: number;
	readonly end: number;
	readonly replacement: string;
}

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
	typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string";

const otherOperators: Readonly<Record<string, string>> = {
	"===": "!==",
	"!==": "===",
	"<": "<=",
	"<=": "<",
	">": ">=",
	">=": ">",
	"&&": "||",
	"||": "&&",
	"+": "-",
	"-": "+",
	"*": "/",
	"/": "*",
};

/** Calls that only log, measure, or let the process end. No test needs to notice that they are missing. */
const reports = /^(?:[\w#]+\.)*#?(?:logger\.\w+|measure)\(|^[\w.#]+\.unref\(\)$/;

const isReport = (node: unknown, text: string): boolean => {
	if (!isNode(node)) return false;
	const { body, expression, argument, consequent, alternate } = node;
	switch (node.type) {
		case "BlockStatement":
			return Array.isArray(body) && body.length > 0 && body.every((each) => isReport(each, text));
		case "IfStatement":
			return isReport(consequent, text) && (!alternate || isReport(alternate, text));
		case "ExpressionStatement":
			return isReport(expression, text);
		case "AwaitExpression":
			return isReport(argument, text);
		default:
			return node.type === "CallExpression" && reports.test(text.slice(node.start, node.end));
	}
};

/** @returns the mutants of one node */
const mutate = (node: Node, text: string): readonly Mutant[] => {
	const source = (part: unknown) => (isNode(part) ? text.slice(part.start, part.end) : "");
	const replace = (part: Node, replacement: string): Mutant => ({
		start: part.start,
		end: part.end,
		replacement,
	});
	const { left, right, test, operator, value, argument, expression } = node;
	switch (node.type) {
		case "BinaryExpression":
		case "LogicalExpression": {
			const other = otherOperators[String(operator)];
			if (!other || !isNode(left) || !isNode(right)) return [];
			if (operator === "+" && [left, right].some((part) => /^["'`]/.test(source(part)))) return [];
			// Brackets around either side stay.
			const between = text.slice(left.end, right.start);
			return [{ start: left.end, end: right.start, replacement: between.replace(String(operator), other) }];
		}
		case "IfStatement":
		case "ConditionalExpression":
			return isNode(test) ? ["true", "false"].map((constant) => replace(test, constant)) : [];
		case "UnaryExpression":
			return operator === "!" && isNode(argument)
				? [{ start: node.start, end: node.start + 1, replacement: "" }]
				: [];
		case "Literal":
			return typeof value === "boolean" ? [replace(node, String(!value))] : [];
		case "ExpressionStatement": {
			const call =
				isNode(expression) && expression.type === "AwaitExpression" ? expression.argument : expression;
			const isCall = isNode(call) && call.type === "CallExpression";
			return isCall ? [replace(node, ";")] : [];
		}
		default:
			return [];
	}
};

/** @returns the mutants of a TypeScript file, in order. Types aren't changed */
export const findMutants = (text: string): readonly Mutant[] => {
	const found: Mutant[] = [];
	const walk = (value: unknown): void => {
		if (Array.isArray(value)) value.forEach(walk);
		else if (
			isNode(value) &&
			(!value.type.startsWith("TS") || value.type === "TSAsExpression") &&
			!isReport(value, text)
		) {
			found.push(...mutate(value, text));
			for (const [key, part] of Object.entries(value))
				if (!/typeAnnotation|typeArguments/i.test(key)) walk(part);
		}
	};
	walk(parseAst(text, { lang: "ts" }));
	return found.toSorted((a, b) => a.start - b.start);
};
