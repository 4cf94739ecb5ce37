/** Which of the application's requests a fault applies to: by method, and by path below `/api/v10`. */
export interface RequestMatch {
	readonly method?: string | readonly string[];
	readonly path: RegExp;
	/** How many matching requests it applies to; by default 1. */
	readonly times?: number;
}

interface FaultAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: object;
}

/** What happens to a request: an answer instead of the real one, a cut connection, or a delay before the real one. */
export type Fault =
	| { readonly kind: "answer"; readonly answer: FaultAnswer }
	| { readonly kind: "cut" }
	| { readonly kind: "hold"; readonly released: Promise<void>; readonly arrive: () => void };

export interface Held {
	/** Resolves when the request has arrived and waits. */
	readonly arrived: Promise<void>;
	release(): void;
}

/** A fault waiting for its requests. */
export interface Plan {
	/** False once it has been applied to all its requests. */
	readonly isWaiting: boolean;
	cancel(): void;
}

interface Planned {
	readonly match: RequestMatch;
	readonly fault: Fault;
	left: number;
}

/** Trouble on demand for the next matching requests, in the order planned. */
export class Faults {
	#planned: Planned[] = [];
	readonly #onTaken: () => void;

	constructor(onTaken: () => void = () => {}) {
		this.#onTaken = onTaken;
	}

	/** Answers with an error of Discord's. */
	fail(match: RequestMatch, status: number, code = 0, message = `${status}: Error`): Plan {
		return this.#plan(match, { kind: "answer", answer: { status, headers: {}, body: { message, code } } });
	}

	/** Answers 429 as Discord does; `retryAfter` in seconds. */
	rateLimit(match: RequestMatch, retryAfter: number, scope: "user" | "global" | "shared" = "user"): Plan {
		const global = scope === "global";
		const headers = {
			"retry-after": String(Math.ceil(retryAfter)),
			"x-ratelimit-scope": scope,
			...(global
				? { "x-ratelimit-global": "true" }
				: {
						"x-ratelimit-limit": "5",
						"x-ratelimit-remaining": "0",
						"x-ratelimit-reset": String(Date.now() / 1_000 + retryAfter),
						"x-ratelimit-reset-after": String(retryAfter),
						"x-ratelimit-bucket": "0123456789abcdef",
					}),
		};
		const body = { message: "You are being rate limited.", retry_after: retryAfter, global };
		return this.#plan(match, { kind: "answer", answer: { status: 429, headers, body } });
	}

	/** Cuts the connection instead of answering. */
	cut(match: RequestMatch): void {
		this.#plan(match, { kind: "cut" });
	}

	/** Keeps a request waiting before it is looked at. */
	hold(match: RequestMatch): Held {
		const arrived = Promise.withResolvers<void>();
		const released = Promise.withResolvers<void>();
		this.#plan(match, { kind: "hold", released: released.promise, arrive: arrived.resolve });
		return { arrived: arrived.promise, release: released.resolve };
	}

	clear(): void {
		this.#planned = [];
	}

	/** The fault planned for a request, if any; it is then used up. */
	take(method: string, path: string): Fault | undefined {
		const planned = this.#planned.find(
			({ match }) => [match.method ?? method].flat().includes(method) && match.path.test(path),
		);
		if (!planned) return undefined;
		planned.left -= 1;
		if (planned.left === 0) this.#planned = this.#planned.filter((other) => other !== planned);
		this.#onTaken();
		return planned.fault;
	}

	#plan(match: RequestMatch, fault: Fault): Plan {
		const planned: Planned = { match, fault, left: match.times ?? 1 };
		this.#planned.push(planned);
		const isWaiting = () => this.#planned.includes(planned);
		return {
			get isWaiting() {
				return isWaiting();
			},
			cancel: () => {
				this.#planned = this.#planned.filter((other) => other !== planned);
			},
		};
	}
}
