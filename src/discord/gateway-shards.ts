import { setImmediate } from "node:timers/promises";
import { SimpleShardingStrategy, type WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import { GatewayCloseCodes, GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";
import { ArrivingGuilds, type Pausable } from "./arriving-guilds.ts";

/** What Herald decides about its connection to the gateway. */
export interface GatewayDecisions {
	/** Looks at an event before the library builds anything of it. @returns what the library handles of it, if at all */
	readonly passOn: (event: GatewayDispatchPayload) => GatewayDispatchPayload | undefined;
	/** Called when Discord refuses the intents. @returns those to ask for instead; undefined if there are none */
	readonly fewerIntents: () => number | undefined;
	/** Makes a request to Discord until it works. */
	readonly keepTrying: (work: () => Promise<unknown>) => Promise<unknown>;
}

/** @returns the guild that an event tells of, if any */
const guildOf = ({ t, d }: GatewayDispatchPayload): string | undefined => {
	const told = d as { readonly id?: string; readonly guild_id?: string } | null;
	const isOfGuild =
		t === GatewayDispatchEvents.GuildCreate ||
		t === GatewayDispatchEvents.GuildUpdate ||
		t === GatewayDispatchEvents.GuildDelete;
	return isOfGuild ? told?.id : told?.guild_id;
};

/**
 * The library's shards, which log in again with fewer intents where Discord refuses the ones they have asked for, and
 * let other events pass the guilds that arrive.
 *
 * @remarks The library itself takes that close code for the end, and builds objects of every event as it is read.
 */
export class GatewayShards extends SimpleShardingStrategy {
	readonly #manager: WebSocketManager;
	readonly #decisions: GatewayDecisions;
	readonly #arriving = new ArrivingGuilds();
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
			if (name === WebSocketShardEvents.Dispatch)
				return this.#pass(told.data, told.shardId, (data) => emit(name, { ...told, data }));
			const isRefused =
				name === WebSocketShardEvents.Closed && told.code === GatewayCloseCodes.DisallowedIntents;
			if (!isRefused || !(this.#isReplacing || this.#logInAnew(told.shardId))) return emit(name, ...args);
			// To the library it is a connection that comes back.
			return emit(name, { ...told, code: GatewayCloseCodes.UnknownError });
		};
		manager.emit = look as typeof manager.emit;
	}

	override async destroy(options?: Parameters<SimpleShardingStrategy["destroy"]>[0]): Promise<void> {
		this.#arriving.forget();
		await super.destroy(options);
	}

	override async connect(): Promise<void> {
		try {
			await super.connect();
		} catch (error) {
			if (!this.#anew) throw error;
			await this.#anew;
		}
	}

	/** Hands an event on: a guild that arrives when its turn has come, everything else at once. */
	#pass(
		event: GatewayDispatchPayload,
		shardId: number,
		handOn: (event: GatewayDispatchPayload) => boolean,
	): boolean {
		const guildId = guildOf(event);
		if (event.t === GatewayDispatchEvents.Ready) this.#arriving.forget(shardId);
		if (guildId !== undefined) this.#arriving.bring(guildId);
		const kept = this.#decisions.passOn(event);
		if (kept === undefined) return false;
		if (event.t !== GatewayDispatchEvents.GuildCreate || guildId === undefined) return handOn(kept);
		this.#arriving.add(guildId, shardId, this.#connectionOf(shardId), () => handOn(kept));
		return true;
	}

	/** The library keeps its connections to itself. */
	#connectionOf(shardId: number): Pausable | null {
		const { shards } = this as unknown as {
			readonly shards: ReadonlyMap<number, { readonly connection: Pausable | null }>;
		};
		return shards.get(shardId)?.connection ?? null;
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
