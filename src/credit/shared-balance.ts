import { setTimeout as wait } from "node:timers/promises";
import type { CreditAccounts } from "../store/credit-accounts.ts";
import type { Balance } from "./balance.ts";
import { hasRoomForBalance, limitedWindowMs } from "./pace.ts";

/** A balance is requested at most once a minute. */
const balanceMaxAgeMs = 60_000;
/** How often it is looked whether another process has its answer, in ms. */
const lookEveryMs = 250;

interface SharedBalanceOptions {
	readonly accounts: CreditAccounts;
	/** A keyed hash. */
	readonly account: string;
	/** Whether there are several accounts. */
	readonly isAmongOthers: boolean;
	/** Asks the service. @returns undefined if it shows no balance */
	readonly ask: () => Promise<Balance | undefined>;
	/** How long another process may take to answer, in ms. */
	readonly patienceMs: number;
}

const readAnswer = (answer: string | null): Balance | undefined =>
	answer === null ? undefined : (JSON.parse(answer) as Balance);

/**
 * The balance, at most a minute old, which all processes ask for together.
 *
 * @returns undefined if the service shows no balance, or can't be asked now
 */
export const findBalance = async (options: SharedBalanceOptions): Promise<Balance | undefined> => {
	const { accounts, account, isAmongOthers, ask, patienceMs } = options;
	for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += lookEveryMs) {
		const turn = await accounts.takeBalance(account, {
			maxAgeMs: balanceMaxAgeMs,
			windowMs: limitedWindowMs,
			hasRoom: (use, own) => hasRoomForBalance(use, own, isAmongOthers),
		});
		if (turn === "full") return undefined;
		if (turn !== "asked" && "answer" in turn) return readAnswer(turn.answer);
		if (turn !== "asked") {
			const balance = await ask();
			await accounts.keepBalance(account, turn.askAt, balance ? JSON.stringify(balance) : null);
			return balance;
		}
		await wait(lookEveryMs, undefined, { ref: false });
	}
	return undefined;
};
