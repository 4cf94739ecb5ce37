import { GatewayCloseCodes, GatewayIntentBits } from "discord-api-types/v10";
import type { Json } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import { type Clock, timeOfLimits } from "../world/clock.ts";
import type { World } from "../world/world.ts";
import { isInShard, readShard, type Shard } from "./gateway-session.ts";

/** How often an application may log in. */
export interface SessionStartLimit {
	/** The most logins in 24 hours; by default 1,000. */
	readonly total?: number;
	/**
	 * How many shards may log in within a window; by default 1. Their ids must have different remainders when divided
	 * by this number.
	 */
	readonly maxConcurrency?: number;
	/** How long a window is, in ms; by default Discord's 5 seconds. */
	readonly windowMs?: number;
}

/**
 * Why a login is refused. `too soon`: less than `windowMs` earlier, a shard logged in whose id has the same remainder
 * when divided by `maxConcurrency`; `too often`: the current 24 hours already had `total` logins.
 */
type LoginRefusal = "too soon" | "too often";

const dayMs = 24 * 3_600_000;

/** Counts an application's logins, and says which to refuse. */
export class SessionStarts {
	readonly #limit: Required<SessionStartLimit>;
	readonly #isStrict: boolean;
	readonly #now: () => number;
	/** When the period in which logins are counted ends: 24 hours after its first login. */
	#dayEnds = 0;
	#started = 0;
	/** When a shard last logged in, by the remainder of its id divided by `maxConcurrency`. */
	readonly #lastOf = new Map<number, number>();

	/**
	 * @param limit - logins beyond it are refused. Without it, a small application's limit is reported, but no login is
	 *   refused
	 */
	constructor(clock: Clock, limit?: SessionStartLimit) {
		this.#limit = { total: 1_000, maxConcurrency: 1, windowMs: 5_000, ...limit };
		this.#isStrict = limit !== undefined;
		this.#now = timeOfLimits(clock);
	}

	/** The limit and what is left of it, as the API writes them. */
	view() {
		const { total, maxConcurrency } = this.#limit;
		const left = this.#dayEnds - this.#now();
		return {
			total,
			remaining: left > 0 ? Math.max(0, total - this.#started) : total,
			reset_after: Math.max(0, left),
			max_concurrency: maxConcurrency,
		};
	}

	/** Counts a shard's login, unless it comes too soon. @returns why it is refused; undefined if it isn't */
	take(shardId: number): LoginRefusal | undefined {
		const now = this.#now();
		const { total, maxConcurrency, windowMs } = this.#limit;
		const remainder = shardId % maxConcurrency;
		const last = this.#lastOf.get(remainder);
		if (this.#isStrict && last !== undefined && now - last < windowMs) return "too soon";
		this.#lastOf.set(remainder, now);
		if (now >= this.#dayEnds) {
			this.#dayEnds = now + dayMs;
			this.#started = 0;
		}
		this.#started += 1;
		return this.#isStrict && this.#started > total ? "too often" : undefined;
	}
}

/**
 * A login's result. `session`: the login succeeds; `closed`: the connection is closed with this code and reason;
 * `too soon`, `too often`: refused as `LoginRefusal` says.
 */
type Login =
	| { readonly kind: "session"; readonly shard: Shard; readonly intents: number }
	| { readonly kind: "closed"; readonly code: GatewayCloseCodes; readonly reason: string }
	| { readonly kind: LoginRefusal };

const close = (code: GatewayCloseCodes, reason: string): Login => ({ kind: "closed", code, reason });

/** Whether a client's login has the token. Like Discord, accepts `Bot ` before the token, which some libraries send. */
export const showsToken = (data: Json, token: string): boolean =>
	data.token === token || data.token === `Bot ${token}`;

/** Checks a login as Discord does. A login with a wrong token or invalid shard isn't counted, nor is one too soon. */
export const checkIdentify = (
	{ world, token, starts }: { readonly world: World; readonly token: string; readonly starts: SessionStarts },
	data: Json,
): Login => {
	if (!showsToken(data, token))
		return close(GatewayCloseCodes.AuthenticationFailed, "Authentication failed.");
	const shard = readShard(data.shard);
	if (!shard) return close(GatewayCloseCodes.InvalidShard, "Invalid shard.");
	const refusal = starts.take(shard[0]);
	if (refusal) return { kind: refusal };
	const intents = Number(data.intents ?? 0);
	if (intents & GatewayIntentBits.MessageContent && world.messageContent === "refused")
		return close(GatewayCloseCodes.DisallowedIntents, "Disallowed intent(s).");
	const guilds = [...world.guilds.values()].filter(({ id, hasBot }) => hasBot && isInShard(shard, id));
	if (guilds.length > limits.guildsInShard)
		return close(GatewayCloseCodes.ShardingRequired, "Sharding required.");
	return { kind: "session", shard, intents };
};
