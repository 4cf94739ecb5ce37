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

export interface ServerTroubles {
	/** Clients that identify get no answer. */
	ignoreIdentify: boolean;
	/** The server answers nothing and receives no sound, while connections stay open; set by `stall`. */
	stalled: boolean;
	/** The share of audio packets that get lost, from 0 to 1. */
	lossShare: number;
	modes: readonly EncryptionMode[];
	/** Listening members send their DAVE commits after the application's. */
	listenersHesitate: boolean;
	/** The application's key packages are lost: it gets no end-to-end keys. */
	keyPackagesLost: boolean;
	/** A join of the voice channel that the application is already in gets no answer. */
	rejoinsIgnored: boolean;
	/** Stages that nobody has joined before use no DAVE (version 0). */
	stagesPlain: boolean;
	/** How the application's old voice connection is closed by default. */
	farewell: Farewell;
	/** Close codes for the next clients that identify or resume, in order. */
	readonly refusals: number[];
}

export const noTroubles = (): ServerTroubles => ({
	ignoreIdentify: false,
	stalled: false,
	lossShare: 0,
	modes: encryptionModes,
	listenersHesitate: false,
	keyPackagesLost: false,
	rejoinsIgnored: false,
	stagesPlain: false,
	farewell: { code: VoiceCloseCodes.Disconnected, afterMs: 0 },
	refusals: [],
});
