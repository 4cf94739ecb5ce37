/** Trouble on demand, from the command line: `npm run rehearse -- slow|failing|end|show`. */
import { parseArgs } from "node:util";
import { readRehearsal, setRehearsal, type Trouble } from "../accounts/rehearsal.ts";
import { type Invocation, print, runCommand, tell } from "./cli.ts";

const usage = `Trouble of the speech service in DATA_DIR, to see what members see of it. It takes hold at once.

  npm run rehearse -- slow
      Every answer comes seconds late.
  npm run rehearse -- failing
      Every request for speech fails, as when a gateway can't reach what makes its speech.
  npm run rehearse -- end
      All is well again.
  npm run rehearse -- show
      Says which trouble is on.

For an account without credit: npm run accounts -- balance NAME --units 0
`;

const putOn =
	(trouble: Trouble | undefined) =>
	({ args, database }: Invocation): void => {
		parseArgs({ args: [...args], options: {} });
		setRehearsal(database, trouble);
		tell(trouble ? `The speech service is ${trouble}, until the rehearsal ends.` : "All is well again.");
	};

const show = ({ args, database }: Invocation): void => {
	parseArgs({ args: [...args], options: {} });
	print(`${readRehearsal(database) ?? "none"}\n`);
};

runCommand(usage, { slow: putOn("slow"), failing: putOn("failing"), end: putOn(undefined), show });
