import { orAborted, unwanted } from "@herald/common/race.ts";
import { correlationId } from "../../shared/correlation.ts";

/** A caller that waits for the result. */
export interface FlightCaller<N> {
	readonly signal: AbortSignal;
	/** Told the work's news for as long as they wait. */
	readonly listen: (news: N) => void;
}

/** Shared work's view of the callers that wait for it. */
export interface Shared<P> {
	/** Aborts when no caller waits any more, unless the work is held: then, when it no longer is. */
	readonly signal: AbortSignal;
	/** @returns the callers that wait now, in the order in which they came */
	readonly callers: () => readonly P[];
	/** @returns what resolves when one more waits */
	readonly joined: () => Promise<void>;
	/** Finishes a part of the work even if no caller waits. @param onLeft - called whenever the last caller leaves */
	readonly hold: <R>(part: () => Promise<R>, onLeft: () => void) => Promise<R>;
}

interface Flight<T, N, P> {
	readonly correlation: string | undefined;
	readonly result: Promise<T>;
	readonly controller: AbortController;
	readonly news: N[];
	readonly callers: Set<P>;
	joined: PromiseWithResolvers<void>;
	/** While it is held: what to do when the last caller leaves. */
	held?: (() => void) | undefined;
}

/**
 * Runs equal work once: callers that arrive while it is running share its result, and it is aborted when all have given
 * up, see {@link Shared.hold}. What the work tells on its way reaches all of them, also who comes later.
 */
export class SingleFlight<T, N, P extends FlightCaller<N>> {
	readonly #flights = new Map<string, Flight<T, N, P>>();
	#landed = 0;

	/** @returns equal work that is running: the id of what it was started for */
	find(key: string): { readonly correlation: string | undefined } | undefined {
		return this.#flights.get(key);
	}

	/** How much work has ended so far: a caller that looked for a result before it grew may look again. */
	get landed(): number {
		return this.#landed;
	}

	/**
	 * @param work - called if no equal work is running
	 * @returns the result of the shared work
	 * @throws what the work throws, or this caller's own abort reason
	 */
	async run(
		key: string,
		caller: P,
		work: (shared: Shared<P>, notify: (news: N) => void) => Promise<T>,
	): Promise<T> {
		const { signal, listen } = caller;
		signal.throwIfAborted();
		// Its own object: one caller may wait twice.
		const own = { ...caller };
		const flight = this.#flights.get(key) ?? this.#start(key, own, work);
		flight.callers.add(own);
		flight.joined.resolve();
		flight.joined = Promise.withResolvers();
		for (const news of flight.news) listen(news);
		try {
			return await orAborted(flight.result, signal);
		} finally {
			flight.callers.delete(own);
			if (flight.callers.size === 0) {
				if (flight.held) flight.held();
				else this.#abandon(key, flight);
			}
		}
	}

	/** Aborted work must not be joined. */
	#abandon(key: string, flight: Flight<T, N, P>): void {
		if (this.#flights.get(key) === flight) this.#flights.delete(key);
		flight.controller.abort(unwanted);
	}

	#start(
		key: string,
		first: P,
		work: (shared: Shared<P>, notify: (news: N) => void) => Promise<T>,
	): Flight<T, N, P> {
		const controller = new AbortController();
		const news: N[] = [];
		const callers = new Set([first]);
		const notify = (latest: N) => {
			news.push(latest);
			for (const { listen } of callers) listen(latest);
		};
		const hold: Shared<P>["hold"] = async (part, onLeft) => {
			flight.held = onLeft;
			try {
				return await part();
			} finally {
				flight.held = undefined;
				if (callers.size === 0) this.#abandon(key, flight);
			}
		};
		const shared = {
			signal: controller.signal,
			callers: () => [...callers],
			joined: () => flight.joined.promise,
			hold,
		};
		const flight: Flight<T, N, P> = {
			correlation: correlationId(),
			result: work(shared, notify),
			controller,
			news,
			callers,
			joined: Promise.withResolvers(),
		};
		this.#flights.set(key, flight);
		const land = () => {
			this.#landed += 1;
			if (this.#flights.get(key) === flight) this.#flights.delete(key);
		};
		flight.result.then(land, land);
		return flight;
	}
}
