import { setImmediate as nextTurn } from "node:timers/promises";
import {
	SimpleShardingStrategy,
	type WebSocketManager,
	WebSocketShard,
	WebSocketShardEvents,
} from "@discordjs/ws";
import { GatewayCloseCodes, GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";
import type { Patch } from "../../shared/patch.ts";

interface GatewayDecisions {
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
	/**
	 * Called when Discord refuses the intents.
	 *
	 * @returns the intents to request instead; undefined if no fewer can be requested
	 */
	readonly fewerIntents: () => number | undefined;
	/** Repeats a request to Discord until it works. */
	readonly keepTrying: (work: () => Promise<unknown>) => Promise<unknown>;
}

/** A shard of the library, with the private field that is read. The connection's handshake may be under way. */
interface Shard {
	readonly connection:
		| (Pausable & { on(event: "error", listener: () => void): unknown; terminate(): void })
		| null;
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
	readonly #manager: WebSocketManager;
	readonly #decisions: GatewayDecisions;
	readonly #arriving = queueGuilds();
	/** Resolves once the shards that replace the old ones are connected; undefined if no shard was replaced. */
	#anew: Promise<void> | undefined;
	/** Whether all shards are being replaced. A shard that Discord refuses before that is done is replaced, too. */
	#isReplacing = false;

	constructor(manager: WebSocketManager, decisions: GatewayDecisions) {
		super(manager);
		this.#manager = manager;
		this.#decisions = decisions;
		const emit = manager.emit.bind(manager) as (name: string, ...args: unknown[]) => boolean;
		const look = (name: string, ...args: unknown[]): boolean => {
			const [event] = args as [
				{ readonly data: GatewayDispatchPayload; readonly code: number; readonly shardId: number },
			];
			if (name === WebSocketShardEvents.Dispatch)
				return this.#pass(event.data, event.shardId, (data) => emit(name, { ...event, data }));
			if (name !== WebSocketShardEvents.Closed) return emit(name, ...args);
			this.#decisions.onClosed(event.code);
			if (!this.#replaces(event.shardId, event.code)) return emit(name, ...args);
			// With this code, the library reports that the shard is reconnecting.
			return emit(name, { ...event, code: GatewayCloseCodes.UnknownError });
		};
		manager.emit = look as typeof manager.emit;
	}

	/**
	 * Destroys the shards, and also ends connections whose handshake is under way.
	 *
	 * @remarks @discordjs/ws 1.2.3 drops the listeners of such a handshake without ending it. If the handshake then fails,
	 * its error is an uncaught exception; if it succeeds, it opens a connection that nothing uses. Can be removed when the
	 * library ends handshakes.
	 */
	override async destroy(options?: Parameters<SimpleShardingStrategy["destroy"]>[0]): Promise<void> {
		this.#arriving.forget();
		const connections = [...this.#shards.values()].flatMap(({ connection }) => connection ?? []);
		for (const connection of connections) connection.on("error", () => {});
		await super.destroy(options);
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

	/**
	 * Begins to replace all shards by ones with fewer intents, if this one was closed because Discord refuses its intents,
	 * and fewer can be requested.
	 *
	 * @returns whether the closed shard will be replaced
	 * @remarks @discordjs/ws 1.2.3 ends a shard with close code 4014 and offers no way to continue, so the manager's
	 * `options.intents` are changed, and `Closed` gets another code. Can be removed when a strategy may set intents.
	 */
	#replaces(shardId: number, code: number): boolean {
		if (code !== GatewayCloseCodes.DisallowedIntents) return false;
		if (this.#isReplacing) return true;
		const intents = this.#decisions.fewerIntents();
		if (intents === undefined) return false;
		this.#manager.options.intents = intents;
		this.#isReplacing = true;
		this.#anew = this.#spawnAnew(shardId).then(() => super.connect());
		// The caller of `connect` gets the error. A shard that fails later retries by itself, or is closed for good.
		this.#anew.catch(() => {});
		return true;
	}

	async #spawnAnew(shardId: number): Promise<void> {
		// Lets the closed shard clean up first.
		await nextTurn();
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

	/** Passes an event on: an arriving guild when it is its turn, everything else at once. */
	#pass(event: GatewayDispatchPayload, shardId: number, handOn: (event: GatewayDispatchPayload) => boolean) {
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

/** How long guilds are built per turn of the event loop, in ms. Voice packets leave every 20 ms. */
const buildMs = 2;
/** How long guilds are read per turn before their connections pause, in ms. */
const readMs = 2;

export interface Pausable {
	pause(): void;
	resume(): void;
}

/**
 * Keeps guilds that the gateway has sent and the library hasn't built yet.
 *
 * @param now - in ms
 * @remarks A shard receives all its guilds at once, followed by interactions on the same connection, and discord.js
 * 14.28 builds each guild as it is read. Here, guilds are built for a few ms in each turn in which none was read. If a
 * waiting guild gets another event, the guild is built first: see `bring`. Can be removed when the library builds
 * guilds in turns.
 */
export const queueGuilds = (now: () => number = () => performance.now()) => {
	/** The guilds that wait, by id, in the order of their arrival. */
	const arriving = new Map<string, { readonly shardId: number; readonly build: () => void }>();
	const paused = new Set<Pausable>();
	/** When this turn's first guild was read, in ms; undefined before that. */
	let readSince: number | undefined;
	let isScheduled = false;

	/** Builds a waiting guild at once, so that the guild's events come after it. */
	const bring = (guildId: string): void => {
		const waiting = arriving.get(guildId);
		arriving.delete(guildId);
		waiting?.build();
	};

	const buildSome = (): void => {
		const until = now() + buildMs;
		for (const guildId of arriving.keys()) {
			bring(guildId);
			if (now() >= until) return;
		}
	};

	const takeTurn = (): void => {
		isScheduled = false;
		const hasRead = readSince !== undefined;
		readSince = undefined;
		for (const connection of paused) connection.resume();
		paused.clear();
		// While guilds still arrive, none is built: interactions may follow the guilds on the connection.
		if (!hasRead) buildSome();
		if (hasRead || arriving.size > 0) schedule();
	};

	const schedule = (): void => {
		if (isScheduled) return;
		isScheduled = true;
		setImmediate(takeTurn);
	};

	return {
		bring,

		/** Adds a guild that was just read. @param build - has the library build the guild */
		add: (guildId: string, shardId: number, connection: Pausable | null, build: () => void): void => {
			arriving.set(guildId, { shardId, build });
			const at = now();
			readSince ??= at;
			if (connection && at - readSince >= readMs && !paused.has(connection)) {
				paused.add(connection);
				connection.pause();
			}
			schedule();
		},

		/**
		 * Drops a shard's waiting guilds, which Discord sends again in a new session. Without `shardId`, drops those of all
		 * shards.
		 */
		forget: (shardId?: number): void => {
			for (const [guildId, waiting] of arriving)
				if (shardId === undefined || waiting.shardId === shardId) arriving.delete(guildId);
		},
	};
};
