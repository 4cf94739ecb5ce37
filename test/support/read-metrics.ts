/** A line of Prometheus's text format. */
interface Sample {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

const readSample = (line: string): Sample[] => {
	const found = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/.exec(line);
	if (!found) return [];
	const [, name = "", labels = "", value] = found;
	const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key = "", text = ""]) => [key, text]);
	return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
};

export const readMetrics = async (address: string): Promise<readonly Sample[]> => {
	const response = await fetch(`${address}/metrics`);
	return (await response.text()).split("\n").flatMap(readSample);
};

/** @returns the sum of a metric's samples with these labels */
export const sumOf = (
	samples: readonly Sample[],
	name: string,
	labels: Readonly<Record<string, string>> = {},
): number =>
	samples
		.filter((sample) => sample.name === name)
		.filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
		.reduce((sum, { value }) => sum + value, 0);
