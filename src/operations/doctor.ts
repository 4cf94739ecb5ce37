/** `npm run doctor`: says what keeps Herald from working, and what to do about it. */
import { parseArgs } from "node:util";
import { offerHelp } from "@herald/common/process/command-line.ts";
import { readConfig } from "../config.ts";
import { attempt, type Finding } from "./doctor/finding.ts";

const usage = `Check everything that Herald needs, also while it runs. Changes nothing and spends nothing.

  npm run doctor -- [--speak] [--ask]
      --speak has one sentence spoken, which is paid for. --ask asks for the balance once, which services limit.

The exit code is 1 when something is wrong, and 0 when there is nothing but notes.
`;

const verdictWidth = "wrong".length;

const write = ({ verdict, sentence }: Finding): void => {
	process.stdout.write(`${verdict.padEnd(verdictWidth)}  ${sentence}\n`);
};

const summarize = (findings: readonly Finding[]): string => {
	const count = findings.filter(({ verdict }) => verdict === "wrong").length;
	if (count === 0) return "Nothing is wrong.";
	return count === 1 ? "One thing is wrong." : `${count} things are wrong.`;
};

const main = async (): Promise<void> => {
	offerHelp(usage);
	const flag = { type: "boolean", default: false } as const;
	const { values } = parseArgs({ options: { speak: flag, ask: flag } });
	// A setting that can't be used, or a service that can't start, is a finding.
	const findings = await attempt(async () => {
		const config = readConfig(process.env);
		// Loaded once it is needed: for a setting that can't be used, or for help, it isn't.
		const { examine } = await import("./doctor/examine.ts");
		return examine(config, values);
	});
	for (const finding of findings) write(finding);
	process.stdout.write(`\n${summarize(findings)}\n`);
	process.exitCode = findings.some(({ verdict }) => verdict === "wrong") ? 1 : 0;
};

await main().catch((error: unknown) => {
	const { code, message } = error as NodeJS.ErrnoException;
	if (!String(code).startsWith("ERR_PARSE_ARGS")) throw error;
	process.stderr.write(`${message}\n\n${usage}`);
	process.exitCode = 2;
});
