import { NetworkingStatusCode, type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import { silentPacket } from "@herald/common/audio/clip.ts";

/** What is used of the library's end-to-end encryption (DAVE). */
export interface Dave {
	readonly protocolVersion: number;
	readonly session?: { readonly ready: boolean } | undefined;
	/** @returns the frame encrypted, or itself where it can't or needn't be */
	encrypt(frame: Buffer): Buffer;
}

const isAgreedOn = (dave: Dave | undefined): dave is Dave => dave !== undefined && dave.protocolVersion !== 0;

/** @returns whether what a connection sends now can be heard: clients that agreed on encryption drop plain frames */
export const canBeHeard = ({ state }: VoiceConnection): boolean => {
	if (state.status !== VoiceConnectionStatus.Ready) return false;
	const networking = state.networking.state;
	if (networking.code !== NetworkingStatusCode.Ready) return false;
	return !isAgreedOn(networking.dave) || networking.dave.session?.ready === true;
};

/**
 * @returns a frame as it may go out now: encrypted as agreed, or silence, which goes out in plain text by design;
 * undefined where it would leave in plain text
 */
export const encryptFrame = (frame: Buffer, dave: Dave | undefined): Buffer | undefined => {
	const encrypted = dave ? dave.encrypt(frame) : frame;
	const isPlain = encrypted === frame && isAgreedOn(dave) && !frame.equals(silentPacket);
	return isPlain ? undefined : encrypted;
};
