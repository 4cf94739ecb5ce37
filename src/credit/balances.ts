import { setTimeout as wait } from "node:timers/promises";
import { orAborted } from "@herald/common/race.ts";
import { balancePaths } from "@herald/common/wire/balance.ts";
import type { CreditAccounts } from "../store/credit-accounts.ts";
import { type Balance, readBalance } from "./balance.ts";
import { findLimitEnd, type LimitedWindow } from "./classify.ts";
import type { CreditAccount, CreditClient } from "./client.ts";
import { fingerprint } from "./fingerprint.ts";
import { findWindowEnd, hasRoomForBalance, limitedWindowMs } from "./pace.ts";
import type { TopupOutcome } from "./redemption.ts";

/** A balance is requested at most once a minute. */
const balanceMaxAgeMs = 60_000;
/** The polling interval for another process's answer, in ms. */
const lookEveryMs = 250;

export interface BalancesOptions {
	/** The operator's: others are named with each request. */
	readonly account: CreditAccount;
	/** Whether servers may have accounts of their own. */
	readonly hasOthers?: boolean;
	readonly accounts: CreditAccounts;
	/** The bot's own, from `store.openSecret`. */
	readonly secret: Buffer;
	/** This machine's time, in ms since the epoch: only for what the database doesn't answer. */
	readonly now?: () => number;
}

/** Balances of accounts, and when the service takes requests for them: shared by all processes. */
export class Balances {
	readonly #options: BalancesOptions;
	readonly #client: CreditClient;
	readonly #patienceMs: number;
	/** By the account's keyed hash: asks for its balance, for all who want to know it meanwhile. */
	readonly #asked = new Map<string, Promise<Balance | undefined>>();

	/** @param patienceMs - how long another process may take to answer */
	constructor(options: BalancesOptions, client: CreditClient, patienceMs: number) {
		this.#options = options;
		this.#client = client;
		this.#patienceMs = patienceMs;
	}

	/** @returns an account as a keyed hash */
	hashOf({ topupToken, apiKey }: CreditAccount): string {
		return fingerprint(this.#options.secret, "account", topupToken ?? apiKey);
	}

	/**
	 * Reads an account's balance, for display only: at most a minute old, and never at the expense of redemptions.
	 *
	 * @param account - the operator's by default
	 * @returns undefined if the service shows no balance, or can't be asked now
	 * @throws the signal's reason when it aborts
	 */
	async read(signal: AbortSignal, account = this.#options.account): Promise<Balance | undefined> {
		if (account.bare) return undefined;
		const hash = this.hashOf(account);
		let balance = this.#asked.get(hash);
		if (!balance) {
			const asked = this.#find(account, hash).finally(() => {
				if (this.#asked.get(hash) === asked) this.#asked.delete(hash);
			});
			this.#asked.set(hash, asked);
			balance = asked;
		}
		return orAborted(balance, signal);
	}

	/** Notes for all processes what an outcome says of the account. A failed write isn't worth the answer. */
	async note(hash: string, verdict: TopupOutcome): Promise<void> {
		if (verdict.kind === "redeemed") {
			this.#asked.delete(hash);
			await this.#options.accounts.expireBalance(hash).catch(() => {});
		}
		if (verdict.kind === "rate_limited") await this.#closeUntil(hash, verdict.retryAt);
	}

	/** An unreadable journal must not lose the answer. */
	async readWindow(hash: string): Promise<LimitedWindow> {
		const { accounts, now: read = Date.now } = this.#options;
		try {
			const use = await accounts.readUse(hash, limitedWindowMs);
			return { now: use.now, end: findWindowEnd(use) };
		} catch {
			const now = read();
			return { now, end: now + limitedWindowMs };
		}
	}

	async #closeUntil(hash: string, time: number): Promise<void> {
		await this.#options.accounts.closeUntil(hash, time).catch(() => {});
	}

	/** All processes ask for it together. */
	async #find(account: CreditAccount, hash: string): Promise<Balance | undefined> {
		const { accounts, hasOthers = false } = this.#options;
		for (let waitedMs = 0; waitedMs <= this.#patienceMs; waitedMs += lookEveryMs) {
			const claim = await accounts.takeBalance(hash, {
				maxAgeMs: balanceMaxAgeMs,
				windowMs: limitedWindowMs,
				hasRoom: (use, own) => hasRoomForBalance(use, own, hasOthers),
			});
			if (claim === "full") return undefined;
			if (claim !== "asked" && "answer" in claim) {
				return claim.answer === null ? undefined : (JSON.parse(claim.answer) as Balance);
			}
			if (claim !== "asked") {
				const balance = await this.#ask(account, hash);
				await accounts.keepBalance(hash, claim.askAt, balance ? JSON.stringify(balance) : null);
				return balance;
			}
			await wait(lookEveryMs, undefined, { ref: false });
		}
		return undefined;
	}

	async #ask(account: CreditAccount, hash: string): Promise<Balance | undefined> {
		const { apiKey, topupToken } = account;
		const of = topupToken === undefined ? "key" : "account";
		const { answer } = await this.#client.get(account, balancePaths[of], topupToken ?? apiKey);
		if (answer?.status === 429)
			await this.#closeUntil(hash, findLimitEnd(answer.headers, await this.readWindow(hash)));
		return answer && readBalance(answer, of);
	}
}
