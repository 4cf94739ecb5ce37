import { findRoom, listRecent } from "@herald/common/sliding-window.ts";
import { limitedWaitMaxMs } from "@herald/common/wire/errors.ts";
import type { LimitedUse, SentRequest } from "../store/credit-accounts.ts";
import type { EarlierRequests } from "../store/redemptions.ts";
import type { PaceReason } from "./redemption.ts";

/**
 * How many topups and requests for keys' balances are sent in 20 minutes. New API gateways allow 20 per address. Two
 * are left for a person at the same address.
 */
const limitedRequests = 18;
export const limitedWindowMs = 20 * 60_000;
/**
 * How many of the `limitedRequests` one guild's topups may use, and how many all requests for balances may use. Neither
 * can then use up what all guilds need.
 */
const limitedRequestsPerGuild = 6;
/** How many requests a failed code counts as in its sender's fair share. */
const failureWeight = 2;
/**
 * How many of all codes may fail within the window before a member waits, by the member's `standing`: if nobody in the
 * member's guild has redeemed a code (0), if somebody there has (1), and if the member has (2). However many strangers
 * guess, they leave requests for those who pay.
 */
const failuresMax = [13, 15, limitedRequests] as const;
/**
 * How long a code whose answer is still awaited makes members wait, in ms. The code counts as a failure, but its answer
 * comes soon.
 */
const answeredWithinMs = 10_000;
/** How many codes a member may try within {@link redemptionWindowMs}: more than anybody types in good faith. */
const redemptionsPerMember = 5;
const redemptionWindowMs = 10 * 60_000;
/** How many wrong codes in a row look like guessing, so that the member has to wait. */
const refusalsInRow = 3;
const refusalWaitMs = 60 * 60_000;

/**
 * Outcomes that say nothing about the code. Requests with these outcomes count for the rate limit, but not as tries or
 * failures.
 */
const saysNothing: ReadonlySet<string> = new Set(["busy", "rate_limited", "unauthorized", "unavailable"]);

type CodeAttempt = Pick<SentRequest, "sentAt" | "outcome">;

const isTry = ({ outcome }: CodeAttempt): boolean => !saysNothing.has(outcome);

const listTimes = (tried: readonly CodeAttempt[]): number[] => tried.map(({ sentAt }) => sentAt);

/** @returns the times of all rate-limited requests, oldest first */
const joinTimes = ({ sent, balances }: LimitedUse) => [...listTimes(sent), ...balances].sort((a, b) => a - b);

/**
 * @returns until when a member must wait, in ms since the epoch; undefined if they needn't. Refusals in a row cost an
 * hour at the third, the sixth and so on, not at those between
 */
const findRefusalWait = (ofMember: EarlierRequests["ofMember"], now: number): number | undefined => {
	const decided = ofMember.filter(
		({ outcome, settledAt }) =>
			(outcome === "refused" || outcome === "redeemed") &&
			// A time that is a whole wait or more in the future comes from a wrong clock.
			(settledAt ?? 0) - now < refusalWaitMs,
	);
	const inRow = decided.length - 1 - decided.findLastIndex(({ outcome }) => outcome === "redeemed");
	if (inRow === 0 || inRow % refusalsInRow !== 0) return undefined;
	const wait = (decided.at(-1)?.settledAt ?? 0) + refusalWaitMs;
	return wait > now ? wait : undefined;
};

/**
 * Limits how fast codes may be tried, and how often rate-limited requests are sent, by all processes together. It
 * counts from the journal, by the database's clock, so a restart forgets nothing.
 *
 * @param before - the requests in the window, and this member's earlier codes
 * @returns why and until when (in ms since the epoch) the member must wait; undefined if they needn't
 */
export const findWait = (before: EarlierRequests): { retryAt: number; why: PaceReason } | undefined => {
	const { party, ofMember, standing, now } = before;
	const ofParty = before.sent.filter((request) => request.guildId === party);
	const waits: readonly (readonly [PaceReason, number | undefined])[] = [
		["refusals", findRefusalWait(ofMember, now)],
		["member", findRoom(listTimes(ofMember.filter(isTry)), redemptionsPerMember, redemptionWindowMs, now)],
		["member", findFreeAt(before, ofMember)],
		["guild", findRoom(listTimes(ofParty), limitedRequestsPerGuild, limitedWindowMs, now)],
		// A member who has redeemed in this guild needn't wait for others' guesses there.
		["guild", standing === 2 ? undefined : findFreeAt(before, ofParty)],
		["service", findServiceWait(before)],
		["service", findFailureWait(before, standing)],
	];
	// The longest wait: after a shorter one, the member would only be told to wait again.
	return waits
		.flatMap(([why, retryAt]) => (retryAt === undefined ? [] : [{ why, retryAt }]))
		.sort((a, b) => b.retryAt - a.retryAt)[0];
};

/**
 * With several accounts, one account's balance is only requested again while more requests are left than that account
 * has used.
 *
 * @param own - the times of earlier requests for this account's balance
 * @param isAmongOthers - whether there are several accounts
 * @returns whether an account's balance may be requested without delaying redemptions
 */
export const hasRoomForBalance = (use: LimitedUse, own: readonly number[], isAmongOthers: boolean) => {
	const count = (times: readonly number[]) => listRecent(times, limitedWindowMs, use.now).length;
	const left = limitedRequestsPerGuild - count(use.balances);
	return left > (isAmongOthers ? count(own) : 0) && findServiceWait(use) === undefined;
};

/**
 * @returns when the oldest request leaves the window; a whole window from now if there is none, since others at the
 * same address may have filled it
 */
export const findWindowEnd = (use: LimitedUse): number =>
	(listRecent(joinTimes(use), limitedWindowMs, use.now)[0] ?? use.now) + limitedWindowMs;

/**
 * Fair share: the fewer requests are left for all, the fewer a member or guild may have used.
 *
 * @param tried - the requests of the member or guild
 * @returns when more requests are left than the member or guild has used; undefined if that is so now
 */
const findFreeAt = (use: LimitedUse, tried: readonly CodeAttempt[]): number | undefined => {
	const { now } = use;
	const weighted = tried.flatMap((request) =>
		Array<number>(request.outcome !== "redeemed" && isTry(request) ? failureWeight : 1).fill(request.sentAt),
	);
	const recent = listRecent(weighted, limitedWindowMs, now);
	if (recent.length === 0) return undefined;
	const times = [...listRecent(joinTimes(use), limitedWindowMs, now), ...recent].sort((a, b) => a - b);
	return findRoom(times, limitedRequests, limitedWindowMs, now);
};

const findFailureWait = ({ sent, now }: LimitedUse, standing: EarlierRequests["standing"]) => {
	const failures = sent.filter(isTry).flatMap(({ sentAt, outcome }) => {
		if (outcome === "redeemed") return [];
		return outcome === "sent" ? now - limitedWindowMs + answeredWithinMs : sentAt;
	});
	failures.sort((a, b) => a - b);
	return findRoom(failures, failuresMax[standing], limitedWindowMs, now);
};

/** Whether the service accepts no requests now. A time beyond `limitedWaitMaxMs` comes from a wrong clock. */
export const isClosed = ({ closedUntil, now }: LimitedUse): boolean =>
	closedUntil > now && closedUntil - now <= limitedWaitMaxMs;

const findServiceWait = (use: LimitedUse): number | undefined => {
	const { now, closedUntil } = use;
	const room = findRoom(joinTimes(use), limitedRequests, limitedWindowMs, now);
	const wait = Math.max(room ?? 0, isClosed(use) ? closedUntil : 0);
	return wait > now ? wait : undefined;
};
