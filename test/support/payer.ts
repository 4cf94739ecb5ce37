import type { Cost, Payer } from "../../src/budget/payer.ts";
import { ofGuild } from "../../src/shared/party.ts";

/** Makes a payer who pays for everything and records the costs. */
export const makePayer = (guildId = "guild") => {
	const costs: Cost[] = [];
	const estimates: number[] = [];
	const payer: Payer = {
		party: ofGuild(guildId),
		charge: async ({ ms }) => {
			estimates.push(ms);
			return { kind: "charged", settle: async (cost) => void (cost && costs.push(cost)) };
		},
	};
	return { payer, costs, estimates };
};

export const anyPayer = makePayer().payer;
