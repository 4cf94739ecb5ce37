import { findRoom, listRecent } from "../sliding-window.ts";
import type { Redemptions, SentBefore, SentRequest } from "../store/redemptions.ts";
import type { PaceReason } from "./redemption.ts";

/** Services of the family allow 20 requests in 20 minutes an address on these routes; the rest is for a person at the same address. */
const limitedRequests = 18;
export const limitedWindowMs = 20 * 60_000;
/** One guild must not use up what all guilds share; nor may showing balances. */
const limitedRequestsPerGuild = 6;
/** Codes that a member may try within {@link redemptionWindowMs}: more than anybody types in earnest. */
const redemptionsPerMember = 5;
const redemptionWindowMs = 10 * 60_000;
/** Three codes in a row that are none: that is guessing. */
const refusalsInRow = 3;
const refusalWaitMs = 60 * 60_000;

/** @returns when the limited routes were used, oldest first */
const joinTimes = (sent: readonly SentRequest[], balances: readonly number[]): number[] =>
	[...sent.map(({ sentAt }) => sentAt), ...balances].sort((a, b) => a - b);

/** After an hour the count begins anew, so that one more slip doesn't cost another hour. */
const findRefusalWait = (ofMember: SentBefore["ofMember"], now: number): number | undefined => {
	const decided = ofMember.filter(({ outcome }) => outcome === "refused" || outcome === "redeemed");
	const inRow = decided.length - 1 - decided.findLastIndex(({ outcome }) => outcome === "redeemed");
	if (inRow === 0 || inRow % refusalsInRow !== 0) return undefined;
	const wait = (decided.at(-1)?.settledAt ?? 0) + refusalWaitMs;
	return wait > now ? wait : undefined;
};

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

	/**
	 * @param before - what the journal has of the limited window, and of the member who wants to redeem now
	 * @returns why and until when (ms since the epoch) they must wait; undefined when there is no need to
	 */
	findWait(
		guildId: string,
		{ sent, ofMember }: SentBefore,
		now: number,
	): { retryAt: number; why: PaceReason } | undefined {
		const ofGuild = sent.filter((request) => request.guildId === guildId).map(({ sentAt }) => sentAt);
		const timesOfMember = ofMember.map(({ sentAt }) => sentAt);
		const waits: readonly (readonly [PaceReason, number | undefined])[] = [
			["refusals", findRefusalWait(ofMember, now)],
			["member", findRoom(timesOfMember, redemptionsPerMember, redemptionWindowMs, now)],
			["guild", findRoom(ofGuild, limitedRequestsPerGuild, limitedWindowMs, now)],
			["service", this.#findServiceWait(joinTimes(sent, this.#balancesWithin(now)), now)],
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
	async takeBalance(): Promise<boolean> {
		const now = this.#now();
		const others = this.#balancesWithin(now);
		if (others.length >= limitedRequestsPerGuild) return false;
		// Counted before the journal is asked: a redemption that begins meanwhile counts it too.
		this.#balances = [...others, now];
		let room = false;
		try {
			const sent = await this.#journal.listSent(now - limitedWindowMs);
			room = this.#findServiceWait(joinTimes(sent, others), now) === undefined;
		} finally {
			if (!room) this.#balances = this.#balances.toSpliced(this.#balances.lastIndexOf(now), 1);
		}
		return room;
	}

	/** Keeps everybody away: the service said so. */
	closeUntil(time: number): void {
		this.#closedUntil = Math.max(this.#closedUntil, time);
	}

	/** @returns when the oldest request leaves the window: others at the same address may have filled it */
	async findWindowEnd(): Promise<number> {
		const now = this.#now();
		const sent = await this.#journal.listSent(now - limitedWindowMs);
		return (joinTimes(sent, this.#balancesWithin(now))[0] ?? now) + limitedWindowMs;
	}

	#balancesWithin(now: number): number[] {
		return listRecent(this.#balances, limitedWindowMs, now);
	}

	#findServiceWait(times: readonly number[], now: number): number | undefined {
		const room = findRoom(times, limitedRequests, limitedWindowMs, now);
		const wait = Math.max(room ?? 0, this.#closedUntil);
		return wait > now ? wait : undefined;
	}
}
