import { type Networking, VoiceUDPSocket, VoiceWebSocket } from "@discordjs/voice";
import { maySend } from "./dave.ts";
import { preferSodium, sealWithSodium } from "./sodium.ts";

/** What a connection's networking tells beside the library's own events. */
export interface Containment {
	/** Something threw that the library lets become an uncaught exception. */
	readonly onFault: (error: unknown) => void;
	/** A message of the voice server has been dealt with: encryption may be another. */
	readonly onMessage: () => void;
}

const contained = new WeakSet<object>();

/** Puts a guard before methods of an object, once. */
const guard = (
	target: object,
	names: readonly string[],
	onFault: (error: unknown) => void,
	after = () => {},
) => {
	if (contained.has(target)) return;
	contained.add(target);
	for (const name of names) {
		const method: unknown = Reflect.get(target, name);
		if (typeof method !== "function") continue;
		Reflect.set(target, name, (...args: unknown[]): unknown => {
			try {
				const result: unknown = Reflect.apply(method, target, args);
				if (name === "onMessage") after();
				return result;
			} catch (error) {
				onFault(error);
				return undefined;
			}
		});
	}
};

/**
 * Keeps what goes wrong in one connection there. The library (0.19.2) calls DAVE's session in its WebSocket's handlers and
 * whoever sends a frame, and catches nothing: a proposal of the wrong epoch, a key that is
 * missing or a socket that is closed would end the process, or every guild's sound. Also keeps frames from leaving in
 * plain text where encryption is agreed on.
 */
export const containNetworking = (networking: Networking, { onFault, onMessage }: Containment): void => {
	const guardSockets = () => {
		const { state } = networking;
		const ws: unknown = Reflect.get(state, "ws");
		const udp: unknown = Reflect.get(state, "udp");
		// `emit` too: what opens and closes goes past `onMessage`.
		if (ws instanceof VoiceWebSocket && !contained.has(ws)) {
			preferSodium(ws);
			guard(ws, ["onMessage", "emit"], onFault, onMessage);
		}
		if (udp instanceof VoiceUDPSocket) guard(udp, ["send", "onMessage"], onFault);
	};
	guardSockets();
	networking.on("stateChange", guardSockets);
	sealWithSodium(networking);
	const prepare = networking.prepareAudioPacket.bind(networking);
	networking.prepareAudioPacket = (packet) => (maySend(networking, packet) ? prepare(packet) : undefined);
	guard(networking, ["prepareAudioPacket", "dispatchAudio", "setSpeaking"], onFault);
};
