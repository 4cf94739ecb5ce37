import { correlationId } from "../../correlation.ts";

interface Flight<T, N> {
	readonly correlation: string | undefined;
	readonly result: Promise<T>;
	readonly controller: AbortController;
	readonly news: N[];
	readonly listeners: Set<(news: N) => void>;
	passengers: number;
}

/**
 * Runs equal work once: callers that arrive while it is running share its result, and it is aborted when all have given
 * up. What the work tells on its way reaches all of them, also who comes later.
 */
export class SingleFlight<T, N> {
	readonly #flights = new Map<string, Flight<T, N>>();
	#landed = 0;

	/** @returns equal work that is running: the id of what it was started for */
	find(key: string): { readonly correlation: string | undefined } | undefined {
		return this.#flights.get(key);
	}

	/** How much work has ended so far: whoever looked for a result before it grew may look again. */
	get landed(): number {
		return this.#landed;
	}

	/**
	 * @param work - called if no equal work is running; its signal aborts when nobody waits any more
	 * @param listen - told the work's news for as long as this caller waits
	 * @returns the result of the shared work
	 * @throws what the work throws, or this caller's own abort reason
	 */
	async run(
		key: string,
		signal: AbortSignal,
		work: (signal: AbortSignal, tell: (news: N) => void) => Promise<T>,
		listen: (news: N) => void,
	): Promise<T> {
		signal.throwIfAborted();
		const flight = this.#flights.get(key) ?? this.#start(key, work);
		flight.passengers += 1;
		for (const news of flight.news) listen(news);
		// Its own function: two callers may listen with the same one.
		const listener = (news: N) => listen(news);
		flight.listeners.add(listener);
		const left = Promise.withResolvers<never>();
		const leave = () => left.reject(signal.reason);
		signal.addEventListener("abort", leave, { once: true });
		try {
			return await Promise.race([flight.result, left.promise]);
		} finally {
			signal.removeEventListener("abort", leave);
			flight.listeners.delete(listener);
			flight.passengers -= 1;
			if (flight.passengers === 0) {
				// Aborted work must not be joined.
				if (this.#flights.get(key) === flight) this.#flights.delete(key);
				flight.controller.abort(signal.reason);
			}
		}
	}

	#start(key: string, work: (signal: AbortSignal, tell: (news: N) => void) => Promise<T>): Flight<T, N> {
		const controller = new AbortController();
		const news: N[] = [];
		const listeners = new Set<(news: N) => void>();
		const tell = (latest: N) => {
			news.push(latest);
			for (const listener of listeners) listener(latest);
		};
		const result = work(controller.signal, tell);
		const correlation = correlationId();
		const flight: Flight<T, N> = { correlation, result, controller, news, listeners, passengers: 0 };
		this.#flights.set(key, flight);
		const land = () => {
			this.#landed += 1;
			if (this.#flights.get(key) === flight) this.#flights.delete(key);
		};
		flight.result.then(land, land);
		return flight;
	}
}
