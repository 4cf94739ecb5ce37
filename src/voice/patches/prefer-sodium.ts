import { createRequire } from "node:module";
import { VoiceWebSocket } from "@discordjs/voice";
import { VoiceOpcodes } from "discord-api-types/voice/v8";
import type { Patch } from "../../shared/patch.ts";
import { unlessThrows } from "../../shared/unless-throws.ts";

/**
 * Makes the library choose libsodium's mode of encryption, if a voice server offers it.
 *
 * @remarks @discordjs/voice 0.19.2 takes the first mode of the server's list that it knows, and has no option to choose
 * another. The list is reordered before the library's own listener reads it, so no code of the library is replaced. Can
 * be removed when a connection can be given its mode.
 */
export const preferSodium = (ws: VoiceWebSocket): void => {
	if (!sodium) return;
	ws.prependListener("packet", (packet) => {
		if (packet.op !== VoiceOpcodes.Ready) return;
		const modes: string[] = packet.d.modes;
		if (modes.includes(sodiumMode)) modes.unshift(sodiumMode);
	});
};

export const prefersSodium: Patch = {
	library: "@discordjs/voice",
	part: "VoiceWebSocket.onMessage",
	fits: () => {
		const ws: VoiceWebSocket = Object.create(VoiceWebSocket.prototype);
		let modes: readonly string[] = [];
		preferSodium(ws);
		ws.on("packet", ({ d }) => {
			modes = d.modes;
		});
		const data = JSON.stringify({ op: VoiceOpcodes.Ready, d: { modes: ["another", sodiumMode] } });
		ws.onMessage({ data } as never);
		return modes[0] === (sodium ? sodiumMode : "another");
	},
};

const require = createRequire(import.meta.url);

/** The functions of sodium-native that are used. The package has no types of its own. */
export interface Sodium {
	crypto_aead_xchacha20poly1305_ietf_encrypt(
		sealed: Buffer,
		message: Buffer,
		additional: Buffer,
		secretNonce: null,
		nonce: Buffer,
		key: Uint8Array,
	): number;
}

/** The fastest mode: libsodium writes into an existing buffer, in an eighth of the time of Node's ciphers. */
export const sodiumMode = "aead_xchacha20_poly1305_rtpsize";

/**
 * Undefined on platforms without a binary of sodium-native, where the library's first choice, AES-GCM, stays in use.
 */
export const sodium = unlessThrows((): Sodium => require("sodium-native"));
