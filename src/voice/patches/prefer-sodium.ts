import type { VoiceWebSocket } from "@discordjs/voice";
import { VoiceOpcodes } from "discord-api-types/voice/v8";
import { sodium, sodiumMode } from "./sodium.ts";

/**
 * Has the library choose libsodium's mode of encryption where a voice server offers it.
 *
 * @remarks @discordjs/voice 0.19.2 takes the first mode of the server's list that it knows, and has no option for it.
 *   The list is reordered before the library's own listener reads it, so nothing of the library is replaced.
 */
export const preferSodium = (ws: VoiceWebSocket): void => {
	if (!sodium) return;
	ws.prependListener("packet", (packet) => {
		if (packet.op !== VoiceOpcodes.Ready) return;
		const modes: string[] = packet.d.modes;
		if (modes.includes(sodiumMode)) modes.unshift(sodiumMode);
	});
};
