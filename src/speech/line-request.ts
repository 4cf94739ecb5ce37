import { setTimeout as sleep } from "node:timers/promises";
import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { orAborted, unwanted } from "@herald/common/retry.ts";
import { type Charge, type Cost, type Estimate, noUsage } from "../budget/payer.ts";
import { correlationId } from "../shared/correlation.ts";
import { type Party, partyKey } from "../shared/party.ts";
import { Problem } from "../shared/problem.ts";
import { UnderWay } from "../shared/under-way.ts";
import type { AccountState } from "./account-state.ts";
import type { Compromise, LineAhead, LineNews, SpeakOptions } from "./line.ts";
import { admitLine, type RequestLimiter, takePermit, YieldedPermits } from "./traffic/request-limiter.ts";
import type { Ticket } from "./traffic/tickets.ts";

export interface SynthesizedClip extends PackedClip {
	readonly compromises: readonly Compromise[];
	/** The key to cache the Clip under, which depends on what was really sent; undefined if it must not be cached. */
	readonly key: string | undefined;
}

/** Thrown if the account that was to pay for a Line no longer pays for its guild. */
export class PayerChange extends Error {
	override readonly name = "PayerChange";
}

/** Somebody who waits for a Line. */
export interface LineCaller extends SpeakOptions {
	/** The Line that the caller was given. */
	readonly ahead: LineAhead;
	readonly ticket: Ticket;
}

interface RequestContext {
	readonly limiter: RequestLimiter;
	readonly yielded: YieldedPermits;
	/** Costs that are being written to the store. */
	readonly costs: UnderWay;
	readonly logger: Logger;
}

/**
 * The requests for a Line, one after the other, for all callers who wait for the Line. Holds the permit and books the
 * costs. Is aborted when all callers have given up, but only after a request in flight has ended, because cancelling
 * that request would save nothing.
 */
export class LineRequest {
	/** The account that pays. */
	readonly account: AccountState;
	/** Whose permit the requests take. */
	readonly party: Party;
	/** The ID of the interaction or message that the Line was first requested for. */
	readonly correlation = correlationId();
	readonly #context: RequestContext;
	readonly #controller = new AbortController();
	/** Aborts when no caller waits. No further request is sent then. */
	readonly signal = this.#controller.signal;
	readonly #callers: Set<LineCaller>;
	readonly #news: LineNews[] = [];
	/** Resolves when another caller joins. */
	#joined = Promise.withResolvers<void>();
	#release: () => void = () => {};
	#isSent = false;
	/** When the Line had its first permit, by the monotonic clock, in ms. */
	#begunAt = 0;
	#soundAt: number | undefined;
	/** The caller who paid for the last request that was sent. */
	#paidBy: LineCaller | undefined;

	constructor(account: AccountState, first: LineCaller, context: RequestContext) {
		this.account = account;
		this.party = first.payer.party;
		this.#context = context;
		this.#callers = new Set([first]);
	}

	/** How long it took until the Line could be heard, in ms. If it can't be heard yet, how long it has taken so far. */
	get soundMs(): number {
		return (this.#soundAt ?? performance.now()) - this.#begunAt;
	}

	/**
	 * Waits for the result with the other callers. The caller also gets the news that came before.
	 *
	 * @throws what `result` throws, or the caller's abort reason
	 */
	async wait<T>(caller: LineCaller, result: Promise<T>): Promise<T> {
		this.#callers.add(caller);
		this.#joined.resolve();
		this.#joined = Promise.withResolvers();
		for (const news of this.#news) caller.ahead.note(news);
		try {
			return await orAborted(result, caller.signal);
		} finally {
			this.#callers.delete(caller);
			if (this.#callers.size === 0) this.#leave();
		}
	}

	notify(news: LineNews): void {
		if (news.kind === "begun") this.#begunAt = performance.now();
		if (news.kind === "sound") this.#soundAt ??= performance.now();
		this.#news.push(news);
		for (const { ahead } of this.#callers) ahead.note(news);
	}

	/**
	 * Waits for the first permit.
	 *
	 * @throws {@link Problem} if the whole text is refused; the signal's reason if it aborts
	 */
	async admit(): Promise<void> {
		const [{ text } = {}] = this.#callers;
		const permit = this.#permit();
		this.#release = await (text ? admitLine(permit, text) : takePermit(permit));
	}

	/** Waits for `ms` without a permit, which others may need. @returns how long it then waited for a permit, in ms */
	async pause(ms: number): Promise<number> {
		this.giveBack();
		await sleep(ms, undefined, { signal: this.signal });
		return this.#takeAgain();
	}

	/**
	 * Books the estimated cost of a request that is sent right afterwards, to the first caller whose budget has room. If no
	 * budget has room, but running requests may leave some, waits without a permit. Once the cost is booked, the answer is
	 * awaited even if no caller waits.
	 *
	 * @returns a function that records the real cost. It must be called when the request has ended
	 * @throws the first caller's refusal if nobody can pay: a {@link Problem} if the budget has no room, or
	 * {@link PayerChange}
	 */
	async book(estimate: Estimate): Promise<(cost: Cost | undefined) => void> {
		this.signal.throwIfAborted();
		let charge = await this.#charge(estimate);
		while (charge.kind === "held") {
			// The wait may be long, and other guilds have requests.
			this.giveBack();
			await orAborted(charge.until, this.signal);
			await this.#takeAgain();
			charge = await this.#charge(estimate);
		}
		const booked = charge;
		if (this.signal.aborted) this.#write(booked.settle({ madeMs: 0, usage: noUsage }));
		this.signal.throwIfAborted();
		this.#isSent = true;
		return (cost) => {
			this.#write(booked.settle(cost));
			this.#isSent = false;
			if (this.#callers.size === 0) this.#leave();
		};
	}

	/**
	 * Called when the last caller has left. Aborts the work, unless a request is in flight: that request goes on, and
	 * {@link YieldedPermits} may give its permit back early.
	 */
	#leave(): void {
		if (!this.#isSent) this.#controller.abort(unwanted);
		else this.#release = this.#context.yielded.add(partyKey(this.party), this.#release);
	}

	#permit() {
		const { limiter } = this.#context;
		return { limiter, party: this.party, account: this.account.ownId, signal: this.signal };
	}

	/** @returns whether a caller paid for the last request that was sent */
	isPaidBy(caller: LineCaller): boolean {
		return this.#paidBy === caller;
	}

	/** Gives the permit back. No request may follow, unless {@link pause} takes another permit first. */
	giveBack(): void {
		this.#release();
		this.#release = () => {};
	}

	async #takeAgain(): Promise<number> {
		const queuedAt = Date.now();
		this.#release = await takePermit(this.#permit());
		return Date.now() - queuedAt;
	}

	/**
	 * @returns the booking; or `held`, whose `until` resolves when one of the callers may have room again, or another
	 * caller joins
	 * @throws the first caller's refusal if no caller pays or is held
	 */
	async #charge(estimate: Estimate): Promise<Exclude<Charge, { kind: "other_account" }>> {
		const another = this.#joined.promise;
		let refusal: unknown;
		const held: Promise<void>[] = [];
		for (const caller of [...this.#callers]) {
			try {
				const charge = await caller.payer.charge(estimate, this.account.ownId);
				if (charge.kind === "charged") {
					this.#paidBy = caller;
					return charge;
				}
				if (charge.kind === "held") held.push(charge.until);
				else refusal ??= new PayerChange();
			} catch (error) {
				if (!(error instanceof Problem)) throw error;
				refusal ??= error;
			}
		}
		if (held.length > 0) return { kind: "held", until: Promise.race([...held, another]) };
		throw refusal ?? new Error("Nobody waits for it");
	}

	/** Records a cost in the background: listeners don't wait for it. */
	#write(settled: Promise<void>): void {
		const { costs, logger } = this.#context;
		const written = settled.catch((error: unknown) =>
			logger.error({ event: "speech_not_counted", err: error }, "could not count what speech cost"),
		);
		void costs.follow(written);
	}
}

interface Flight {
	readonly request: LineRequest;
	readonly result: Promise<SynthesizedClip>;
}

/** The Lines that are being requested. Equal Lines are requested once, for all callers. */
export class LineRequests {
	readonly #context: RequestContext;
	readonly #flights = new Map<string, Flight>();
	/** How many Lines have ended so far. If one ends while a caller searches the cache, the caller should search again. */
	landed = 0;

	constructor(limiter: RequestLimiter, logger: Logger) {
		this.#context = { limiter, logger, yielded: new YieldedPermits(), costs: new UnderWay() };
	}

	/** @returns the Line with this key that is being requested; undefined if there is none or it was aborted */
	find(key: string): Flight | undefined {
		const flight = this.#flights.get(key);
		return flight?.request.signal.aborted ? undefined : flight;
	}

	/** Requests a Line, which is findable by this key until its `result` settles. @param make - makes the Line */
	start(
		key: string,
		account: AccountState,
		first: LineCaller,
		make: (request: LineRequest) => Promise<SynthesizedClip>,
	): Flight {
		const request = new LineRequest(account, first, this.#context);
		const flight = { request, result: make(request) };
		this.#flights.set(key, flight);
		const land = () => {
			this.landed += 1;
			if (this.#flights.get(key) === flight) this.#flights.delete(key);
		};
		void flight.result.then(land, land);
		return flight;
	}

	/** Resolves when all costs are recorded. */
	settle(): Promise<void> {
		return this.#context.costs.settle();
	}
}
