import { setTimeout as wait } from "node:timers/promises";
import type { InteractionTrace } from "@herald/playground";
import { readLast } from "./busy-world.ts";
import type { TwoMachines } from "./two-machines.ts";

const codesAtOnce = 10;
/** How long to wait for an answer, in ms. */
const answerMs = 15_000;

/** Waits for a condition. Gives up after `answerMs`, without an error. */
const waitUntil = async (isSo: () => boolean): Promise<void> => {
	for (const until = performance.now() + answerMs; !isSo() && performance.now() < until; ) await wait(20);
};

const isAnswered = ({ messages }: InteractionTrace): boolean =>
	messages.some(({ thinking, content }) => !thinking && content !== "");

/** Has members of one guild per process redeem the same codes at the same time. @returns the interactions by code */
export const redeemAtOnce = async ({
	playground,
	busy,
	upstream,
}: TwoMachines): Promise<ReadonlyMap<string, readonly InteractionTrace[]>> => {
	const byCode = new Map<string, readonly InteractionTrace[]>();
	for (let n = 0; n < codesAtOnce; n += 1) {
		const code = `ATONCE${String(n).padStart(8, "0")}`;
		const letAnswer = upstream.holdTopups();
		// A guild and a member may try only a few codes, so the guilds that redeem change with each code.
		const asked = busy.flatMap((guilds) => {
			const guild = guilds[n % guilds.length];
			return guild ? playground.command(guild.person, "redeem", { code }) : [];
		});
		byCode.set(code, asked);
		// All but one are told at once that the code is already being redeemed.
		await waitUntil(() => asked.filter(isAnswered).length >= asked.length - 1);
		letAnswer();
		await waitUntil(() => asked.every(isAnswered));
	}
	return byCode;
};

/** Compares the answers with the requests that reached the service. */
export const describeAtOnce = (
	byCode: ReadonlyMap<string, readonly InteractionTrace[]>,
	topups: ReadonlyMap<string, number>,
) => {
	const traces = [...byCode.values()].flat();
	const countTold = (what: RegExp): number =>
		traces.filter((trace) => what.test(readLast(trace) ?? "")).length;
	return {
		"codes sent by four at once": byCode.size,
		"with exactly one request": [...byCode.keys()].filter((code) => topups.get(code) === 1).length,
		"members who sent them": traces.length,
		"told what came of it": countTold(/^(?:Added|Code redeemed)/),
		"told that it is under way": countTold(/already being redeemed/),
	};
};
