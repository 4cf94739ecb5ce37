import { findRoom, listRecent } from "../sliding-window.ts";
import type { Redemptions, SentBefore, SentRequest } from "../store/redemptions.ts";
import { limitedWaitMaxMs } from "../wire/retry-hints.ts";
import type { PaceReason } from "./redemption.ts";

/**
 * Services of the family allow 20 requests per address in 20 minutes on these routes; the rest is left for a person at
 * the same address.
 */
const limitedRequests = 18;
export const limitedWindowMs = 20 * 60_000;
/** Neither one guild nor showing balances may use up what all guilds share. */
const limitedRequestsPerGuild = 6;
/** Codes that a member may try within {@link redemptionWindowMs}: more than anybody types in good faith. */
const redemptionsPerMember = 5;
const redemptionWindowMs = 10 * 60_000;
/** Three wrong codes in a row count as guessing. */
const refusalsInRow = 3;
const refusalWaitMs = 60 * 60_000;

/** @returns when the limited routes were used, oldest first */
const joinTimes = (sent: readonly SentRequest[], balances: readonly number[]): number[] =>
	[...sent.map(({ sentAt }) => sentAt), ...balances].sort((a, b) => a - b);

/** After an hour the count restarts, so that one more typo doesn't cost another hour. */
const findRefusalWait = (ofMember: SentBefore["ofMember"], now: number): number | undefined => {
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
 * How fast codes may be tried and the limited routes used. It counts from the journal, so a restart forgets nothing;
 * balance requests are the exception, as they leave no trace.
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
		// Report the longest wait: earlier, the member would only be told to wait again.
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
		// Counted before the journal is read, so that a redemption that starts meanwhile includes it.
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

	/** Blocks everybody: the service said so. */
	closeUntil(time: number): void {
		this.#closedUntil = Math.max(this.#closedUntil, time);
	}

	/** @returns when the oldest request leaves the window, which others at the same address may have filled */
	async findWindowEnd(): Promise<number> {
		const now = this.#now();
		const sent = await this.#journal.listSent(now - limitedWindowMs);
		const times = listRecent(joinTimes(sent, this.#balancesWithin(now)), limitedWindowMs, now);
		return (times[0] ?? now) + limitedWindowMs;
	}

	#balancesWithin(now: number): number[] {
		return listRecent(this.#balances, limitedWindowMs, now);
	}

	#findServiceWait(times: readonly number[], now: number): number | undefined {
		const room = findRoom(times, limitedRequests, limitedWindowMs, now);
		const closed = this.#closedUntil - now <= limitedWaitMaxMs ? this.#closedUntil : 0;
		const wait = Math.max(room ?? 0, closed);
		return wait > now ? wait : undefined;
	}
}
