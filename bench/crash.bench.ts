import type { Result } from "./index.ts";
import { runCrashes } from "./support/crash.ts";

/** `npm run bench -- crash N`: kills N times, by default 20. */
export const run = async ([kills = "20"]: readonly string[]): Promise<Result> => {
	const { journal, creditedTwice, falselyRedeemed, falselyRefused, ...report } = await runCrashes(
		Number(kills),
	);
	return {
		title: "redemptions while the bot's credit, or the service, is killed at random moments",
		rows: [
			{
				...report,
				...journal,
				"credited twice": creditedTwice.length,
				"falsely redeemed": falselyRedeemed.length,
				"falsely refused": falselyRefused.length,
			},
		],
	};
};
