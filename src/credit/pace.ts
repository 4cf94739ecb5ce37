import { findRoom, listRecent } from "../sliding-window.ts";
import type { Redemptions } from "../store/redemptions.ts";
import type { PaceReason } from "./redemption.ts";

/** Services of the family allow 20 requests in 20 minutes an address on these routes; the rest is for a person at the same address. */
const limitedRequests = 18;
const limitedWindowMs = 20 * 60_000;
/** One guild must not use up what all guilds share; nor may showing balances. */
const limitedRequestsPerGuild = 6;
/** Codes that a member may try within {@link redemptionWindowMs}: more than anybody types in earnest. */
const redemptionsPerMember = 5;
const redemptionWindowMs = 10 * 60_000;
/** Three codes in a row that are none: that is guessing. */
const refusalsInRow = 3;
const refusalWaitMs = 60 * 60_000;

/**
 * How fast codes may be tried and the limited routes be used. What it counts by is the journal, so a restart forgets
 * nothing of it; balances are the exception, as they leave no trace.
 */
export class Pace {
	readonly #journal: Redemptions;
	readonly #now: () => number;
	/** Oldest first, within the window. */
	#balances: readonly number[] = [];
	#closedUntil = 0;

	constructor(journal: Redemptions, now: () => number) {
		this.#journal = journal;
		this.#now = now;
	}

	/** @returns why and until when (ms since the epoch) this member must wait; undefined when there is no need to */
	findWait(guildId: string, member: string): { retryAt: number; why: PaceReason } | undefined {
		const now = this.#now();
		const sent = this.#journal.listSent(now - limitedWindowMs);
		const ofGuild = sent.filter((request) => request.guildId === guildId).map(({ sentAt }) => sentAt);
		const waits: readonly (readonly [PaceReason, number | undefined])[] = [
			["refusals", this.#findRefusalWait(member, now)],
			["member", this.#findMemberWait(member, now)],
			["guild", findRoom(ofGuild, limitedRequestsPerGuild, limitedWindowMs, now)],
			["service", this.#findServiceWait(now)],
		];
		// The longest wait is the true one: whoever comes back earlier would be told another.
		return waits
			.flatMap(([why, retryAt]) => (retryAt === undefined ? [] : [{ why, retryAt }]))
			.reduce<{ retryAt: number; why: PaceReason } | undefined>(
				(longest, wait) => (longest && longest.retryAt >= wait.retryAt ? longest : wait),
				undefined,
			);
	}

	/** Counts a balance, if there is room for one beside the redemptions. @returns whether there is */
	takeBalance(): boolean {
		const now = this.#now();
		this.#balances = listRecent(this.#balances, limitedWindowMs, now);
		if (this.#balances.length >= limitedRequestsPerGuild || this.#findServiceWait(now) !== undefined)
			return false;
		this.#balances = [...this.#balances, now];
		return true;
	}

	/** Keeps everybody away: the service said so. */
	closeUntil(time: number): void {
		this.#closedUntil = Math.max(this.#closedUntil, time);
	}

	/** @returns when the oldest request leaves the window: others at the same address may have filled it */
	findWindowEnd(): number {
		const now = this.#now();
		return (this.#listTimes(now)[0] ?? now) + limitedWindowMs;
	}

	#listTimes(now: number): number[] {
		const topups = this.#journal.listSent(now - limitedWindowMs).map(({ sentAt }) => sentAt);
		return [...topups, ...listRecent(this.#balances, limitedWindowMs, now)].sort((a, b) => a - b);
	}

	#findServiceWait(now: number): number | undefined {
		const room = findRoom(this.#listTimes(now), limitedRequests, limitedWindowMs, now);
		const wait = Math.max(room ?? 0, this.#closedUntil);
		return wait > now ? wait : undefined;
	}

	#findMemberWait(member: string, now: number): number | undefined {
		const times = this.#journal.listOfMember(member).map(({ sentAt }) => sentAt);
		return findRoom(times, redemptionsPerMember, redemptionWindowMs, now);
	}

	/** After an hour the count begins anew, so that one more slip doesn't cost another hour. */
	#findRefusalWait(member: string, now: number): number | undefined {
		const decided = this.#journal
			.listOfMember(member)
			.filter(({ outcome }) => outcome === "refused" || outcome === "redeemed");
		const inRow = decided.length - 1 - decided.findLastIndex(({ outcome }) => outcome === "redeemed");
		if (inRow === 0 || inRow % refusalsInRow !== 0) return undefined;
		const wait = (decided.at(-1)?.settledAt ?? 0) + refusalWaitMs;
		return wait > now ? wait : undefined;
	}
}
