/** Simulated trouble, from the command line: `npm run simulate -- slow|failing|end|show`. */
import { parseArgs } from "node:util";
import { readTrouble, type ServiceTrouble, simulateTrouble } from "../administration.ts";
import { type Invocation, print, report, runCommand } from "./run-command.ts";

const usage = `Simulate trouble of the speech service in DATA_DIR, to see what members see. It takes effect at once.

  npm run simulate -- slow
      Every answer takes six seconds longer.
  npm run simulate -- failing
      Every request for speech fails, as if the gateway couldn't reach its speech engine.
  npm run simulate -- end
      Ends the trouble.
  npm run simulate -- show
      Shows which trouble is simulated.

For an account without credit: npm run accounts -- balance NAME --units 0
`;

const simulate =
	(trouble: ServiceTrouble | undefined) =>
	({ args, database }: Invocation): void => {
		parseArgs({ args: [...args], options: {} });
		simulateTrouble(database, trouble);
		report(
			trouble
				? `The speech service is now ${trouble}. End it with npm run simulate -- end.`
				: "The speech service works normally again.",
		);
	};

const show = ({ args, database }: Invocation): void => {
	parseArgs({ args: [...args], options: {} });
	print(`${readTrouble(database) ?? "none"}\n`);
};

await runCommand(usage, {
	slow: simulate("slow"),
	failing: simulate("failing"),
	end: simulate(undefined),
	show,
});
