interface Flight<T> {
	readonly result: Promise<T>;
	readonly controller: AbortController;
	passengers: number;
}

/**
 * Runs equal work once: callers that arrive while it is running share its result, and it is aborted when all have given
 * up.
 */
export class SingleFlight<T> {
	readonly #flights = new Map<string, Flight<T>>();
	#landed = 0;

	/** How much work has ended so far: whoever looked for a result before it grew may look again. */
	get landed(): number {
		return this.#landed;
	}

	/**
	 * @param work - called if no equal work is running; its signal aborts when nobody waits any more
	 * @returns the result of the shared work
	 * @throws what the work throws, or this caller's own abort reason
	 */
	async run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		const flight = this.#flights.get(key) ?? this.#start(key, work);
		flight.passengers += 1;
		const left = Promise.withResolvers<never>();
		const leave = () => left.reject(signal.reason);
		signal.addEventListener("abort", leave, { once: true });
		try {
			return await Promise.race([flight.result, left.promise]);
		} finally {
			signal.removeEventListener("abort", leave);
			flight.passengers -= 1;
			if (flight.passengers === 0) {
				// Aborted work must not be joined.
				if (this.#flights.get(key) === flight) this.#flights.delete(key);
				flight.controller.abort(signal.reason);
			}
		}
	}

	#start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
		const controller = new AbortController();
		const flight: Flight<T> = { result: work(controller.signal), controller, passengers: 0 };
		this.#flights.set(key, flight);
		const land = () => {
			this.#landed += 1;
			if (this.#flights.get(key) === flight) this.#flights.delete(key);
		};
		flight.result.then(land, land);
		return flight;
	}
}
