import type { Logger } from "@herald/common/log.ts";
import { orAborted } from "@herald/common/race.ts";
import type { AccountOf } from "../shared/account.ts";
import { measure } from "../shared/measures.ts";
import { Problem } from "../shared/problem.ts";
import { UnderWay } from "../shared/under-way.ts";
import type { AccountOptions, AccountState } from "./account-state.ts";
import type { SpeechAccount } from "./ask/client.ts";
import { makeLine, type SynthesizedClip } from "./ask/make-line.ts";
import { StreamedSound } from "./ask/streamed-sound.ts";
import { defaultAttemptTiming } from "./ask/timing.ts";
import type { ClipWorkers } from "./clips/clip-workers.ts";
import type { Line } from "./line.ts";
import type { Admit, LineNews, LineSpeaker } from "./spoken.ts";
import { type RequestLimiter, takePermit, YieldedPermits } from "./traffic/request-limiter.ts";
import type { FlightCaller, Shared } from "./traffic/single-flight.ts";
import { type StreamPrice, Streams } from "./traffic/streams.ts";
import type { Ticket } from "./traffic/tickets.ts";
import type { Estimate, Payer } from "./usage.ts";

export interface SpeechOptions extends AccountOptions {
	readonly logger: Logger;
	/** The operator's. */
	readonly account: SpeechAccount;
	/** @returns which account pays for a guild now; by default, the operator's does for all */
	readonly accountOf?: AccountOf;
	/** Tried in turn. */
	readonly models: readonly string[];
	/** With the price of a stream that is cut off, the Line that is heard first is asked for as one. */
	readonly streaming?: StreamPrice | undefined;
	readonly workers: ClipWorkers;
	/** By default one of its own. */
	readonly limiter?: RequestLimiter;
	/** Herald's own voices, where they stand in. */
	readonly ownVoices?: LineSpeaker | undefined;
}

/** A caller that waits for a Line. */
export interface Caller extends FlightCaller<LineNews> {
	readonly payer: Payer;
	readonly ticket: Ticket;
	readonly admit: Admit;
	readonly mayStream: () => boolean;
	/** Whether Herald's own voices may say it. */
	readonly mayStandIn: boolean;
}

export type Paid = SynthesizedClip & { readonly paidBy: Caller | undefined };

/** The account that was to pay for a Line isn't its guild's any more. */
export class PaidElsewhere extends Error {
	override readonly name = "PaidElsewhere";
}

/** Requests for Lines: each waits for a permit, and is paid for by one of those who want the Line. */
export class LineRequests {
	readonly #options: SpeechOptions;
	readonly #limiter: RequestLimiter;
	readonly #yielded = new YieldedPermits();
	readonly streams: Streams;
	/** Costs that are being written. */
	readonly costs = new UnderWay();

	constructor(options: SpeechOptions, limiter: RequestLimiter) {
		this.#options = options;
		this.#limiter = limiter;
		this.streams = new Streams(options.streaming, options.now ?? Date.now);
	}

	/** @returns the Line, and which of those who wait for it paid; @throws {@link Problem} */
	async make(
		line: Line,
		state: AccountState,
		{ payer: { guildId }, admit, mayStream }: Caller,
		{ signal, callers, joined, hold }: Shared<Caller>,
		notify: (news: LineNews) => void,
		gainDb = 0,
	): Promise<Paid> {
		const { account, client, breaker, retries, refused, keyOf, pace } = state;
		const take = (patienceMs?: number) =>
			takePermit(this.#limiter, guildId, signal, patienceMs, account.ownId);
		let release = await admit(take);
		/** Leaves its permit to others. @returns what takes another one */
		const yieldPermit = () => {
			release();
			release = () => {};
			return async () => {
				release = await take();
			};
		};
		let paidBy: Caller | undefined;
		try {
			breaker.check(guildId);
			notify({ kind: "begun", usualMs: pace.expect(line.text) });
			const begunAt = performance.now();
			let soundMs: number | undefined;
			const tell = (news: LineNews) => {
				if (news.kind === "sound") soundMs ??= performance.now() - begunAt;
				notify(news);
			};
			const { timing = defaultAttemptTiming, stylePlace = "auto" } = this.#options;
			const sound = new StreamedSound(gainDb, (whole, compromises) =>
				tell({ kind: "sound", sound: whole, compromises, gainDb }),
			);
			const { streams } = this;
			const made = await makeLine(
				{
					...this.#options,
					...(streams.mayBe(line) && mayStream() && { sound }),
					streams,
					guildId,
					client,
					ownId: account.ownId,
					keyOf,
					timing,
					stylePlace,
					refused,
					examineKey: () => state.examineKey(),
					retries,
					yieldPermit,
					notify: tell,
					charge: async (estimate) => {
						for (;;) {
							const another = joined();
							const charged = await this.#charge(callers(), estimate, account.ownId);
							if (charged.settle) {
								paidBy = charged.by;
								return (cost) => this.#write(charged.settle(cost));
							}
							// It may take a while, and other guilds have requests.
							const takeAgain = yieldPermit();
							await orAborted(Promise.race([charged.held, another]), signal);
							await takeAgain();
						}
					},
					hold: (request) =>
						hold(request, () => {
							release = this.#yielded.add(guildId, release);
						}),
					signal,
				},
				line,
			);
			pace.note(line.text, soundMs ?? performance.now() - begunAt);
			state.noteSound(guildId);
			return { ...made, paidBy };
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			if (error.kind === "rate_limited") measure("requestLimited", {});
			throw state.noteProblem(guildId, error);
		} finally {
			release();
		}
	}

	/**
	 * Counts a request for the first of those who wait that has room for it.
	 *
	 * @param account - which pays for it; undefined is the operator's
	 * @returns `held` where some must wait, and none has room: resolves when one of them may have
	 * @throws {@link Problem} of the first, when none has; {@link PaidElsewhere} when none is that account's any more
	 */
	async #charge(all: readonly Caller[], estimate: Estimate, account: string | undefined) {
		let refusal: unknown;
		const held: Promise<void>[] = [];
		for (const by of all) {
			try {
				const charge = await by.payer.charge(estimate, account);
				if ("settle" in charge) return { by, settle: charge.settle };
				if ("held" in charge) held.push(charge.held);
				else refusal ??= new PaidElsewhere();
			} catch (error) {
				if (!(error instanceof Problem)) throw error;
				refusal ??= error;
			}
		}
		if (held.length > 0) return { held: Promise.race(held) };
		throw refusal ?? new Error("Nobody waits for it");
	}

	/** Listeners don't wait for it. */
	#write(settled: Promise<void>): void {
		const written = settled.catch((error: unknown) =>
			this.#options.logger.error(
				{ event: "speech_not_counted", err: error },
				"could not count what speech cost",
			),
		);
		void this.costs.follow(written);
	}
}
