import { VoiceCloseCodes } from "discord-api-types/voice/v8";
import { type EncryptionMode, encryptionModes } from "./voice-client.ts";

/**
 * How the application's old voice connection is closed: with which code, and how many ms after the application moves,
 * leaves or gets another voice server. With 0, it is closed before a new voice server is announced.
 */
export interface Farewell {
	readonly code: number;
	readonly afterMs: number;
}

export const noTroubles = () => {
	const modes: readonly EncryptionMode[] = encryptionModes;
	const farewell: Farewell = { code: VoiceCloseCodes.Disconnected, afterMs: 0 };
	const refusals: number[] = [];
	return {
		/** Clients that identify get no answer. */
		ignoreIdentify: false,
		/** The server answers nothing and receives no sound, while connections stay open; set by `stall`. */
		stalled: false,
		/** The share of audio packets that get lost, from 0 to 1. */
		lossShare: 0,
		/** The encryption modes that are offered to clients that identify. */
		modes,
		/** Listening members send their DAVE commits after the application's. */
		listenersHesitate: false,
		/** The application's key packages are lost: it gets no end-to-end keys. */
		keyPackagesLost: false,
		/** A join of the voice channel that the application is already in gets no answer. */
		rejoinsIgnored: false,
		/** Stages that nobody has joined before use no DAVE (version 0). */
		stagesPlain: false,
		/** How the application's old voice connection is closed by default. */
		farewell,
		/** Close codes for the next clients that identify or resume, in order. */
		refusals,
	};
};
export type ServerTroubles = ReturnType<typeof noTroubles>;
