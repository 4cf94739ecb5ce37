/** After all tests, prints how much was checked against Discord's contract. */

import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const setup = (): (() => void) => {
	const file = join(tmpdir(), `contract-${process.pid}.jsonl`);
	process.env.CONTRACT_COUNTS = file;
	return () => {
		const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
		const all = lines.map((line): Readonly<Record<string, number>> => JSON.parse(line));
		rmSync(file, { force: true });
		const sum = (name: string) => all.reduce((total, counts) => total + (counts[name] ?? 0), 0);
		console.log(
			`Held against Discord's contract: ${sum("requests")} requests, ${sum("answers")} answers, ${sum("events")} events.`,
		);
	};
};
