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

/** Discord's voice gateway has ended the call; don't reconnect. */
export const finalCloseCodes: ReadonlySet<number> = new Set([4021, 4022]);
/** The library itself doesn't reconnect after this one. */
export const disconnectedCode = 4014;

/** Starts connecting to a channel, deafened. */
export const openConnection = (guild: Guild, channelId: string, logger: Logger): VoiceConnection => {
	const connection = joinVoiceChannel({
		guildId: guild.id,
		channelId,
		adapterCreator: guild.voiceAdapterCreator,
		selfDeaf: true,
		selfMute: false,
		group: guild.client.user.id,
	});
	// Without a listener, an error would end the process.
	connection.on("error", (error) => logger.warn({ err: error }, "voice connection failed"));
	return connection;
};

/** What a connection holds at the voice server, in the states in which it holds something. */
export const networkingOf = (state: VoiceConnectionState): Networking | undefined => {
	const networking: unknown = Reflect.get(state, "networking");
	return networking instanceof Networking ? networking : undefined;
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
