import { NetworkingStatusCode, type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";

/**
 * Whether what a connection sends now can be heard: its end-to-end encryption (DAVE) is in force or not asked for.
 * Before that frames leave in plain text, and whoever has agreed on encryption drops them.
 */
export const canBeHeard = ({ state }: VoiceConnection): boolean => {
	if (state.status !== VoiceConnectionStatus.Ready) return false;
	const networking = state.networking.state;
	if (networking.code !== NetworkingStatusCode.Ready) return false;
	const { dave } = networking;
	return dave === undefined || dave.protocolVersion === 0 || dave.session?.ready === true;
};
