import {
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
import { pairPackets } from "./packet-pairs.ts";
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
