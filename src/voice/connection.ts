import {
	type DiscordGatewayAdapterCreator,
	type DiscordGatewayAdapterLibraryMethods,
	joinVoiceChannel,
	type Networking,
	NetworkingStatusCode,
	type VoiceConnection,
	VoiceConnectionDisconnectReason,
	type VoiceConnectionState,
	VoiceConnectionStatus,
} from "@discordjs/voice";
import type { Logger } from "@herald/common/log.ts";
import { type Guild, Status } from "discord.js";
import { GatewayOpcodes } from "discord-api-types/v10";
import { type Containment, containFaults } from "./patches/contain-faults.ts";
import { sealFrames } from "./patches/seal-frames.ts";

/**
 * Begins to connect to a channel; Herald hears nothing there.
 *
 * @param onFault - called with what the library throws while it handles a packet of the gateway
 */
export const openConnection = (
	guild: Guild,
	channelId: string,
	logger: Logger,
	onFault: (error: unknown) => void,
): VoiceConnection => {
	const connection = joinVoiceChannel({
		guildId: guild.id,
		channelId,
		adapterCreator: pairPackets(guild.voiceAdapterCreator, channelId, onFault),
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

const networkingOf = (state: VoiceConnectionState): Networking | undefined =>
	"networking" in state ? state.networking : undefined;

/** Whether a connection was given up because the gateway couldn't be reached. */
export const isWithoutGateway = ({ state }: VoiceConnection): boolean =>
	state.status === VoiceConnectionStatus.Disconnected &&
	state.reason === VoiceConnectionDisconnectReason.AdapterUnavailable;

export const hasGateway = (guild: Guild): boolean => guild.shard.status === Status.Ready;

/** Asks Discord to let Herald leave its channel. @returns false if the gateway can't be reached */
export const sendLeave = (guild: Guild): boolean => {
	if (!hasGateway(guild)) return false;
	guild.shard.send({
		op: GatewayOpcodes.VoiceStateUpdate,
		d: { guild_id: guild.id, channel_id: null, self_deaf: true, self_mute: false },
	});
	return true;
};

/** The channel that Herald is in, as last reported by Discord. */
export const findOwnChannel = (guild: Guild): string | null =>
	guild.voiceStates.cache.get(guild.client.user.id)?.channelId ?? null;

export interface ConnectionEvents extends Containment {
	/** Connected; encryption may still have to be agreed on. */
	readonly onReady: () => void;
	/** Connecting, perhaps again; `resuming` with the session that it had. */
	readonly onConnecting: (resuming: boolean) => void;
	/** Closed by the voice server. The library asks to rejoin at once, which `pairPackets` keeps from going out. */
	readonly onClosed: (code: number) => void;
	/** Given up by the library; `serverLost` when the voice server was taken away. */
	readonly onDisconnected: (serverLost: boolean) => void;
	readonly onDestroyed: () => void;
}

/** Reports a connection's events; changes of its state for as long as `isCurrent` is true. */
export const followConnection = (
	connection: VoiceConnection,
	isCurrent: () => boolean,
	events: ConnectionEvents,
): void => {
	const onDisconnected = () => {
		const { state } = connection;
		if (state.status === VoiceConnectionStatus.Disconnected)
			events.onDisconnected(state.reason === VoiceConnectionDisconnectReason.EndpointRemoved);
	};
	connection.on("stateChange", (before, after) => {
		const networking = networkingOf(after);
		if (networking && networking !== networkingOf(before)) {
			sealFrames(networking);
			containFaults(networking, events);
			networking.on("close", events.onClosed);
		}
		if (!isCurrent() || before.status === after.status) return;
		switch (after.status) {
			case VoiceConnectionStatus.Ready:
				return events.onReady();
			case VoiceConnectionStatus.Connecting:
				return events.onConnecting(networking?.state.code === NetworkingStatusCode.Resuming);
			case VoiceConnectionStatus.Disconnected:
				return onDisconnected();
			case VoiceConnectionStatus.Destroyed:
				return events.onDestroyed();
		}
	});
	// Without a gateway, the library is done before anyone listens.
	onDisconnected();
};

type StatePacket = Parameters<DiscordGatewayAdapterLibraryMethods["onVoiceStateUpdate"]>[0];
type ServerPacket = Parameters<DiscordGatewayAdapterLibraryMethods["onVoiceServerUpdate"]>[0];

/** How long a voice server that comes unasked waits for a state, in ms: when its region changes, none need follow. */
const unaskedMs = 500;
/** A state that comes this soon after a server was used without one, in ms, is the one that was waited for. */
const lateMs = 5_000;

/**
 * Puts VOICE_STATE_UPDATE and VOICE_SERVER_UPDATE together, which come in any order, before the library sees them: it
 * would connect with what it has, to the wrong channel's group or to none.
 */
class PacketPairs {
	readonly #channelId: string;
	readonly #library: DiscordGatewayAdapterLibraryMethods;
	/** The newest one that names a channel. */
	#state: StatePacket | undefined;
	/** Whether the state is another than the one that was used last. */
	#fresh = false;
	#held: ServerPacket | undefined;
	#timer: NodeJS.Timeout | undefined;
	/** `guessedAt` is when they were put together without knowing that they belong together, by `performance.now()`. */
	#used: { state: StatePacket; server: ServerPacket; guessedAt: number | undefined } | undefined;

	constructor(channelId: string, library: DiscordGatewayAdapterLibraryMethods) {
		this.#channelId = channelId;
		this.#library = library;
	}

	takeState(packet: StatePacket): void {
		// A state with Herald nowhere, or still elsewhere, is from before it asked.
		if (!packet.channel_id || (!this.#state && packet.channel_id !== this.#channelId)) return;
		const used = this.#used;
		this.#state = packet;
		this.#fresh = used?.state.channel_id !== packet.channel_id || used.state.session_id !== packet.session_id;
		if (!this.#fresh) return;
		if (this.#held) this.#use(packet, this.#held);
		else if (used?.guessedAt !== undefined && performance.now() < used.guessedAt + lateMs)
			this.#use(packet, used.server);
	}

	takeServer(packet: ServerPacket): void {
		this.stop();
		if (!packet.endpoint) {
			this.#library.onVoiceServerUpdate(packet);
			return;
		}
		const state = this.#state;
		if (state && this.#fresh) {
			this.#use(state, packet);
			return;
		}
		this.#held = packet;
		// After a join there is no time limit here: without a state there is nothing to connect to.
		if (state) this.#timer = setTimeout(() => this.#use(this.#state ?? state, packet, true), unaskedMs);
	}

	stop(): void {
		clearTimeout(this.#timer);
		this.#held = undefined;
	}

	#use(state: StatePacket, server: ServerPacket, guessed = false): void {
		this.stop();
		this.#fresh = false;
		this.#used = { state, server, guessedAt: guessed ? performance.now() : undefined };
		this.#library.onVoiceStateUpdate(state);
		this.#library.onVoiceServerUpdate(server);
	}
}

/**
 * Wraps the library's gateway adapter for one connection to one channel: packets come in pairs that belong together, what
 * the library throws over them goes to `onFault`, and only the first join that it sends goes out: Herald decides itself
 * whether to come back.
 */
const pairPackets =
	(
		creator: DiscordGatewayAdapterCreator,
		channelId: string,
		onFault: (error: unknown) => void,
	): DiscordGatewayAdapterCreator =>
	(library) => {
		const contain =
			<Args extends unknown[]>(act: (...args: Args) => void) =>
			(...args: Args): void => {
				try {
					act(...args);
				} catch (error) {
					onFault(error);
				}
			};
		const pairs = new PacketPairs(channelId, {
			...library,
			onVoiceStateUpdate: contain(library.onVoiceStateUpdate),
			onVoiceServerUpdate: contain(library.onVoiceServerUpdate),
		});
		const adapter = creator({
			onVoiceStateUpdate: (packet) => pairs.takeState(packet),
			onVoiceServerUpdate: (packet) => pairs.takeServer(packet),
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
