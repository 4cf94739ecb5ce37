import { readTrouble, type ServiceTrouble, serviceTroubles, simulateTrouble } from "../administration.ts";
import { command, print, report, runCommand } from "./run-command.ts";

const troubles = Object.entries(serviceTroubles) as [ServiceTrouble, string][];

const usage = `Simulate trouble of the speech service in DATA_DIR, to see what members see. It takes effect at once.

${troubles.map(([trouble, what]) => `  npm run simulate -- ${trouble}\n      It ${what}.`).join("\n")}
  npm run simulate -- end
      Ends the trouble.
  npm run simulate -- show
      Shows which trouble is simulated.

For an account without credit: npm run accounts -- balance NAME --units 0
`;

const simulate = (trouble: ServiceTrouble | undefined) =>
	command({}, false, ({ database }) => {
		simulateTrouble(database, trouble);
		report(
			trouble
				? `The speech service now ${serviceTroubles[trouble]}. End it with npm run simulate -- end.`
				: "The speech service works normally again.",
		);
	});

const show = command({}, false, ({ database }) => print(`${readTrouble(database) ?? "none"}\n`));

await runCommand(usage, {
	...Object.fromEntries(troubles.map(([trouble]) => [trouble, simulate(trouble)])),
	end: simulate(undefined),
	show,
});
