import { NetworkingStatusCode, type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";

/**
 * Whether a connection's audio can be heard now: its end-to-end encryption (DAVE) is active or not required. Before
 * that, frames are sent in plain text, and clients that agreed on encryption drop them.
 */
export const canBeHeard = ({ state }: VoiceConnection): boolean => {
	if (state.status !== VoiceConnectionStatus.Ready) return false;
	const networking = state.networking.state;
	if (networking.code !== NetworkingStatusCode.Ready) return false;
	const { dave } = networking;
	return dave === undefined || dave.protocolVersion === 0 || dave.session?.ready === true;
};
