/** Simulated trouble, from the command line: `npm run simulate -- slow|failing|end|show`. */
import { parseArgs } from "node:util";
import { readTrouble, type ServiceTrouble, simulateTrouble } from "../simulated-trouble.ts";
import { type Invocation, print, runCommand, tell } from "./run-command.ts";

const usage = `Simulates trouble of the speech service in DATA_DIR, to see what members see of it. It takes hold at once.

  npm run simulate -- slow
      Every answer comes six seconds late.
  npm run simulate -- failing
      Every request for speech fails, as when a gateway can't reach what makes its speech.
  npm run simulate -- end
      All is well again.
  npm run simulate -- show
      Says which trouble is simulated.

For an account without credit: npm run accounts -- balance NAME --units 0
`;

const simulate =
	(trouble: ServiceTrouble | undefined) =>
	({ args, database }: Invocation): void => {
		parseArgs({ args: [...args], options: {} });
		simulateTrouble(database, trouble);
		tell(trouble ? `The speech service is ${trouble} until npm run simulate -- end.` : "All is well again.");
	};

const show = ({ args, database }: Invocation): void => {
	parseArgs({ args: [...args], options: {} });
	print(`${readTrouble(database) ?? "none"}\n`);
};

runCommand(usage, { slow: simulate("slow"), failing: simulate("failing"), end: simulate(undefined), show });
