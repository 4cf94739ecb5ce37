import { setTimeout as wait } from "node:timers/promises";
import { orAborted } from "@herald/common/retry.ts";
import { SlidingWindow } from "@herald/common/sliding-window.ts";
import { balancePaths, receivedAccountBalance, receivedKeyBalance } from "@herald/common/wire/credit.ts";
import { isDatabaseFault, limitedWaitMaxMs, readRetryAfter } from "@herald/common/wire/errors.ts";
import { isGoogle, isSuccess, type ReceivedAnswer, readJson } from "@herald/common/wire/http.ts";
import { readUnits } from "@herald/common/wire/prices.ts";
import { fingerprint } from "../shared/fingerprint.ts";
import type { CreditAccounts } from "../store/credit-accounts.ts";
import type { CreditAccount, CreditClient } from "./client.ts";
import { findWindowEnd, hasRoomForBalance, isClosed, limitedWindowMs } from "./pace.ts";
import { readTopup } from "./redemption.ts";

/** The balance of an account, or only of its speech key. A redemption doesn't change the key's. */
export interface Balance {
	readonly of: "account" | "key";
	/** In quota units; negative if overdrawn, undefined if unlimited or in `trouble`. */
	readonly units?: number;
	readonly unlimited?: boolean;
	/** The service `refused` the token or user id, or had a `fault`. */
	readonly trouble?: "refused" | "fault";
}

/** How old a displayed balance may be before it is requested again, in ms. */
const balanceMaxAgeMs = 60_000;
/** The window in which New API gateways allow 180 API requests per address, in ms. */
const apiWindowMs = 3 * 60_000;
/** How many balances of accounts a process may request within `apiWindowMs`. Herald sends few other API requests. */
const accountBalancesMax = 30;
/** The polling interval while another process requests the balance, in ms. */
const lookEveryMs = 250;

export interface BalancesOptions {
	/** The operator's account. Other accounts are passed with each call. */
	readonly account: CreditAccount;
	/** Whether there may be connected accounts, too. */
	readonly hasOthers?: boolean;
	readonly accounts: CreditAccounts;
	/** The bot's own secret, from `store.openSecret`. */
	readonly secret: Buffer;
	/** The local time in ms since the epoch, in case the database doesn't answer. */
	readonly now?: () => number;
}

/** The balance that a caller wants, the keyed hash of its account or key, and how old a stored answer may be, in ms. */
interface BalanceQuery {
	readonly account: CreditAccount;
	readonly of: Balance["of"];
	readonly hash: string;
	readonly maxAgeMs: number;
}

export type Balances = ReturnType<typeof balancesOf>;

/**
 * The balances of accounts, and until when the service refuses requests. All processes share both.
 *
 * @param patienceMs - how long to wait for another process's answer, in ms
 */
export const balancesOf = (options: BalancesOptions, client: CreditClient, patienceMs: number) => {
	const { accounts, hasOthers = false, secret } = options;
	/** Requests under way, by the hash of the account or key. Later callers share them. */
	const underWay = new Map<string, Promise<Balance | undefined>>();
	const ofAccounts = new SlidingWindow(accountBalancesMax, apiWindowMs);

	/** @returns the keyed hash of an account's topup token, or else of its speech key */
	const hashOf = ({ topupToken, apiKey }: Pick<CreditAccount, "topupToken" | "apiKey">): string =>
		fingerprint(secret, "account", topupToken ?? apiKey);

	/**
	 * Reads an account's balance for display. The balance is at most a minute old, and requesting it never delays a
	 * redemption.
	 *
	 * @param account - defaults to the operator's
	 * @returns undefined if the service shows no balance or can't be asked now
	 * @throws the signal's reason if it aborts
	 */
	const read = async (signal: AbortSignal, account = options.account): Promise<Balance | undefined> => {
		if (account.bare) return undefined;
		const of = account.topupToken === undefined ? "key" : "account";
		const wanted = { account, of, hash: hashOf(account), maxAgeMs: balanceMaxAgeMs } as const;
		return orAborted(findOnce(wanted), signal);
	};

	/**
	 * Finds out why the service refuses a speech key. Gateways call an exhausted key invalid, but still show its balance.
	 *
	 * @returns undefined if the balance doesn't explain the refusal, or if the service can't be asked now
	 */
	const examineKey = async (account: CreditAccount): Promise<"exhausted" | "refused" | undefined> => {
		const { apiKey, baseUrl, bare } = account;
		// Google's errors tell an exhausted key from a refused one.
		if (isGoogle(baseUrl)) return "refused";
		if (bare) return undefined;
		const balance = await findOnce({ account, of: "key", hash: hashOf({ apiKey }), maxAgeMs: 0 });
		if (balance?.trouble === "refused") return "refused";
		return balance?.units !== undefined && balance.units <= 0 ? "exhausted" : undefined;
	};

	const findOnce = (wanted: BalanceQuery): Promise<Balance | undefined> => {
		const { hash } = wanted;
		const before = underWay.get(hash);
		if (before) return before;
		const asked = find(wanted).finally(() => {
			// After `expire`, the entry may be a later request's.
			if (underWay.get(hash) === asked) underWay.delete(hash);
		});
		underWay.set(hash, asked);
		return asked;
	};

	/** Has an account's balance requested anew, for all processes. A failed write is ignored. */
	const expire = async (hash: string): Promise<void> => {
		underWay.delete(hash);
		await accounts.expireBalance(hash).catch(() => {});
	};

	/**
	 * Saves, for all processes, that the service refuses an account's requests because of a rate limit. If saving fails,
	 * the service refuses the next request, too.
	 *
	 * @param windowMs - the limit's window, if it isn't that of topups
	 * @returns until when, in ms since the epoch: as the service says, but at most `limitedWaitMaxMs` from now; if it
	 * says nothing, until the window's end
	 */
	const noteLimit = async (hash: string, headers: ReceivedAnswer["headers"], windowMs?: number) => {
		const { now, end } = await readWindow(hash);
		const waitMs = readRetryAfter(headers["retry-after"], now);
		const usual = windowMs === undefined ? end : now + windowMs;
		const until = waitMs === undefined ? usual : now + Math.min(waitMs, limitedWaitMaxMs);
		await accounts.closeUntil(hash, until).catch(() => {});
		return until;
	};

	/**
	 * @returns the current time, and when the topups' window ends, in ms since the epoch. If the journal can't be read,
	 * the window is assumed to begin now
	 */
	const readWindow = async (hash: string) => {
		try {
			const use = await accounts.readUse(hash, limitedWindowMs);
			return { now: use.now, end: findWindowEnd(use) };
		} catch {
			const now = (options.now ?? Date.now)();
			return { now, end: now + limitedWindowMs };
		}
	};

	/**
	 * The request is claimed in the database, so that only one process sends it and the other processes get the answer.
	 */
	const find = async (wanted: BalanceQuery): Promise<Balance | undefined> => {
		const { of, hash, maxAgeMs } = wanted;
		const isLimited = of === "key";
		for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += lookEveryMs) {
			const claim = await accounts.takeBalance(hash, {
				maxAgeMs,
				windowMs: limitedWindowMs,
				isLimited,
				hasRoom: (use, own) =>
					isLimited
						? hasRoomForBalance(use, own, hasOthers)
						: !isClosed(use) && ofAccounts.admit([of], use.now) === undefined,
			});
			if (claim === "full") return undefined;
			if (claim !== "asked" && "answer" in claim)
				return claim.answer === null ? undefined : (JSON.parse(claim.answer) as Balance);
			if (claim !== "asked") {
				const balance = await ask(wanted);
				await accounts.keepBalance(hash, claim.askAt, balance ? JSON.stringify(balance) : null);
				return balance;
			}
			await wait(lookEveryMs, undefined, { ref: false });
		}
		return undefined;
	};

	const ask = async ({ account, of }: BalanceQuery): Promise<Balance | undefined> => {
		const { apiKey, topupToken = apiKey } = account;
		const token = of === "key" ? apiKey : topupToken;
		const { answer } = await client.get(account, balancePaths[of], token);
		if (answer === undefined) return { of, trouble: "fault" };
		if (answer.status === 429)
			await noteLimit(hashOf(account), answer.headers, of === "key" ? undefined : apiWindowMs);
		return readBalance(answer, of);
	};
	return { hashOf, read, examineKey, expire, noteLimit };
};

/**
 * @returns `refused` if the service refused the token, `fault` if it had a fault, otherwise undefined. Older gateways
 * refuse a token with status 200
 */
const findTrouble = ({ status, body }: ReceivedAnswer): Balance["trouble"] => {
	const { success, code, message } = readTopup(body);
	if (code.startsWith("AUTH_")) return code === "AUTH_INTERNAL_ERROR" ? "fault" : "refused";
	if (status >= 500 || isDatabaseFault(message)) return "fault";
	return status === 401 || status === 403 || success === false ? "refused" : undefined;
};

/** @returns an answer's balance, or the trouble; undefined if it shows no balance */
export const readBalance = (answer: ReceivedAnswer, of: Balance["of"]): Balance | undefined => {
	const trouble = findTrouble(answer);
	if (trouble) return { of, trouble };
	if (!isSuccess(answer.status)) return undefined;
	const json = readJson(answer.body);
	if (of === "account") {
		const units = readUnits(receivedAccountBalance.safeParse(json).data?.data.quota, Number.MIN_SAFE_INTEGER);
		return units === undefined ? undefined : { of, units };
	}
	const balance = receivedKeyBalance.safeParse(json).data?.data;
	if (balance?.unlimited_quota) return { of, unlimited: true };
	const units = readUnits(balance?.total_available, Number.MIN_SAFE_INTEGER);
	return units === undefined ? undefined : { of, units };
};
