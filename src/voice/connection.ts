import {
	joinVoiceChannel,
	type Networking,
	type VoiceConnection,
	VoiceConnectionDisconnectReason,
	type VoiceConnectionState,
	VoiceConnectionStatus,
} from "@discordjs/voice";
import { type Guild, Status } from "discord.js";
import { GatewayOpcodes } from "discord-api-types/v10";
import type { Logger } from "../shared/log.ts";
import { pairPackets } from "./packet-pairs.ts";

/**
 * Begins to connect to a channel; Herald hears nothing there.
 *
 * @param onFault - told what the library throws over a packet of the gateway's
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

/** What a connection holds at the voice server, in the states in which it holds something. */
export const networkingOf = (state: VoiceConnectionState): Networking | undefined => {
	return "networking" in state ? state.networking : undefined;
};

/** Whether a connection was given up because the gateway couldn't be reached. */
export const isWithoutGateway = ({ state }: VoiceConnection): boolean =>
	state.status === VoiceConnectionStatus.Disconnected &&
	state.reason === VoiceConnectionDisconnectReason.AdapterUnavailable;

export const hasGateway = (guild: Guild): boolean => guild.shard.status === Status.Ready;

/** Tells Discord that Herald leaves its channel, if it can be reached. @returns whether it could */
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
