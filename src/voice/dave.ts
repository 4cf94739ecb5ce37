import {
	type Networking,
	NetworkingStatusCode,
	type VoiceConnection,
	VoiceConnectionStatus,
} from "@discordjs/voice";
import { silentPacket } from "../audio/silence.ts";

/** Whether end-to-end encryption (DAVE) is in force or not asked for; until then a frame would leave in plain text. */
const isInForce = ({ state }: Networking): boolean => {
	if (state.code !== NetworkingStatusCode.Ready) return false;
	const { dave } = state;
	return dave === undefined || dave.protocolVersion === 0 || dave.session?.ready === true;
};

/** Whether what a connection sends now can be heard: whoever has agreed on encryption drops what is plain. */
export const canBeHeard = ({ state }: VoiceConnection): boolean =>
	state.status === VoiceConnectionStatus.Ready && isInForce(state.networking);

/** Whether a frame may go out now: encrypted as agreed, or silence, which goes out in plain text by design. */
export const maySend = (networking: Networking, packet: Buffer): boolean =>
	isInForce(networking) || packet.equals(silentPacket);
