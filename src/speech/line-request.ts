import { setTimeout as sleep } from "node:timers/promises";
import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { Logger } from "@herald/common/log.ts";
import { orAborted, unwanted } from "@herald/common/retry.ts";
import { correlationId } from "../shared/correlation.ts";
import { type Party, partyKey } from "../shared/party.ts";
import { Problem } from "../shared/problem.ts";
import { UnderWay } from "../shared/under-way.ts";
import type { AccountState } from "./account-state.ts";
import { type Compromise, isStandIn } from "./line.ts";
import type { LineNews, SpeakOptions } from "./spoken.ts";
import type { Hurry } from "./traffic/outage.ts";
import { admitLine, type RequestLimiter, takePermit, YieldedPermits } from "./traffic/request-limiter.ts";
import type { Ticket } from "./traffic/tickets.ts";
import { type Charge, type Cost, type Estimate, noUsage } from "./usage.ts";

/** The Clip that was synthesized for a Line. */
export interface SynthesizedClip extends PackedClip {
	readonly compromises: readonly Compromise[];
	/** The Line it is cached as: what was really sent. Undefined if that wasn't a single Line. */
	readonly key: string | undefined;
}

/** The account that was to pay for a Line isn't its guild's any more. */
export class PayerChange extends Error {
	override readonly name = "PayerChange";
}

/** Somebody who waits for a Line's request. */
export interface LineCaller extends SpeakOptions {
	readonly ticket: Ticket;
	/** Where Herald's own voices may say it: it is waited for no longer than a listener waits. */
	readonly hurry?: Hurry | undefined;
}

const tell = ({ line, listener, hurry }: LineCaller, news: LineNews): void => {
	hurry?.take(news);
	const { tempo = 1, gainDb = 0, standIn } = line;
	if (news.kind !== "sound") listener?.take(news);
	// Sound that is heard early is as it is made, for the first caller.
	else if (tempo === 1 && news.gainDb === gainDb)
		listener?.take(isStandIn(standIn) ? { ...news, compromises: [standIn] } : news);
};

/** What all requests share. */
interface RequestContext {
	readonly limiter: RequestLimiter;
	readonly yielded: YieldedPermits;
	/** Costs that are being written. */
	readonly costs: UnderWay;
	readonly logger: Logger;
}

/**
 * A Line that is asked for, for all who wait for it: its permit, what it costs whom, and its end. It is aborted when all
 * have given up, unless something of it has been sent: that costs the same, so it is awaited.
 */
export class LineRequest {
	/** Of the account that is to pay for it. */
	readonly state: AccountState;
	/** Whose permit it takes. */
	readonly party: Party;
	/** The id of what it was started for. */
	readonly correlation = correlationId();
	readonly #context: RequestContext;
	readonly #controller = new AbortController();
	readonly #callers: Set<LineCaller>;
	readonly #news: LineNews[] = [];
	/** Resolves when one more waits. */
	#joined = Promise.withResolvers<void>();
	/** Gives its permit back. */
	#release: () => void = () => {};
	#isSent = false;
	/** By the monotonic clock, in ms. */
	#begunAt = 0;
	#soundAt: number | undefined;
	#payer: LineCaller | undefined;

	constructor(state: AccountState, first: LineCaller, context: RequestContext) {
		this.state = state;
		this.party = first.payer.party;
		this.#context = context;
		this.#callers = new Set([first]);
	}

	/** Aborts when nobody waits: nothing more is asked for then. */
	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** After how many ms it can be heard, as far as that is known now. */
	get soundMs(): number {
		return (this.#soundAt ?? performance.now()) - this.#begunAt;
	}

	/** @returns whether a caller paid for the latest that was sent */
	isPaidBy(caller: LineCaller): boolean {
		return this.#payer === caller;
	}

	/** Waits for its result with the others, told all its news. @throws what it throws, or the caller's abort reason */
	async wait<T>(caller: LineCaller, result: Promise<T>): Promise<T> {
		this.#callers.add(caller);
		this.#joined.resolve();
		this.#joined = Promise.withResolvers();
		for (const news of this.#news) tell(caller, news);
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
		for (const caller of this.#callers) tell(caller, news);
	}

	/** Waits for its first permit. @throws {@link Problem} that refuses the whole text, or the signal's reason */
	async admit(): Promise<void> {
		const [{ text } = {}] = this.#callers;
		const permit = this.#permit();
		this.#release = await (text ? admitLine(permit, text) : takePermit(permit));
	}

	/** Waits without a permit, which others may need. @returns how long it then waited for another one, in ms */
	async pause(ms: number): Promise<number> {
		this.#giveBack();
		await sleep(ms, undefined, { signal: this.signal });
		return this.#takeAgain();
	}

	/**
	 * Has a request counted, which may take a while, then sent, and its cost written down. Once it is sent, it is answered
	 * whether anybody waits or not.
	 *
	 * @param ask - sends it; returns its answer, and what it cost unless that isn't known
	 * @throws {@link Problem} of the first caller, when nobody has room for it; {@link PayerChange}
	 */
	async send<T extends { readonly cost: Cost | undefined }>(
		estimate: Estimate,
		ask: () => Promise<T>,
	): Promise<T> {
		this.signal.throwIfAborted();
		const settle = await this.#charge(estimate);
		if (this.signal.aborted) settle({ madeMs: 0, usage: noUsage });
		this.signal.throwIfAborted();
		this.#isSent = true;
		let cost: Cost | undefined;
		try {
			const answer = await ask();
			cost = answer.cost;
			return answer;
		} finally {
			settle(cost);
			this.#isSent = false;
			if (this.#callers.size === 0) this.#leave();
		}
	}

	/** Nothing more is asked for. */
	end(): void {
		this.#giveBack();
	}

	/** The last caller has left: equal work begins anew, unless this costs the same anyway. */
	#leave(): void {
		if (!this.#isSent) this.#controller.abort(unwanted);
		else this.#release = this.#context.yielded.add(partyKey(this.party), this.#release);
	}

	#permit() {
		const { limiter } = this.#context;
		return { limiter, party: this.party, account: this.state.account.ownId, signal: this.signal };
	}

	#giveBack(): void {
		this.#release();
		this.#release = () => {};
	}

	async #takeAgain(): Promise<number> {
		const queuedAt = Date.now();
		this.#release = await takePermit(this.#permit());
		return Date.now() - queuedAt;
	}

	/** Counts a request for the first of those who wait that has room for it. @returns what writes its cost down */
	async #charge(estimate: Estimate): Promise<(cost: Cost | undefined) => void> {
		for (;;) {
			const another = this.#joined.promise;
			const charge = await this.#chargeOne(estimate);
			if (charge.kind === "charged") return (cost) => this.#write(charge.settle(cost));
			// It may take a while, and other guilds have requests.
			this.#giveBack();
			await orAborted(Promise.race([charge.until, another]), this.signal);
			await this.#takeAgain();
		}
	}

	/** @returns `held` where some must wait, and none has room: until one of them may have */
	async #chargeOne(estimate: Estimate): Promise<Exclude<Charge, { kind: "other_account" }>> {
		let refusal: unknown;
		const held: Promise<void>[] = [];
		for (const caller of [...this.#callers]) {
			try {
				const charge = await caller.payer.charge(estimate, this.state.account.ownId);
				if (charge.kind === "charged") {
					this.#payer = caller;
					return charge;
				}
				if (charge.kind === "held") held.push(charge.until);
				else refusal ??= new PayerChange();
			} catch (error) {
				if (!(error instanceof Problem)) throw error;
				refusal ??= error;
			}
		}
		if (held.length > 0) return { kind: "held", until: Promise.race(held) };
		throw refusal ?? new Error("Nobody waits for it");
	}

	/** Listeners don't wait for it. */
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

/** Requests that are under way: equal ones are made once, for all who arrive meanwhile. */
export class LineRequests {
	readonly #context: RequestContext;
	readonly #flights = new Map<string, Flight>();
	#landed = 0;

	constructor(limiter: RequestLimiter, logger: Logger) {
		this.#context = { limiter, logger, yielded: new YieldedPermits(), costs: new UnderWay() };
	}

	/** How many have ended so far: a caller that looked for a result before it grew may look again. */
	get landed(): number {
		return this.#landed;
	}

	/** @returns an equal request that is under way; aborted ones must not be joined */
	find(key: string): Flight | undefined {
		const flight = this.#flights.get(key);
		return flight?.request.signal.aborted ? undefined : flight;
	}

	/** @param make - makes the Line */
	start(
		key: string,
		state: AccountState,
		first: LineCaller,
		make: (request: LineRequest) => Promise<SynthesizedClip>,
	): Flight {
		const request = new LineRequest(state, first, this.#context);
		const flight = { request, result: make(request) };
		this.#flights.set(key, flight);
		const land = () => {
			this.#landed += 1;
			if (this.#flights.get(key) === flight) this.#flights.delete(key);
		};
		void flight.result.then(land, land);
		return flight;
	}

	/** Resolves when all costs are written down. */
	settle(): Promise<void> {
		return this.#context.costs.settle();
	}
}
