import {
	DAVESession,
	Networking,
	NetworkingStatusCode,
	type VoiceConnection,
	VoiceConnectionStatus,
} from "@discordjs/voice";
import { silentPacket } from "@herald/common/audio/clip.ts";
import { VoiceOpcodes } from "discord-api-types/voice/v8";
import type { Patch } from "../../shared/patch.ts";

/** The used part of the library's end-to-end encryption (DAVE). */
export interface Dave {
	readonly protocolVersion: number;
	readonly session?: { readonly ready: boolean } | undefined;
	/** @returns the encrypted frame; the frame itself if it can't or needn't be encrypted */
	encrypt(frame: Buffer): Buffer;
}

export const readsEncryption: Patch = {
	library: "@discordjs/voice",
	part: "DAVESession.encrypt or Networking.state.dave",
	fits: () => {
		const dave = new DAVESession(1, "1", "1", {});
		const frame = Buffer.alloc(1);
		const encryptWhen = (ready: boolean): Buffer => {
			Reflect.set(dave, "session", { ready, encryptOpus: () => Buffer.alloc(2) });
			return dave.encrypt(frame);
		};
		const state: { code: NetworkingStatusCode; dave?: unknown } = {
			code: NetworkingStatusCode.SelectingProtocol,
		};
		const networking = { state, createDaveSession: () => dave };
		const description = { op: VoiceOpcodes.SessionDescription, d: { secret_key: [] } };
		Reflect.get(Networking.prototype, "onWsPacket").call(networking, description);
		return (
			networking.state.dave === dave &&
			dave.protocolVersion === 1 &&
			dave.encrypt(frame) === frame &&
			encryptWhen(false) === frame &&
			encryptWhen(true).length === 2
		);
	},
};

const isAgreedOn = (dave: Dave | undefined): dave is Dave => dave !== undefined && dave.protocolVersion !== 0;

/**
 * @returns whether Herald can be heard now. Clients that agreed on encryption drop plain frames
 * @remarks A connection of @discordjs/voice 0.19.2 is ready before its DAVE session is, and the library doesn't report
 * when the session is ready. Can be removed when the library reports that.
 */
export const canBeHeard = ({ state }: VoiceConnection): boolean => {
	if (state.status !== VoiceConnectionStatus.Ready) return false;
	const networking = state.networking.state;
	if (networking.code !== NetworkingStatusCode.Ready) return false;
	return !isAgreedOn(networking.dave) || networking.dave.session?.ready === true;
};

/**
 * @returns the frame as it may be sent now: encrypted if the connection's clients agreed on that. Silence is always
 * sent in plain text, by design. Undefined if any other frame would be sent in plain text although the clients agreed
 * on encryption
 * @remarks @discordjs/voice 0.19.2 returns a frame unchanged while it can't encrypt it. Can be removed with
 * `sealFrames`.
 */
export const encryptFrame = (frame: Buffer, dave: Dave | undefined): Buffer | undefined => {
	const encrypted = dave ? dave.encrypt(frame) : frame;
	const isPlain = encrypted === frame && isAgreedOn(dave) && !frame.equals(silentPacket);
	return isPlain ? undefined : encrypted;
};
