import { setImmediate } from "node:timers/promises";
import { type WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { GatewayCloseCodes } from "discord-api-types/v10";

/** Hooks into logins whose intents Discord refuses. */
export interface IntentDecisions {
	/** Called when Discord refuses the intents. @returns those to ask for instead; undefined if there are none */
	readonly fewerIntents: () => number | undefined;
	/** Makes a request to Discord until it works. */
	readonly keepTrying: (work: () => Promise<unknown>) => Promise<unknown>;
}

/**
 * Has all shards log in again with fewer intents where Discord refuses those of one.
 *
 * @remarks @discordjs/ws 1.2.3 takes close code 4014 for the end of a shard, and offers no way to go on: so the manager's
 *   `options.intents` are changed, and `Closed` gets another code. Can go when a strategy may set intents.
 */
export class RefusedIntents {
	readonly #manager: WebSocketManager;
	readonly #decisions: IntentDecisions;
	readonly #connect: () => Promise<void>;
	#anew: Promise<void> | undefined;
	/** While the shards that asked for too much are replaced: each of them may be refused. */
	#isReplacing = false;

	/** @param connect - has the library connect all shards */
	constructor(manager: WebSocketManager, decisions: IntentDecisions, connect: () => Promise<void>) {
		this.#manager = manager;
		this.#decisions = decisions;
		this.#connect = connect;
	}

	/** Resolves when the shards that replace others are connected; undefined while none were refused. */
	get anew(): Promise<void> | undefined {
		return this.#anew;
	}

	/** @returns whether a closed shard is replaced by one with fewer intents */
	replaces(shardId: number, code: number): boolean {
		if (code !== GatewayCloseCodes.DisallowedIntents) return false;
		if (this.#isReplacing) return true;
		const intents = this.#decisions.fewerIntents();
		if (intents === undefined) return false;
		this.#manager.options.intents = intents;
		this.#isReplacing = true;
		this.#anew = this.#spawn(shardId).then(this.#connect);
		// The caller of connect gets the error. A shard that fails later retries by itself, or is closed for good.
		this.#anew.catch(() => {});
		return true;
	}

	async #spawn(shardId: number): Promise<void> {
		// The closed shard clears up first.
		await setImmediate();
		const manager = this.#manager;
		try {
			await this.#decisions.keepTrying(async () => manager.updateShardCount(await manager.getShardCount()));
			this.#isReplacing = false;
		} catch (error) {
			// Only a refused token is final.
			manager.emit(WebSocketShardEvents.Closed, { code: GatewayCloseCodes.AuthenticationFailed, shardId });
			throw error;
		}
	}
}
