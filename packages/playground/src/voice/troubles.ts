import { type EncryptionMode, encryptionModes } from "./rtp.ts";

/** What is currently wrong with the voice servers. */
export interface ServerTroubles {
	/** Clients that identify get no answer. */
	ignoreIdentify: boolean;
	/** The server answers nothing and receives no sound, while connections stay open. */
	stalled: boolean;
	/** The share of audio packets that get lost, from 0 to 1. */
	lossShare: number;
	/** The encryption modes on offer. */
	modes: readonly EncryptionMode[];
	/** Listening members commit after the application. */
	listenersHesitate: boolean;
	/** Close codes for the next clients that identify or resume, first come first served. */
	readonly refusals: number[];
}

export const noTroubles = (): ServerTroubles => ({
	ignoreIdentify: false,
	stalled: false,
	lossShare: 0,
	modes: encryptionModes,
	listenersHesitate: false,
	refusals: [],
});
