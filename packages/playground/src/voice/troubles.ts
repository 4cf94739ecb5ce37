import { type EncryptionMode, encryptionModes } from "./rtp.ts";

/** What is wrong with the voice servers at present. */
export interface VoiceTroubles {
	/** Clients that identify get no answer. */
	ignoreIdentify: boolean;
	/** Nothing is answered for now and no sound arrives, while connections stay open. */
	stalled: boolean;
	/** The share of sound packets that get lost, from 0 to 1. */
	lossShare: number;
	/** The encryption modes that are offered. */
	modes: readonly EncryptionMode[];
	/** Listening members let the application's commit come before theirs. */
	listenersHesitate: boolean;
	/** Close codes for the next clients that identify or resume, first come first served. */
	readonly refusals: number[];
}

export const noTroubles = (): VoiceTroubles => ({
	ignoreIdentify: false,
	stalled: false,
	lossShare: 0,
	modes: encryptionModes,
	listenersHesitate: false,
	refusals: [],
});
