import { setTimeout as wait } from "node:timers/promises";
import { orAborted } from "@herald/common/race.ts";
import { SlidingWindow } from "@herald/common/sliding-window.ts";
import { balancePaths } from "@herald/common/wire/balance.ts";
import { isGoogle } from "@herald/common/wire/http.ts";
import type { CreditAccounts } from "../store/credit-accounts.ts";
import { type Balance, readBalance } from "./balance.ts";
import { findLimitEnd, type LimitedWindow } from "./classify.ts";
import type { CreditAccount, CreditClient } from "./client.ts";
import { fingerprint } from "./fingerprint.ts";
import { findWindowEnd, hasRoomForBalance, isClosed, limitedWindowMs } from "./pace.ts";
import type { TopupOutcome } from "./redemption.ts";

/** A balance is requested at most once a minute. */
const balanceMaxAgeMs = 60_000;
/** Services of the family allow 180 requests for all of an address in so long, in ms; Herald's other ones are few. */
const apiWindowMs = 3 * 60_000;
/** The most balances of accounts that a process asks for in that time. */
const accountBalancesMax = 30;
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

/** A balance to be asked for: of what, as its own hash, and how old an answer may be, in ms. */
interface BalanceQuery {
	readonly account: CreditAccount;
	readonly of: Balance["of"];
	readonly hash: string;
	readonly maxAgeMs: number;
}

/** Balances of accounts, and when the service takes requests for them: shared by all processes. */
export class Balances {
	readonly #options: BalancesOptions;
	readonly #client: CreditClient;
	readonly #patienceMs: number;
	/** By its hash: asks for a balance, for all who want to know it meanwhile. */
	readonly #asked = new Map<string, Promise<Balance | undefined>>();
	readonly #ofAccounts = new SlidingWindow(accountBalancesMax, apiWindowMs);

	/** @param patienceMs - how long another process may take to answer */
	constructor(options: BalancesOptions, client: CreditClient, patienceMs: number) {
		this.#options = options;
		this.#client = client;
		this.#patienceMs = patienceMs;
	}

	/** @returns an account as a keyed hash */
	hashOf({ topupToken, apiKey }: Pick<CreditAccount, "topupToken" | "apiKey">): string {
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
		const of = account.topupToken === undefined ? "key" : "account";
		const wanted = { account, of, hash: this.hashOf(account), maxAgeMs: balanceMaxAgeMs } as const;
		return orAborted(this.#findOnce(wanted), signal);
	}

	/**
	 * Finds out why the service refuses an account's speech key: gateways call one whose own limit is used up invalid, and
	 * show its balance all the same.
	 *
	 * @returns undefined where the service doesn't say, or can't be asked now
	 */
	async examineKey(account: CreditAccount): Promise<"exhausted" | "refused" | undefined> {
		const { apiKey, baseUrl, bare } = account;
		// It says it itself.
		if (isGoogle(baseUrl)) return "refused";
		if (bare) return undefined;
		const balance = await this.#findOnce({ account, of: "key", hash: this.hashOf({ apiKey }), maxAgeMs: 0 });
		if (balance?.trouble === "refused") return "refused";
		return balance?.units !== undefined && balance.units <= 0 ? "exhausted" : undefined;
	}

	#findOnce(wanted: BalanceQuery): Promise<Balance | undefined> {
		const { hash } = wanted;
		const before = this.#asked.get(hash);
		if (before) return before;
		const asked = this.#find(wanted).finally(() => {
			if (this.#asked.get(hash) === asked) this.#asked.delete(hash);
		});
		this.#asked.set(hash, asked);
		return asked;
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
		// The service says so again.
		await this.#options.accounts.closeUntil(hash, time).catch(() => {});
	}

	/** All processes ask for it together. */
	async #find(wanted: BalanceQuery): Promise<Balance | undefined> {
		const { accounts, hasOthers = false } = this.#options;
		const { of, hash, maxAgeMs } = wanted;
		const isLimited = of === "key";
		for (let waitedMs = 0; waitedMs <= this.#patienceMs; waitedMs += lookEveryMs) {
			const claim = await accounts.takeBalance(hash, {
				maxAgeMs,
				windowMs: limitedWindowMs,
				isLimited,
				hasRoom: (use, own) =>
					isLimited
						? hasRoomForBalance(use, own, hasOthers)
						: !isClosed(use) && this.#ofAccounts.admit([of], use.now) === undefined,
			});
			if (claim === "full") return undefined;
			if (claim !== "asked" && "answer" in claim) {
				return claim.answer === null ? undefined : (JSON.parse(claim.answer) as Balance);
			}
			if (claim !== "asked") {
				const balance = await this.#ask(wanted);
				await accounts.keepBalance(hash, claim.askAt, balance ? JSON.stringify(balance) : null);
				return balance;
			}
			await wait(lookEveryMs, undefined, { ref: false });
		}
		return undefined;
	}

	async #ask({ account, of }: BalanceQuery): Promise<Balance | undefined> {
		const { apiKey, topupToken = apiKey } = account;
		const token = of === "key" ? apiKey : topupToken;
		const { answer } = await this.#client.get(account, balancePaths[of], token);
		if (answer === undefined) return { of, trouble: "fault" };
		if (answer.status === 429) {
			const hash = this.hashOf(account);
			const { now, end } = await this.readWindow(hash);
			const window = { now, end: of === "key" ? end : now + apiWindowMs };
			await this.#closeUntil(hash, findLimitEnd(answer.headers, window));
		}
		return readBalance(answer, of);
	}
}
