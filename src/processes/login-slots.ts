import type { Logger } from "../log.ts";
import type { LoginRequest } from "./contract.ts";

/** How many logins Discord allows a bot, from `GET /gateway/bot`. */
export interface LoginLimit {
	readonly remaining: number;
	/** Until it allows all of them again, in ms. */
	readonly reset_after: number;
}

type Left = { -readonly [Field in keyof LoginLimit]: LoginLimit[Field] };

interface LoginSlotsOptions {
	/** Asks Discord. @returns undefined where it can't be asked, or says nothing of it */
	readonly readLimit: () => Promise<LoginLimit | undefined>;
	/** How many logins a start takes: the first ones are the start's own, and so many are left for the next one. */
	readonly ofStart: number;
	/** Where other machines log in, too: asks whether it is this one's turn, as `take` says. It may reject. */
	readonly takeShared?: ((bucket: number, spacingMs: number) => Promise<number>) | undefined;
	readonly logger: Logger;
	/** In ms. */
	readonly now?: () => number;
}

/** What Discord said stays true for so long, but for the logins since, in ms. */
const limitMaxAgeMs = 60_000;
/** How often a shard that may not log in asks again, in ms. */
const askAgainMs = 30_000;
/** How often it is told that few logins are left, in ms. */
const tellEveryMs = 3_600_000;

/**
 * Who may log in at Discord's gateway, of all shards of all processes: one of a bucket at a time, and none where only as
 * many logins are left as a start takes, since with the last one, Discord would take the bot's token.
 */
export class LoginSlots {
	readonly #options: LoginSlotsOptions;
	readonly #now: () => number;
	readonly #freeAt = new Map<number, number>();
	#granted = 0;
	/** What Discord said last, less the logins since: the same for all who ask meanwhile. */
	#limit: { readonly at: number; readonly told: Promise<Left | undefined> } | undefined;
	#toldAt = Number.NEGATIVE_INFINITY;
	#areFewLeft = false;

	constructor(options: LoginSlotsOptions) {
		this.#options = options;
		this.#now = options.now ?? (() => performance.now());
	}

	/** Whether shards wait because few logins are left. */
	get areFewLeft(): boolean {
		return this.#areFewLeft;
	}

	/**
	 * @returns 0 where a shard may log in now; else how long until it is worth asking again, in ms
	 * @throws where it can't be asked whose turn it is
	 */
	async take({ bucket, spacingMs }: LoginRequest): Promise<number> {
		const now = this.#now();
		const freeAt = this.#freeAt.get(bucket) ?? now;
		if (freeAt > now) return freeAt - now;
		// Taken before anything is awaited.
		this.#freeAt.set(bucket, now + spacingMs);
		const waitMs = await this.#askOthers(bucket, spacingMs);
		if (waitMs === 0 && (await this.#mayLogIn())) return 0;
		this.#freeAt.delete(bucket);
		return waitMs || askAgainMs;
	}

	async #askOthers(bucket: number, spacingMs: number): Promise<number> {
		try {
			return (await this.#options.takeShared?.(bucket, spacingMs)) ?? 0;
		} catch (error) {
			this.#freeAt.delete(bucket);
			throw error;
		}
	}

	async #mayLogIn(): Promise<boolean> {
		const { ofStart } = this.#options;
		this.#granted += 1;
		if (this.#granted <= ofStart) return true;
		const limit = await this.#read();
		this.#areFewLeft = limit !== undefined && limit.remaining <= ofStart;
		if (limit && this.#areFewLeft) this.#tell(limit.remaining, limit.reset_after);
		else if (limit) limit.remaining -= 1;
		return !this.#areFewLeft;
	}

	#read(): Promise<Left | undefined> {
		const at = this.#now();
		if (!this.#limit || at - this.#limit.at >= limitMaxAgeMs)
			this.#limit = { at, told: this.#options.readLimit().then((limit) => limit && { ...limit }) };
		return this.#limit.told;
	}

	#tell(remaining: number, resetAfterMs: number): void {
		const now = this.#now();
		if (now - this.#toldAt < tellEveryMs) return;
		this.#toldAt = now;
		this.#options.logger.error(
			{ event: "logins_low", remaining, minutes: Math.ceil(resetAfterMs / 60_000) },
			"Discord allows this bot few more logins for now, and they are left for a start: shards that lose their session wait. Find out what makes them log in so often",
		);
	}
}
