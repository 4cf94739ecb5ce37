import { orAborted } from "@herald/common/race.ts";
import { measure } from "../shared/measures.ts";
import { Problem } from "../shared/problem.ts";
import type { AccountState } from "./account-state.ts";
import { defaultAttemptTiming } from "./ask/attempts.ts";
import { makeLine, type SynthesizedClip } from "./ask/make-line.ts";
import { StreamedSound } from "./ask/streamed-sound.ts";
import { Charges } from "./charges.ts";
import type { Line } from "./line.ts";
import type { SpeechOptions } from "./speech-options.ts";
import type { Admit, LineNews } from "./spoken.ts";
import { type RequestLimiter, takeTurn, YieldedTurns } from "./traffic/request-limiter.ts";
import type { Passenger, Shared } from "./traffic/single-flight.ts";
import { Streams } from "./traffic/streams.ts";
import type { Ticket } from "./traffic/tickets.ts";
import type { Payer } from "./usage.ts";

/** Who wants a Line. */
export interface Caller extends Passenger<LineNews> {
	readonly payer: Payer;
	readonly ticket: Ticket;
	readonly admit: Admit;
	readonly mayStream: () => boolean;
}

export type Paid = SynthesizedClip & { readonly paidBy: Caller | undefined };

/** Requests for Lines: each waits for its turn, and is paid for by one of those who want the Line. */
export class LineRequests {
	readonly #options: SpeechOptions;
	readonly #limiter: RequestLimiter;
	readonly #yielded = new YieldedTurns();
	readonly streams: Streams;
	readonly charges: Charges;

	constructor(options: SpeechOptions, limiter: RequestLimiter) {
		this.#options = options;
		this.#limiter = limiter;
		this.streams = new Streams(options.streaming, options.now ?? Date.now);
		this.charges = new Charges(options.logger);
	}

	/** @returns the Line, and which of those who wait for it paid; @throws {@link Problem} */
	async make(
		line: Line,
		state: AccountState,
		{ payer: { guildId }, admit, mayStream }: Caller,
		{ signal, passengers, joined, hold }: Shared<Caller>,
		tell: (news: LineNews) => void,
		gainDb = 0,
	): Promise<Paid> {
		const { account, client, breaker, retries, refused, keyOf } = state;
		const take = (patienceMs?: number) => takeTurn(this.#limiter, guildId, signal, patienceMs, account.ownId);
		let release = await admit(take);
		/** Leaves its turn to others. @returns what takes another one */
		const giveTurn = () => {
			release();
			release = () => {};
			return async () => {
				release = await take();
			};
		};
		let paidBy: Caller | undefined;
		try {
			breaker.check(guildId);
			tell({ kind: "begun" });
			const { models, workers, logger, timing = defaultAttemptTiming, stylePlace = "auto" } = this.#options;
			const sound = new StreamedSound(gainDb, (whole, compromises) =>
				tell({ kind: "sound", sound: whole, compromises, gainDb }),
			);
			const { streams } = this;
			const made = await makeLine(
				{
					...(streams.mayBe(line) && mayStream() && { sound }),
					streams,
					guildId,
					client,
					workers,
					keyOf,
					models,
					timing,
					stylePlace,
					refused,
					retries,
					giveTurn,
					logger,
					tell,
					charge: async (estimate) => {
						for (;;) {
							const another = joined();
							const charged = await this.charges.begin(passengers(), estimate, account.ownId);
							if ("by" in charged) {
								paidBy = charged.by;
								return charged.settle;
							}
							// It may take a while, and other guilds have requests.
							const takeAgain = giveTurn();
							await orAborted(Promise.race([charged.held, another]), signal);
							await takeAgain();
						}
					},
					hold: (request) =>
						hold(request, () => {
							release = this.#yielded.add(guildId, release);
						}),
				},
				line,
				signal,
			);
			state.noteSound(guildId);
			if (line.style !== undefined && (made.styleRefused || !made.compromises.includes("without_style")))
				refused.styles.note(line.style, made.styleRefused);
			return { ...made, paidBy };
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			if (error.kind === "rate_limited") measure("requestLimited", {});
			throw state.noteProblem(guildId, error);
		} finally {
			release();
		}
	}
}
