import { readConfig } from "../config.ts";
import { attempt, type Finding } from "./doctor/finding.ts";
import { runTool, type ToolCall } from "./run-tool.ts";

const usage = `Check everything that Herald needs, also while it runs. Changes nothing and spends nothing.

  npm run doctor -- [--speak] [--ask]
      --speak has one sentence spoken, which is paid for. --ask asks for the balance once, which services limit.

The exit code is 1 when something is wrong, and 0 when there is nothing but notes.
`;

const verdictWidth = "wrong".length;

const describe = ({ verdict, sentence }: Finding): string => `${verdict.padEnd(verdictWidth)}  ${sentence}`;

const summarize = (findings: readonly Finding[]): string => {
	const count = findings.filter(({ verdict }) => verdict === "wrong").length;
	if (count === 0) return "Nothing is wrong. If members hear nothing all the same, see docs/trouble.md.";
	return count === 1 ? "One thing is wrong." : `${count} things are wrong.`;
};

const run = async ({ options }: ToolCall): Promise<string> => {
	// A setting that can't be used, or a service that can't start, becomes a finding.
	const findings = await attempt(async () => {
		const config = readConfig(process.env);
		// Loaded late: help and invalid settings don't need it.
		const { examine } = await import("./doctor/examine.ts");
		return examine(config, { speak: options.speak === true, ask: options.ask === true });
	});
	process.exitCode = findings.some(({ verdict }) => verdict === "wrong") ? 1 : 0;
	return [...findings.map(describe), "", summarize(findings)].join("\n");
};

await runTool(
	usage,
	{ speak: { type: "boolean" }, ask: { type: "boolean" } },
	run,
	({ length }) => length === 0,
);
