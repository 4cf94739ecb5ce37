import { type Party, partyKey } from "../../shared/party.ts";
import type { Estimate } from "../../speech/line.ts";
import {
	type DayLimits,
	type ExceededLimit,
	findExceeded,
	GuildDay,
	type MemberUse,
	type SpeechDay,
} from "../../store/guild-day.ts";

type DayUser = Pick<SpeechDay, "userId" | "isRead">;

/**
 * Why a request must not be sent: it would exceed a limit, or running requests may. `held` resolves when a running
 * request ends.
 */
export type GateStop = { readonly exceeded: ExceededLimit } | { readonly held: Promise<void> };

/**
 * Decides when the requests of a guild's day may be sent. While running requests might reach a limit, no other is sent,
 * so at most one request exceeds a limit.
 */
export class DayGate {
	/** Resolves when the day's use so far is known. */
	readonly known: Promise<void>;
	/** The speech made so far, with the estimates of running requests. */
	readonly #likely: GuildDay;
	/** The speech made so far, with the most that running requests may still make. */
	readonly #atMost: GuildDay;
	readonly #onUnused: () => void;
	#users = 0;
	#settled = Promise.withResolvers<void>();

	/**
	 * @param members - the day's use so far. The use must not change until the promise resolves
	 * @param onUnused - called when everybody who retained the gate has released it
	 */
	constructor(day: number, members: Promise<readonly MemberUse[]>, onUnused: () => void) {
		this.#likely = new GuildDay(day, []);
		this.#atMost = new GuildDay(day, []);
		this.#onUnused = onUnused;
		this.known = members.then((all) => {
			for (const each of all) for (const sums of [this.#likely, this.#atMost]) sums.add(each.userId, each);
		});
	}

	retain(): void {
		this.#users += 1;
	}

	release(): void {
		this.#users -= 1;
		if (this.#users === 0) this.#onUnused();
	}

	/** Subtracts the unused rest of a reservation from before a restart, in ms. */
	takeOff(whose: DayUser, ms: number): void {
		this.#add(whose, -ms, -ms);
	}

	/** Counts a request that is about to be sent. @returns why it must not be sent; undefined if it may */
	admit(whose: DayUser, { ms, mostMs }: Estimate, limits: DayLimits): GateStop | undefined {
		const { userId, isRead = false } = whose;
		const exceeded = findExceeded(this.#likely.sum(userId), ms, limits, isRead);
		if (exceeded) return { exceeded };
		if (findExceeded(this.#atMost.sum(userId), 0, limits, isRead)) return { held: this.#settled.promise };
		this.#add(whose, ms, mostMs);
		return undefined;
	}

	/** Ends a request. @param madeMs - how much sound it made, in ms; by default, its estimate */
	settle(whose: DayUser, { ms, mostMs }: Estimate, madeMs = ms): void {
		this.#add(whose, madeMs - ms, madeMs - mostMs);
		this.#settled.resolve();
		this.#settled = Promise.withResolvers();
	}

	#add({ userId, isRead }: DayUser, likelyMs: number, mostMs: number): void {
		this.#likely.add(userId, { madeMs: likelyMs, readMs: isRead ? likelyMs : 0 });
		this.#atMost.add(userId, { madeMs: mostMs, readMs: isRead ? mostMs : 0 });
	}
}

interface DayUses {
	/** @returns what all members of a guild have used of a day */
	list(day: number, guildId: Party): Promise<readonly MemberUse[]>;
}

/** The gates of days with reserved speech, in memory: all requests of a guild are sent by one process. */
export class DayGates {
	readonly #days: DayUses;
	readonly #gates = new Map<string, DayGate>();

	constructor(days: DayUses) {
		this.#days = days;
	}

	/** @returns a day's gate, which must be released. Until the promise resolves, nothing of the day may be reserved */
	async open({ day, guildId }: Pick<SpeechDay, "day" | "guildId">): Promise<DayGate> {
		const key = `${day} ${partyKey(guildId)}`;
		const endUnused = () => {
			if (this.#gates.get(key) === gate) this.#gates.delete(key);
		};
		const gate = this.#gates.get(key) ?? new DayGate(day, this.#days.list(day, guildId), endUnused);
		this.#gates.set(key, gate);
		gate.retain();
		try {
			await gate.known;
		} catch (error) {
			gate.release();
			throw error;
		}
		return gate;
	}
}
