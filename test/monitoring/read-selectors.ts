/** A metric that an expression names, with the labels by which it selects or groups. */
interface Selector {
	readonly name: string;
	readonly labels: readonly string[];
}

const readExpression = (expression: string): Selector[] => {
	const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) =>
		names.split(/, ?/),
	);
	const selectors = expression.matchAll(/\b((?:herald|process|nodejs)_[a-z0-9_]+|up)\b(?:\{([^}]*)\})?/g);
	return [...selectors].map(([, name = "", matchers = ""]) => ({
		name,
		labels: [...grouped, ...[...matchers.matchAll(/([a-z_]+)(?:=~?|!=|!~)/g)].map(([, label = ""]) => label)],
	}));
};

/** @returns the metrics and labels that the expressions of a dashboard's JSON or of a file of rules name */
export const readSelectors = (text: string): Selector[] => {
	const inJson = [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, quoted = ""]) =>
		JSON.parse(quoted),
	);
	const inRules = [...text.matchAll(/^ +expr: (?:\|\n((?: {8,}.*\n)+)|(.*))$/gm)].map(
		([, block, line]) => block ?? line ?? "",
	);
	return [...inJson, ...inRules].flatMap(readExpression);
};
