import { setImmediate } from "node:timers/promises";
import { SimpleShardingStrategy, type WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { GatewayCloseCodes, type GatewayDispatchPayload } from "discord-api-types/v10";

/** What Herald decides about its connection to the gateway. */
export interface GatewayDecisions {
	/** Looks at an event before the library builds anything of it. @returns what the library handles of it, if at all */
	readonly passOn: (event: GatewayDispatchPayload) => GatewayDispatchPayload | undefined;
	/** Called when Discord refuses the intents. @returns those to ask for instead; undefined if there are none */
	readonly fewerIntents: () => number | undefined;
	/** Makes a request to Discord until it works. */
	readonly keepTrying: (work: () => Promise<unknown>) => Promise<unknown>;
}

/**
 * The library's shards, which log in again with fewer intents where Discord refuses the ones they have asked for.
 *
 * @remarks The library itself takes that close code for the end, and builds objects of every event.
 */
export class GatewayShards extends SimpleShardingStrategy {
	readonly #manager: WebSocketManager;
	readonly #decisions: GatewayDecisions;
	#anew: Promise<void> | undefined;
	/** While the shards that asked for too much are replaced: each of them may be refused. */
	#isReplacing = false;

	constructor(manager: WebSocketManager, decisions: GatewayDecisions) {
		super(manager);
		this.#manager = manager;
		this.#decisions = decisions;
		const emit = manager.emit.bind(manager) as (name: string, ...args: unknown[]) => boolean;
		const look = (name: string, ...args: unknown[]): boolean => {
			const [told] = args as [
				{ readonly data: GatewayDispatchPayload; readonly code: number; readonly shardId: number },
			];
			if (name === WebSocketShardEvents.Dispatch) {
				const data = decisions.passOn(told.data);
				return data !== undefined && emit(name, { ...told, data });
			}
			const isRefused =
				name === WebSocketShardEvents.Closed && told.code === GatewayCloseCodes.DisallowedIntents;
			if (!isRefused || !(this.#isReplacing || this.#logInAnew(told.shardId))) return emit(name, ...args);
			// To the library it is a connection that comes back.
			return emit(name, { ...told, code: GatewayCloseCodes.UnknownError });
		};
		manager.emit = look as typeof manager.emit;
	}

	override async connect(): Promise<void> {
		try {
			await super.connect();
		} catch (error) {
			if (!this.#anew) throw error;
			await this.#anew;
		}
	}

	#logInAnew(shardId: number): boolean {
		const intents = this.#decisions.fewerIntents();
		if (intents === undefined) return false;
		this.#manager.options.intents = intents;
		this.#isReplacing = true;
		this.#anew = this.#spawnAnew(shardId).then(() => super.connect());
		// Whoever connects is told. A shard that fails later tries again by itself, or is closed for good.
		this.#anew.catch(() => {});
		return true;
	}

	async #spawnAnew(shardId: number): Promise<void> {
		// The closed shard clears up first.
		await setImmediate();
		const manager = this.#manager;
		try {
			await this.#decisions.keepTrying(async () => manager.updateShardCount(await manager.getShardCount()));
			this.#isReplacing = false;
		} catch (error) {
			// Nothing but a refused token lasts.
			manager.emit(WebSocketShardEvents.Closed, { code: GatewayCloseCodes.AuthenticationFailed, shardId });
			throw error;
		}
	}
}
