import {
	SimpleShardingStrategy,
	type WebSocketManager,
	WebSocketShard,
	WebSocketShardEvents,
} from "@discordjs/ws";
import { GatewayCloseCodes, GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";
import type { Patch } from "../../shared/patch.ts";
import { ArrivingGuilds, type Pausable } from "./arriving-guilds.ts";
import { endHandshakes, type Handshake } from "./end-handshakes.ts";
import { type IntentDecisions, RefusedIntents } from "./refused-intents.ts";

export interface GatewayDecisions extends IntentDecisions {
	/**
	 * Examines an event before the library builds anything of it.
	 *
	 * @returns the event, perhaps trimmed, for the library; undefined to drop it
	 */
	readonly passOn: (event: GatewayDispatchPayload) => GatewayDispatchPayload | undefined;
	/**
	 * Called if an event other than READY can't be read or built. The event is dropped. In the place of a guild that
	 * arrives, the library gets a GUILD_DELETE.
	 */
	readonly onMalformed: (
		event: Pick<GatewayDispatchPayload, "t">,
		guildId: string | undefined,
		error: unknown,
	) => void;
	/** Called with a closed connection's code, before the library handles it. */
	readonly onClosed: (code: number) => void;
}

/** A shard of the library, with the private field that is read. */
interface Shard {
	readonly connection: (Pausable & Handshake) | null;
}

export const readsShards = {
	library: "@discordjs/ws",
	part: "SimpleShardingStrategy.shards or WebSocketShard.connection",
	fits: (Strategy = SimpleShardingStrategy, Shard = WebSocketShard): boolean => {
		const shard = new Shard({} as never, 0);
		const shards: unknown = Reflect.get(new Strategy({} as never), "shards");
		return shards instanceof Map && Reflect.get(shard, "connection") === null;
	},
} satisfies Patch;

const guildOf = ({ t, d }: GatewayDispatchPayload): string | undefined => {
	const ids = d as { readonly id?: string; readonly guild_id?: string } | null;
	const isOfGuild =
		t === GatewayDispatchEvents.GuildCreate ||
		t === GatewayDispatchEvents.GuildUpdate ||
		t === GatewayDispatchEvents.GuildDelete;
	return isOfGuild ? ids?.id : ids?.guild_id;
};

/**
 * The library's shards, with hooks before it builds objects of events. Arriving guilds wait, and their connections
 * pause if reading guilds takes too long, so that interactions overtake guilds.
 *
 * @remarks @discordjs/ws 1.2.3 emits every event as it is read: a thousand guilds take seconds to build, and an
 * interaction that follows them must be answered within three. No public API gives access to shards and their
 * connections, so `manager.emit` is replaced. For a guild that can't be built, a GUILD_DELETE is made up, because
 * discord.js 14.28 would wait for the guild. Can be removed when a strategy may filter events.
 */
export class GatewayShards extends SimpleShardingStrategy {
	readonly #decisions: GatewayDecisions;
	readonly #arriving = new ArrivingGuilds();
	readonly #refused: RefusedIntents;

	constructor(manager: WebSocketManager, decisions: GatewayDecisions) {
		super(manager);
		this.#decisions = decisions;
		this.#refused = new RefusedIntents(manager, decisions, () => super.connect());
		const emit = manager.emit.bind(manager) as (name: string, ...args: unknown[]) => boolean;
		const look = (name: string, ...args: unknown[]): boolean => {
			const [event] = args as [
				{ readonly data: GatewayDispatchPayload; readonly code: number; readonly shardId: number },
			];
			if (name === WebSocketShardEvents.Dispatch)
				return this.#pass(event.data, event.shardId, (data) => emit(name, { ...event, data }));
			if (name !== WebSocketShardEvents.Closed) return emit(name, ...args);
			this.#decisions.onClosed(event.code);
			if (!this.#refused.replaces(event.shardId, event.code)) return emit(name, ...args);
			// With this code, the library reports that the shard is reconnecting.
			return emit(name, { ...event, code: GatewayCloseCodes.UnknownError });
		};
		manager.emit = look as typeof manager.emit;
	}

	override async destroy(options?: Parameters<SimpleShardingStrategy["destroy"]>[0]): Promise<void> {
		this.#arriving.forget();
		const connections = [...this.#shards.values()].flatMap(({ connection }) => connection ?? []);
		await endHandshakes(connections, () => super.destroy(options));
	}

	override async connect(): Promise<void> {
		try {
			await super.connect();
		} catch (error) {
			if (!this.#refused.anew) throw error;
			await this.#refused.anew;
		}
	}

	/** Passes an event on: an arriving guild when it is its turn, everything else at once. */
	#pass(
		event: GatewayDispatchPayload,
		shardId: number,
		handOn: (event: GatewayDispatchPayload) => boolean,
	): boolean {
		const guildId = guildOf(event);
		if (event.t === GatewayDispatchEvents.Ready) this.#arriving.forget(shardId);
		if (guildId !== undefined) this.#arriving.bring(guildId);
		const pass = (): boolean => {
			try {
				const kept = this.#decisions.passOn(event);
				return kept !== undefined && handOn(kept);
			} catch (error) {
				if (event.t === GatewayDispatchEvents.Ready) throw error;
				this.#decisions.onMalformed(event, guildId, error);
				if (event.t !== GatewayDispatchEvents.GuildCreate || guildId === undefined) return false;
				// Tells the library that the guild is unavailable. Otherwise, the library would wait for it at the start.
				const d = { id: guildId, unavailable: true as const };
				return handOn({ op: 0, s: event.s, t: GatewayDispatchEvents.GuildDelete, d });
			}
		};
		if (event.t !== GatewayDispatchEvents.GuildCreate || guildId === undefined) return pass();
		this.#arriving.add(guildId, shardId, this.#shards.get(shardId)?.connection ?? null, pass);
		return true;
	}

	/** The shards by id, in a private field of the library. */
	get #shards(): ReadonlyMap<number, Shard> {
		return Reflect.get(this, "shards");
	}
}
