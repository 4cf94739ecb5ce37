import { setImmediate } from "node:timers/promises";
import {
	SimpleShardingStrategy,
	type WebSocketManager,
	WebSocketShard,
	WebSocketShardEvents,
} from "@discordjs/ws";
import { GatewayCloseCodes, GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";
import type { Patch } from "../../shared/patch.ts";
import { ArrivingGuilds, type Pausable } from "./arriving-guilds.ts";
import { UnreadGuild } from "./unread-guild.ts";

/** Hooks into the connection to the gateway. */
export interface GatewayDecisions {
	/** Looks at an event before the library builds anything of it. @returns what the library handles of it, if at all */
	readonly passOn: (event: GatewayDispatchPayload) => GatewayDispatchPayload | undefined;
	/** Called where an event can't be read, or what is built of it fails: it is left out. */
	readonly onMalformed: (
		event: Pick<GatewayDispatchPayload, "t">,
		guildId: string | undefined,
		error: unknown,
	) => void;
	/** Called when Discord refuses the intents. @returns those to ask for instead; undefined if there are none */
	readonly fewerIntents: () => number | undefined;
	/** Makes a request to Discord until it works. */
	readonly keepTrying: (work: () => Promise<unknown>) => Promise<unknown>;
}

interface Connection extends Pausable {
	on(event: "error", listener: () => void): unknown;
	terminate(): void;
}

/** Private in the library. */
interface Shard {
	readonly connection: Connection | null;
	unpackMessage(data: unknown, isBinary: boolean): Promise<unknown>;
}

export const interceptsEvents: Patch = {
	library: "@discordjs/ws",
	part: "SimpleShardingStrategy.spawn",
	fits: () => String(SimpleShardingStrategy.prototype.spawn).includes("this.manager.emit(event,"),
};

export const readsShards = {
	library: "@discordjs/ws",
	part: "SimpleShardingStrategy.shards, WebSocketShard.unpackMessage or WebSocketShard.connection",
	fits: (Strategy = SimpleShardingStrategy, Shard = WebSocketShard): boolean => {
		const shard = new Shard({} as never, 0);
		const shards: unknown = Reflect.get(new Strategy({} as never), "shards");
		const unpack: unknown = Reflect.get(shard, "unpackMessage");
		return (
			shards instanceof Map &&
			typeof unpack === "function" &&
			unpack.length === 2 &&
			Reflect.get(shard, "connection") === null
		);
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
 * The library's shards with three changes: events are looked at before objects are built of them, arriving guilds wait
 * (unparsed, their connection paused while too many come) so that interactions pass them, and shards whose intents
 * Discord refuses log in again with fewer.
 *
 * @remarks @discordjs/ws 1.2.3 parses and emits every event as it is read: a thousand guilds take seconds, and an
 *   interaction behind them must be answered within three. It takes close code 4014 for the end. It offers its shards,
 *   their parser and their connections by no public API. Can go when a strategy may filter events and set intents.
 */
export class GatewayShards extends SimpleShardingStrategy {
	readonly #manager: WebSocketManager;
	readonly #decisions: GatewayDecisions;
	readonly #arriving = new ArrivingGuilds();
	/** By shard: the guilds that its last READY has announced. */
	readonly #announced = new Map<number, ReadonlySet<string>>();
	#anew: Promise<void> | undefined;
	/** While the shards that asked for too much are replaced: each of them may be refused. */
	#isReplacing = false;

	constructor(manager: WebSocketManager, decisions: GatewayDecisions) {
		super(manager);
		this.#manager = manager;
		this.#decisions = decisions;
		const emit = manager.emit.bind(manager) as (name: string, ...args: unknown[]) => boolean;
		const look = (name: string, ...args: unknown[]): boolean => {
			const [event] = args as [
				{
					readonly data: GatewayDispatchPayload | UnreadGuild;
					readonly code: number;
					readonly shardId: number;
				},
			];
			if (name === WebSocketShardEvents.Dispatch)
				return this.#pass(event.data, event.shardId, (data) => emit(name, { ...event, data }));
			const isRefused =
				name === WebSocketShardEvents.Closed && event.code === GatewayCloseCodes.DisallowedIntents;
			if (!isRefused || !(this.#isReplacing || this.#logInAnew(event.shardId))) return emit(name, ...args);
			// The library sees a reconnecting shard.
			return emit(name, { ...event, code: GatewayCloseCodes.UnknownError });
		};
		manager.emit = look as typeof manager.emit;
	}

	override async destroy(options?: Parameters<SimpleShardingStrategy["destroy"]>[0]): Promise<void> {
		this.#arriving.forget();
		const connections = [...this.#shards.values()].flatMap(({ connection }) => connection ?? []);
		// The library drops its own listener: a handshake that is under way would end as an uncaught exception.
		for (const connection of connections) connection.on("error", () => {});
		await super.destroy(options);
		// It leaves a handshake alone.
		for (const connection of connections) connection.terminate();
	}

	override async connect(): Promise<void> {
		try {
			await super.connect();
		} catch (error) {
			if (!this.#anew) throw error;
			await this.#anew;
		}
	}

	override async spawn(shardIds: number[]): Promise<void> {
		await super.spawn(shardIds);
		for (const shardId of shardIds) {
			const shard = this.#shards.get(shardId);
			if (!shard) continue;
			const unpack = shard.unpackMessage.bind(shard);
			shard.unpackMessage = (data, isBinary) => {
				const announced = this.#announced.get(shardId);
				const unread = announced && typeof data === "string" ? UnreadGuild.from(data, announced) : undefined;
				// No sooner than what is parsed: otherwise guilds overtake the READY before them.
				return unread ? Promise.resolve(unread) : unpack(data, isBinary);
			};
		}
	}

	/** Hands an event on: a guild that arrives when its turn has come, everything else at once. */
	#pass(
		event: GatewayDispatchPayload | UnreadGuild,
		shardId: number,
		handOn: (event: GatewayDispatchPayload) => boolean,
	): boolean {
		const isUnread = event instanceof UnreadGuild;
		const guildId = isUnread ? event.id : guildOf(event);
		if (event.t === GatewayDispatchEvents.Ready) {
			this.#arriving.forget(shardId);
			this.#announced.set(shardId, new Set(event.d.guilds.map(({ id }) => id)));
		}
		if (guildId !== undefined) this.#arriving.bring(guildId);
		const pass = (): boolean => {
			try {
				const read = isUnread ? event.read() : event;
				const kept = read && this.#decisions.passOn(read);
				return kept !== undefined && handOn(kept);
			} catch (error) {
				if (event.t === GatewayDispatchEvents.Ready) throw error;
				this.#decisions.onMalformed(event, guildId, error);
				if (event.t !== GatewayDispatchEvents.GuildCreate || guildId === undefined) return false;
				// The library sees an unavailable guild, which it doesn't wait for at the start.
				const d = { id: guildId, unavailable: true as const };
				return handOn({ op: 0, s: event.s, t: GatewayDispatchEvents.GuildDelete, d });
			}
		};
		if (event.t !== GatewayDispatchEvents.GuildCreate || guildId === undefined) return pass();
		this.#arriving.add(guildId, shardId, this.#shards.get(shardId)?.connection ?? null, pass);
		return true;
	}

	/** Private in the library. */
	get #shards(): ReadonlyMap<number, Shard> {
		return (this as unknown as { readonly shards: ReadonlyMap<number, Shard> }).shards;
	}

	#logInAnew(shardId: number): boolean {
		const intents = this.#decisions.fewerIntents();
		if (intents === undefined) return false;
		this.#manager.options.intents = intents;
		this.#isReplacing = true;
		this.#anew = this.#spawnAnew(shardId).then(() => super.connect());
		// The caller of connect gets the error. A shard that fails later retries by itself, or is closed for good.
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
			// Only a refused token is final.
			manager.emit(WebSocketShardEvents.Closed, { code: GatewayCloseCodes.AuthenticationFailed, shardId });
			throw error;
		}
	}
}
