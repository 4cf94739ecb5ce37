import { InputError, orThrow } from "../checks/form.ts";
import type { Texts } from "../texts/write.js";
import type { Feed } from "../world/feed.ts";
import type { Guild } from "../world/guild.ts";
import type { World } from "../world/world.ts";

/** The requests that a fault applies to, by method and path. Paths of the API are written without `/api/v10`. */
interface RequestMatch {
	readonly method?: string | readonly string[];
	readonly path: RegExp;
	/** How many matching requests the fault applies to; by default 1. */
	readonly times?: number;
}

interface FaultAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: object | string;
}

type FaultTarget = "request" | "answer";

/**
 * A fault of a request: an answer instead of the real one, a cut connection, or a delay. With `whose: "request"`, the
 * fault happens before the request has any effect; with `whose: "answer"`, afterwards.
 */
export type Fault =
	| { readonly kind: "answer"; readonly whose: FaultTarget; readonly answer: FaultAnswer }
	| { readonly kind: "cut"; readonly whose: FaultTarget }
	| {
			readonly kind: "hold";
			readonly whose: FaultTarget;
			readonly released: Promise<void>;
			readonly arrive: () => void;
	  };

interface HeldRequest extends Plan {
	/** Resolves when the request, or its answer, is being held. */
	readonly arrived: Promise<void>;
	release(): void;
}

/** A planned fault. It applies to the next `times` matching requests. */
interface Plan {
	/** @returns false once the fault has been applied to all its requests */
	isWaiting(): boolean;
	cancel(): void;
}

interface PlannedFault {
	readonly match: RequestMatch;
	readonly fault: Fault;
	left: number;
}

/** Faults that are planned for requests. If several match a request, the one that was planned first applies. */
export class Faults {
	readonly #planned = new Set<PlannedFault>();
	readonly #onTaken: () => void;

	constructor(onTaken: () => void = () => {}) {
		this.#onTaken = onTaken;
	}

	/** Answers with an error in Discord's form, before the request has any effect. */
	fail(match: RequestMatch, status: number, code = 0, message = `${status}: Error`): Plan {
		return this.#answer(match, { status, headers: {}, body: { message, code } });
	}

	/** Lets the request take effect, but answers with an error in Discord's form. */
	failAnswer(match: RequestMatch, status: number): Plan {
		const answer = { status, headers: {}, body: { message: `${status}: Error`, code: 0 } };
		return this.#plan(match, { kind: "answer", whose: "answer", answer });
	}

	/** Answers with a web page, as the proxy before Discord does. */
	page(match: RequestMatch, status: number): Plan {
		const headers = { "content-type": "text/html" };
		const body = `<!DOCTYPE html><title>${status}</title><h1>${status}</h1>`;
		return this.#answer(match, { status, headers, body });
	}

	/** Redirects requests to another address (302). */
	redirect(match: RequestMatch, location: string): Plan {
		return this.#answer(match, { status: 302, headers: { location }, body: "" });
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
		return this.#answer(match, { status: 429, headers, body });
	}

	/** Cuts the connection before the request has any effect. */
	cut(match: RequestMatch): Plan {
		return this.#plan(match, { kind: "cut", whose: "request" });
	}

	/** Lets the request take effect, and cuts the connection instead of answering. */
	cutAnswer(match: RequestMatch): Plan {
		return this.#plan(match, { kind: "cut", whose: "answer" });
	}

	/** Holds a request before it has any effect, until it is released. */
	hold(match: RequestMatch): HeldRequest {
		return this.#hold(match, "request");
	}

	/** Lets a request take effect, and holds its answer until it is released. */
	holdAnswer(match: RequestMatch): HeldRequest {
		return this.#hold(match, "answer");
	}

	/** How many faults still wait for requests. */
	get waiting(): number {
		return this.#planned.size;
	}

	clear(): void {
		this.#planned.clear();
	}

	/** @returns the fault planned for a request, if any, and counts it as applied */
	take(method: string, path: string): Fault | undefined {
		const planned = this.#planned
			.values()
			.find(({ match }) => [match.method ?? method].flat().includes(method) && match.path.test(path));
		if (!planned) return undefined;
		planned.left -= 1;
		if (planned.left === 0) this.#planned.delete(planned);
		this.#onTaken();
		return planned.fault;
	}

	#answer(match: RequestMatch, answer: FaultAnswer): Plan {
		return this.#plan(match, { kind: "answer", whose: "request", answer });
	}

	#hold(match: RequestMatch, whose: FaultTarget): HeldRequest {
		const arrived = Promise.withResolvers<void>();
		const released = Promise.withResolvers<void>();
		const fault = { kind: "hold", whose, released: released.promise, arrive: arrived.resolve } as const;
		return { ...this.#plan(match, fault), arrived: arrived.promise, release: released.resolve };
	}

	#plan(match: RequestMatch, fault: Fault): Plan {
		const planned: PlannedFault = { match, fault, left: match.times ?? 1 };
		this.#planned.add(planned);
		return {
			isWaiting: () => this.#planned.has(planned),
			cancel: () => void this.#planned.delete(planned),
		};
	}
}

/** Something that can go wrong for an application. People trigger it on the page, to see what members would see. */
export interface Trouble {
	readonly id: string;
	/** The name that the page shows. */
	readonly label: Texts;
	/** Triggers the trouble in a guild: the one that the page shows. */
	run(guild: Guild): void | Promise<void>;
	/** Whether a lasting trouble is on; `run` turns it on or off. */
	isOn?(guild: Guild): boolean;
}

/** The troubles that the page offers, in the order in which they were added. */
export class TroublePanel {
	readonly #troubles = new Map<string, Trouble>();
	readonly #feed: Feed;

	constructor({ feed }: World) {
		this.#feed = feed;
	}

	add(trouble: Trouble): void {
		this.#troubles.set(trouble.id, trouble);
		this.#feed.emit("guild");
	}

	view(guild: Guild) {
		return [...this.#troubles.values()].map(({ id, label, isOn }) => ({
			id,
			label,
			on: isOn?.(guild) ?? null,
		}));
	}

	/** @throws InputError for an unknown trouble */
	async run(id: string, guild: Guild): Promise<void> {
		await orThrow(this.#troubles.get(id), () => new InputError("noTrouble")).run(guild);
		this.#feed.emit("guild");
	}
}

/**
 * @returns `run` and `isOn` for a trouble that applies once, to the next matching request. If the trouble runs again
 *   before that request, the planned fault is cancelled
 */
export const untilUsed = (plan: () => Plan) => {
	let waiting: Plan | undefined;
	return {
		isOn: () => waiting?.isWaiting() ?? false,
		run: () => {
			if (waiting?.isWaiting()) waiting.cancel();
			else waiting = plan();
		},
	};
};
