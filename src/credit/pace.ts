import { findRoom, listRecent } from "@herald/common/sliding-window.ts";
import { limitedWaitMaxMs } from "@herald/common/wire/retry-hints.ts";
import type { Party } from "../shared/party.ts";
import type { LimitedUse, SentRequest } from "../store/credit-accounts.ts";
import type { EarlierRequests } from "../store/redemptions.ts";
import type { PaceReason } from "./redemption.ts";

/**
 * Services of the family allow 20 requests per address in 20 minutes on the routes of topups and of keys' balances; the
 * rest is left for a person at the same address.
 */
const limitedRequests = 18;
export const limitedWindowMs = 20 * 60_000;
/** Neither one guild nor showing balances may use up what all guilds share. */
const limitedRequestsPerGuild = 6;
/** The weight, in fair shares, of a code that isn't redeemed, or not yet. */
const failureWeight = 2;
/**
 * How many codes of all may fail within the window before a member waits: where no code was redeemed in their guild yet,
 * where one was, and where they redeemed one themselves. However many strangers guess, the rest is for those who pay.
 */
const failuresMax = [13, 15, limitedRequests] as const;
/** A code that has no answer yet counts as one that fails, but has one soon. */
const answeredWithinMs = 10_000;
/** Codes that a member may try within {@link redemptionWindowMs}: more than anybody types in good faith. */
const redemptionsPerMember = 5;
const redemptionWindowMs = 10 * 60_000;
/** Three wrong codes in a row count as guessing. */
const refusalsInRow = 3;
const refusalWaitMs = 60 * 60_000;

/** Outcomes that say nothing of the code: their requests count, and not as tries or failures of anybody. */
const saysNothing: ReadonlySet<string> = new Set(["busy", "rate_limited", "unauthorized", "unavailable"]);

type CodeAttempt = Pick<SentRequest, "sentAt" | "outcome">;

const isTry = ({ outcome }: CodeAttempt): boolean => !saysNothing.has(outcome);

const listTimes = (tried: readonly CodeAttempt[]): number[] => tried.map(({ sentAt }) => sentAt);

/** @returns when the limited routes were used, oldest first */
const joinTimes = ({ sent, balances }: LimitedUse): number[] =>
	[...listTimes(sent), ...balances].sort((a, b) => a - b);

/** After an hour the count restarts, so that one more typo doesn't cost another hour. */
const findRefusalWait = (ofMember: EarlierRequests["ofMember"], now: number): number | undefined => {
	const decided = ofMember.filter(
		({ outcome, settledAt }) =>
			(outcome === "refused" || outcome === "redeemed") &&
			// Later than that, a clock was wrong.
			(settledAt ?? 0) - now < refusalWaitMs,
	);
	const inRow = decided.length - 1 - decided.findLastIndex(({ outcome }) => outcome === "redeemed");
	if (inRow === 0 || inRow % refusalsInRow !== 0) return undefined;
	const wait = (decided.at(-1)?.settledAt ?? 0) + refusalWaitMs;
	return wait > now ? wait : undefined;
};

/**
 * How fast codes may be tried and the limited routes used, by all processes together and by the database's clock: it
 * counts from the journal, so a restart forgets nothing.
 *
 * @param before - what is known of the limited window, and of the member who wants to redeem now
 * @returns why and until when (ms since the epoch) they must wait; undefined when there is no need to
 */
export const findWait = (
	party: Party,
	{ ofMember, standing, ...use }: EarlierRequests,
): { retryAt: number; why: PaceReason } | undefined => {
	const { now } = use;
	const ofParty = use.sent.filter((request) => request.guildId === party);
	const waits: readonly (readonly [PaceReason, number | undefined])[] = [
		["refusals", findRefusalWait(ofMember, now)],
		["member", findRoom(listTimes(ofMember.filter(isTry)), redemptionsPerMember, redemptionWindowMs, now)],
		["member", findFreeAt(use, ofMember)],
		["guild", findRoom(listTimes(ofParty), limitedRequestsPerGuild, limitedWindowMs, now)],
		// A member who has redeemed there isn't behind those who guess there.
		["guild", standing === 2 ? undefined : findFreeAt(use, ofParty)],
		["service", findServiceWait(use)],
		["service", findFailureWait(use, standing)],
	];
	// Report the longest wait: earlier, the member would only be told to wait again.
	return waits
		.flatMap(([why, retryAt]) => (retryAt === undefined ? [] : [{ why, retryAt }]))
		.sort((a, b) => b.retryAt - a.retryAt)[0];
};

/**
 * Where there are several accounts, one has its balance shown again only while more requests are left than it has had.
 *
 * @param own - when its balance was asked for
 * @param isAmongOthers - whether there are several
 * @returns whether the balance of an account may be asked for beside the redemptions
 */
export const hasRoomForBalance = (
	use: LimitedUse,
	own: readonly number[],
	isAmongOthers: boolean,
): boolean => {
	const count = (times: readonly number[]) => listRecent(times, limitedWindowMs, use.now).length;
	const left = limitedRequestsPerGuild - count(use.balances);
	return left > (isAmongOthers ? count(own) : 0) && findServiceWait(use) === undefined;
};

/** @returns when the oldest request leaves the window, which others at the same address may have filled */
export const findWindowEnd = (use: LimitedUse): number =>
	(listRecent(joinTimes(use), limitedWindowMs, use.now)[0] ?? use.now) + limitedWindowMs;

/**
 * Fair share: the fewer requests are left to all, the fewer a caller may have used.
 *
 * @param tried - by a member or a guild
 * @returns when more requests are left than they have had; undefined if that is now, or if they have had none
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

const findFailureWait = (
	{ sent, now }: LimitedUse,
	standing: EarlierRequests["standing"],
): number | undefined => {
	const failures = sent.filter(isTry).flatMap(({ sentAt, outcome }) => {
		if (outcome === "redeemed") return [];
		return outcome === "sent" ? now - limitedWindowMs + answeredWithinMs : sentAt;
	});
	failures.sort((a, b) => a - b);
	return findRoom(failures, failuresMax[standing], limitedWindowMs, now);
};

/** Whether the service wants no requests for now. Later than that, a clock was wrong. */
export const isClosed = ({ closedUntil, now }: LimitedUse): boolean =>
	closedUntil > now && closedUntil - now <= limitedWaitMaxMs;

const findServiceWait = (use: LimitedUse): number | undefined => {
	const { now, closedUntil } = use;
	const room = findRoom(joinTimes(use), limitedRequests, limitedWindowMs, now);
	const wait = Math.max(room ?? 0, isClosed(use) ? closedUntil : 0);
	return wait > now ? wait : undefined;
};
