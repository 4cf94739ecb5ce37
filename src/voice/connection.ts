import {
	joinVoiceChannel,
	Networking,
	type VoiceConnection,
	VoiceConnectionDisconnectReason,
	type VoiceConnectionState,
	VoiceConnectionStatus,
} from "@discordjs/voice";
import { type Guild, Status } from "discord.js";
import { GatewayOpcodes } from "discord-api-types/v10";
import type { Logger } from "../log.ts";

/** Discord's voice gateway is done with the call; coming back is not wanted. */
export const finalCloseCodes: ReadonlySet<number> = new Set([4021, 4022]);
/** The library knows by itself that this one is no reason to come back. */
export const disconnectedCode = 4014;

/** Begins to connect to a channel; Herald hears nothing there. */
export const openConnection = (guild: Guild, channelId: string, logger: Logger): VoiceConnection => {
	const connection = joinVoiceChannel({
		guildId: guild.id,
		channelId,
		adapterCreator: guild.voiceAdapterCreator,
		selfDeaf: true,
		selfMute: false,
		group: guild.client.user.id,
	});
	// Without a listener an error ends the process.
	connection.on("error", (error) => logger.warn({ err: error }, "voice connection failed"));
	return connection;
};

/** What a connection owns at the voice server, in the states in which it owns something. */
export const networkingOf = (state: VoiceConnectionState): Networking | undefined => {
	const networking: unknown = Reflect.get(state, "networking");
	return networking instanceof Networking ? networking : undefined;
};

/** Whether a connection was given up because the gateway couldn't be asked. */
export const isWithoutGateway = ({ state }: VoiceConnection): boolean =>
	state.status === VoiceConnectionStatus.Disconnected &&
	state.reason === VoiceConnectionDisconnectReason.AdapterUnavailable;

export const hasGateway = (guild: Guild): boolean => guild.shard.status === Status.Ready;

/** Tells Discord that Herald leaves its channel, where Discord can be told. @returns whether it could */
export const sendLeave = (guild: Guild): boolean => {
	if (!hasGateway(guild)) return false;
	guild.shard.send({
		op: GatewayOpcodes.VoiceStateUpdate,
		d: { guild_id: guild.id, channel_id: null, self_deaf: true, self_mute: false },
	});
	return true;
};

/** Where Discord last said that Herald is. */
export const findOwnChannel = (guild: Guild): string | null =>
	guild.voiceStates.cache.get(guild.client.user.id)?.channelId ?? null;
