import { createHash } from "node:crypto";
import { bucketRates, globalRate, oldEditRate, ordinaryRate, type Rate } from "../checks/limits.ts";
import { type Clock, timeOfLimits } from "../world/clock.ts";

/** The headers of the answer and, if there were too many requests, the body of the 429. */
export interface RateVerdict {
	readonly headers: Readonly<Record<string, string>>;
	readonly refusal?: object;
}

interface Window {
	left: number;
	/** When the window ends, in ms on the clock of `timeOfLimits`. */
	readonly endsAt: number;
}

/** @returns the part of a path by which channels, guilds, webhooks and interactions have separate buckets */
const majorOf = (path: string): string => {
	const [, kind = "", id = "", token = ""] = path.split("/");
	if (kind === "channels" || kind === "guilds") return id;
	return kind === "webhooks" || kind === "interactions" ? `${id}/${token}` : "";
};

const bucketOf = (method: string, route: string): { readonly name: string; readonly rate: Rate } => {
	const special = bucketRates.find((rate) => rate.methods.includes(method) && rate.route.test(route));
	const identity = special ? `${special.methods} ${special.route}` : `${method} ${route}`;
	const name = createHash("sha256").update(identity).digest("hex").slice(0, 32);
	return { name, rate: special ?? ordinaryRate };
};

/** Discord's rate limits: the limits of buckets, and the global limit of a bot. */
export class RateLimits {
	readonly #clock: Clock;
	readonly #now: () => number;
	#time = 0;
	/** The windows in the order in which they began, by the name of what each limits, such as a channel's bucket. */
	readonly #windows = new Map<string, Window>();

	constructor(clock: Clock) {
		this.#clock = clock;
		this.#now = timeOfLimits(clock);
	}

	/**
	 * Counts a request.
	 *
	 * @param route - below `/api/v10`, with parameters as `:name`; undefined for an unknown route
	 * @param path - below `/api/v10`, without the query
	 * @param ofBot - whether the request counts towards the bot's global limit: false if a token in the path authorises it
	 * @returns the headers of its answer, and the refusal if it is over a limit
	 */
	take(method: string, route: string | undefined, path: string, ofBot: boolean): RateVerdict {
		this.#time = this.#now();
		// Ended windows after the first one that still runs are kept until it ends, which is soon: windows are short.
		for (const [key, { endsAt }] of this.#windows) {
			if (endsAt > this.#time) break;
			this.#windows.delete(key);
		}
		if (ofBot) {
			const { passes, window } = this.#count("global", globalRate);
			if (!passes)
				return this.#refuse(window, { "x-ratelimit-global": "true", "x-ratelimit-scope": "global" }, true);
		}
		if (route === undefined) return { headers: {} };
		const { name, rate } = bucketOf(method, route);
		const { passes, window } = this.#count(`${name} ${majorOf(path)}`, rate);
		const wait = (window.endsAt - this.#time) / 1_000;
		const headers = {
			"x-ratelimit-limit": String(rate.requests),
			"x-ratelimit-remaining": String(window.left),
			"x-ratelimit-reset": (this.#clock.now() / 1_000 + wait).toFixed(3),
			"x-ratelimit-reset-after": wait.toFixed(3),
			"x-ratelimit-bucket": name,
		};
		return passes ? { headers } : this.#refuse(window, { ...headers, "x-ratelimit-scope": "user" }, false);
	}

	/** Counts an edit of an old message in a channel. @returns a verdict, with a refusal if such edits were too many */
	takeOldEdit(channelId: string): RateVerdict {
		this.#time = this.#now();
		const { passes, window } = this.#count(`old edits ${channelId}`, oldEditRate);
		if (passes) return { headers: {} };
		const { headers, refusal } = this.#refuse(window, { "x-ratelimit-scope": "user" }, false);
		const message = "Maximum number of edits to messages older than 1 hour reached. Try again later";
		return { headers, ...(refusal && { refusal: { ...refusal, message, code: 30_046 } }) };
	}

	#refuse(window: Window, headers: RateVerdict["headers"], global: boolean): RateVerdict {
		const wait = (window.endsAt - this.#time) / 1_000;
		return {
			headers: { ...headers, "retry-after": String(Math.ceil(wait)) },
			refusal: { message: "You are being rate limited.", retry_after: wait, global },
		};
	}

	#count(key: string, rate: Rate): { readonly passes: boolean; readonly window: Window } {
		let window = this.#windows.get(key);
		if (!window || window.endsAt <= this.#time) {
			window = { left: rate.requests, endsAt: this.#time + rate.perMs };
			this.#windows.delete(key);
			this.#windows.set(key, window);
		}
		const passes = window.left > 0;
		if (passes) window.left -= 1;
		return { passes, window };
	}
}
