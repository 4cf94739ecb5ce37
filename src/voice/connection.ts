import { EventEmitter } from "node:events";
import {
	type DiscordGatewayAdapterCreator,
	type DiscordGatewayAdapterLibraryMethods,
	joinVoiceChannel,
	NetworkingStatusCode,
	type VoiceConnection,
	VoiceConnectionDisconnectReason,
	type VoiceConnectionState,
	VoiceConnectionStatus,
} from "@discordjs/voice";
import type { Logger } from "@herald/common/log.ts";
import { findRoom, listRecent } from "@herald/common/sliding-window.ts";
import { type Guild, Status } from "discord.js";
import { GatewayOpcodes } from "discord-api-types/v10";
import type { Clock } from "../shared/clock.ts";
import { type ContainedEvents, containFaults, sealFrames } from "./patches.ts";

/** Begins to connect to a channel. Herald is deafened there. */
export const openConnection = (
	guild: Guild,
	channelId: string,
	logger: Logger,
	news: ConnectionNews,
): VoiceConnection => {
	const connection = joinVoiceChannel({
		guildId: guild.id,
		channelId,
		adapterCreator: pairPackets(guild.voiceAdapterCreator, channelId, news),
		selfDeaf: true,
		selfMute: false,
		group: guild.client.user.id,
	});
	// Without a listener, an error would end the process.
	connection.on("error", (error) =>
		logger.warn({ event: "voice_connection_failed", err: error }, "voice connection failed"),
	);
	return connection;
};

const networkingOf = (state: VoiceConnectionState) => ("networking" in state ? state.networking : undefined);

/** Whether a connection was given up because the gateway couldn't be reached. */
export const isWithoutGateway = ({ state }: VoiceConnection): boolean =>
	state.status === VoiceConnectionStatus.Disconnected &&
	state.reason === VoiceConnectionDisconnectReason.AdapterUnavailable;

export const hasGateway = (guild: Guild): boolean => guild.shard.status === Status.Ready;

/** Asks Discord to remove Herald from its channel. @returns false if the gateway can't be reached */
export const sendLeave = (guild: Guild): boolean => {
	if (!hasGateway(guild)) return false;
	guild.shard.send({
		op: GatewayOpcodes.VoiceStateUpdate,
		d: { guild_id: guild.id, channel_id: null, self_deaf: true, self_mute: false },
	});
	return true;
};

/** @returns the channel that Herald is in, as last reported by Discord */
export const findOwnChannel = (guild: Guild): string | null =>
	guild.voiceStates.cache.get(guild.client.user.id)?.channelId ?? null;

interface ConnectionEvents extends ContainedEvents {
	/** Connected. Encryption may still have to be agreed on. */
	ready: [];
	/** Connecting, perhaps again. `resuming`: with the previous session. */
	connecting: [resuming: boolean];
	/** The voice server closed the connection. The library asks to rejoin at once, which `pairPackets` suppresses. */
	closed: [code: number];
	/** The library gave the connection up. `serverLost`: because the voice server was taken away. */
	disconnected: [serverLost: boolean];
	destroyed: [];
}

export class ConnectionNews extends EventEmitter<ConnectionEvents> {}

/** Emits a connection's events. Changes of its state are only emitted while `isCurrent` returns true. */
export const followConnection = (
	connection: VoiceConnection,
	isCurrent: () => boolean,
	news: ConnectionNews,
): void => {
	const onDisconnected = () => {
		const { state } = connection;
		if (state.status === VoiceConnectionStatus.Disconnected)
			news.emit("disconnected", state.reason === VoiceConnectionDisconnectReason.EndpointRemoved);
	};
	connection.on("stateChange", (before, after) => {
		const networking = networkingOf(after);
		if (networking && networking !== networkingOf(before)) {
			sealFrames(networking);
			containFaults(networking, news);
			networking.on("close", (code) => news.emit("closed", code));
		}
		const { status } = after;
		if (!isCurrent() || before.status === status) return;
		if (status === VoiceConnectionStatus.Ready) news.emit("ready");
		else if (status === VoiceConnectionStatus.Connecting)
			news.emit("connecting", networking?.state.code === NetworkingStatusCode.Resuming);
		else if (status === VoiceConnectionStatus.Disconnected) onDisconnected();
		else if (status === VoiceConnectionStatus.Destroyed) news.emit("destroyed");
	});
	// Without a gateway, the library has given the connection up before the listener above was added.
	onDisconnected();
};

type StatePacket = Parameters<DiscordGatewayAdapterLibraryMethods["onVoiceStateUpdate"]>[0];
type ServerPacket = Parameters<DiscordGatewayAdapterLibraryMethods["onVoiceServerUpdate"]>[0];

/**
 * How long an unrequested VOICE_SERVER_UPDATE waits for a VOICE_STATE_UPDATE, in ms. After a change of region, no
 * VOICE_STATE_UPDATE follows.
 */
const unaskedMs = 500;
/** How long a VOICE_SERVER_UPDATE that was used with an old state may still be paired with a new state, in ms. */
const lateMs = 5_000;

/**
 * Pairs VOICE_STATE_UPDATE and VOICE_SERVER_UPDATE, which come in any order, before the library sees them. The library
 * would connect with unmatched packets: to the wrong channel's encryption group, or to none.
 */
const makePairs = (
	channelId: string,
	library: Pick<DiscordGatewayAdapterLibraryMethods, "onVoiceStateUpdate" | "onVoiceServerUpdate">,
) => {
	/** The newest state that names a channel. */
	let state: StatePacket | undefined;
	/** Whether the channel or session of `state` differs from those that were last used. */
	let fresh = false;
	let held: ServerPacket | undefined;
	let timer: NodeJS.Timeout | undefined;
	/**
	 * The last pair. If it wasn't certain that its two packets belong together, `guessedAt` is when they were paired, by
	 * `performance.now()`.
	 */
	let used: { state: StatePacket; server: ServerPacket; guessedAt: number | undefined } | undefined;

	const stop = () => {
		clearTimeout(timer);
		held = undefined;
	};
	const use = (paired: StatePacket, server: ServerPacket, guessed = false) => {
		stop();
		fresh = false;
		used = { state: paired, server, guessedAt: guessed ? performance.now() : undefined };
		library.onVoiceStateUpdate(paired);
		library.onVoiceServerUpdate(server);
	};
	return {
		stop,
		takeState: (packet: StatePacket) => {
			// A state without a channel, or a first state with another channel, is from before Herald asked to join.
			if (!packet.channel_id || (!state && packet.channel_id !== channelId)) return;
			state = packet;
			fresh = used?.state.channel_id !== packet.channel_id || used.state.session_id !== packet.session_id;
			if (!fresh) return;
			if (held) use(packet, held);
			else if (used?.guessedAt !== undefined && performance.now() < used.guessedAt + lateMs)
				use(packet, used.server);
		},
		takeServer: (packet: ServerPacket) => {
			stop();
			if (!packet.endpoint) library.onVoiceServerUpdate(packet);
			else if (state && fresh) use(state, packet);
			else {
				held = packet;
				const known = state;
				// Without any state there is nothing to connect to, so the packet waits for the first state, without a limit.
				if (known) timer = setTimeout(() => use(state ?? known, packet, true), unaskedMs);
			}
		},
	};
};

/**
 * Wraps the library's gateway adapter for one connection to one channel. The library gets packets in pairs that belong
 * together, and what it throws while handling them is emitted as `fault`. Of the joins that the library sends, only the
 * first goes out, since Herald itself decides whether to rejoin.
 */
const pairPackets =
	(
		creator: DiscordGatewayAdapterCreator,
		channelId: string,
		news: ConnectionNews,
	): DiscordGatewayAdapterCreator =>
	(library) => {
		const contain =
			<Args extends unknown[]>(act: (...args: Args) => void) =>
			(...args: Args): void => {
				try {
					act(...args);
				} catch (error) {
					news.emit("fault", error);
				}
			};
		const pairs = makePairs(channelId, {
			onVoiceStateUpdate: contain(library.onVoiceStateUpdate),
			onVoiceServerUpdate: contain(library.onVoiceServerUpdate),
		});
		const adapter = creator({
			onVoiceStateUpdate: pairs.takeState,
			onVoiceServerUpdate: pairs.takeServer,
			destroy: contain(library.destroy),
		});
		let asked = false;
		return {
			sendPayload: (payload) => {
				if (asked) return true;
				asked = true;
				return adapter.sendPayload(payload);
			},
			destroy: () => {
				pairs.stop();
				adapter.destroy();
			},
		};
	};

/** A join's priority. Joins with a lower number go first; 0 means that a member waits. */
export type Rank = 0 | 1 | 2 | 3;

/**
 * How many events may be sent per minute before joins wait. The gateway accepts 120 on each connection, and discord.js
 * sends at most 115.
 */
const urgentMax = 104;
const urgentWindowMs = 60_000;
/**
 * How many events may be sent within `laterWindowMs` before joins that no member waits for are held back. That leaves
 * room for joins that members wait for.
 */
const laterMax = 20;
const laterWindowMs = 15_000;
/** How many events a join may send: a leave, and the join itself. */
const eventsPerJoin = 2;

export type JoinLimiter = ReturnType<typeof makeJoinLimiter>;
export type GuildJoins = ReturnType<JoinLimiter["of"]>;

/** Limits the rate of joins on one gateway connection, by priority. */
export const makeJoinLimiter = (clock: Clock) => {
	/** A join's `rank` may change while the join waits. `review` must be called then. */
	const waiting: { readonly rank: () => Rank; readonly go: () => void }[] = [];
	/** The times of the events sent within `urgentWindowMs`, in ms. */
	let sent: readonly number[] = [];
	let cancelWait: (() => void) | undefined;

	const waitMs = (rank: Rank): number => {
		const now = clock.now();
		const waitFor = (max: number, windowMs: number) =>
			(findRoom(sent, max - eventsPerJoin + 1, windowMs, now) ?? now) - now;
		const urgent = waitFor(urgentMax, urgentWindowMs);
		return rank === 0 ? urgent : Math.max(urgent, waitFor(laterMax, laterWindowMs));
	};
	/** Sends the joins that may be sent now. Must be called when a rank has changed. */
	const review = (): void => {
		cancelWait?.();
		cancelWait = undefined;
		for (;;) {
			const [first] = waiting.toSorted((one, other) => one.rank() - other.rank());
			if (!first) return;
			const ms = waitMs(first.rank());
			if (ms > 0) {
				cancelWait = clock.after(ms, review);
				return;
			}
			waiting.splice(waiting.indexOf(first), 1);
			first.go();
		}
	};
	/** Counts an event that was sent. */
	const count = () => {
		sent = [...listRecent(sent, urgentWindowMs, clock.now()), clock.now()];
	};
	/** Calls `go` when a join may be sent, perhaps at once. @returns a function that cancels the request */
	const request = (rank: () => Rank, go: () => void) => {
		const entry = { rank, go };
		waiting.push(entry);
		review();
		return () => {
			const at = waiting.indexOf(entry);
			if (at === -1) return;
			waiting.splice(at, 1);
			review();
		};
	};
	return {
		count,
		request,
		review,
		/** @returns one guild's access to this limiter. @param rank - the rank of the guild's joins now */
		of: (rank: () => Rank) => ({ request: (go: () => void) => request(rank, go), count }),
	};
};
