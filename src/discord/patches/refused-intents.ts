import { setImmediate } from "node:timers/promises";
import { type WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { GatewayCloseCodes } from "discord-api-types/v10";

export interface IntentDecisions {
	/**
	 * Called when Discord refuses the intents.
	 *
	 * @returns the intents to request instead; undefined if no fewer can be requested
	 */
	readonly fewerIntents: () => number | undefined;
	/** Repeats a request to Discord until it works. */
	readonly keepTrying: (work: () => Promise<unknown>) => Promise<unknown>;
}

/**
 * Makes all shards log in again with fewer intents if Discord refuses the intents of one.
 *
 * @remarks @discordjs/ws 1.2.3 ends a shard with close code 4014 and offers no way to continue, so the manager's
 * `options.intents` are changed, and `Closed` gets another code. Can be removed when a strategy may set intents.
 */
export class RefusedIntents {
	readonly #manager: WebSocketManager;
	readonly #decisions: IntentDecisions;
	readonly #connect: () => Promise<void>;
	#anew: Promise<void> | undefined;
	/** Whether all shards are being replaced. A shard that Discord refuses before that is done is replaced, too. */
	#isReplacing = false;

	/** @param connect - has the library connect all shards */
	constructor(manager: WebSocketManager, decisions: IntentDecisions, connect: () => Promise<void>) {
		this.#manager = manager;
		this.#decisions = decisions;
		this.#connect = connect;
	}

	/** Resolves once the shards that replace the old ones are connected; undefined if no shard was replaced. */
	get anew(): Promise<void> | undefined {
		return this.#anew;
	}

	/**
	 * Begins to replace all shards if this one was closed because Discord refuses its intents, and fewer can be
	 * requested.
	 *
	 * @returns whether the closed shard will be replaced
	 */
	replaces(shardId: number, code: number): boolean {
		if (code !== GatewayCloseCodes.DisallowedIntents) return false;
		if (this.#isReplacing) return true;
		const intents = this.#decisions.fewerIntents();
		if (intents === undefined) return false;
		this.#manager.options.intents = intents;
		this.#isReplacing = true;
		this.#anew = this.#spawn(shardId).then(this.#connect);
		// The caller of `connect` gets the error. A shard that fails later retries by itself, or is closed for good.
		this.#anew.catch(() => {});
		return true;
	}

	async #spawn(shardId: number): Promise<void> {
		// Lets the closed shard clean up first.
		await setImmediate();
		const manager = this.#manager;
		try {
			await this.#decisions.keepTrying(async () => manager.updateShardCount(await manager.getShardCount()));
			this.#isReplacing = false;
		} catch (error) {
			// `keepTrying` gives up only for a lasting error, such as a refused token. The shard is then closed for good.
			manager.emit(WebSocketShardEvents.Closed, { code: GatewayCloseCodes.AuthenticationFailed, shardId });
			throw error;
		}
	}
}
