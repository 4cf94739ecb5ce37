import { type Networking, VoiceUDPSocket, VoiceWebSocket } from "@discordjs/voice";
import { preferSodium, sealFrames } from "./sodium.ts";

/** What a connection's networking tells beside the library's own events. */
export interface Containment {
	/** Something threw that the library lets become an uncaught exception. */
	readonly onFault: (error: unknown) => void;
	/** A message of the voice server has been dealt with: encryption may be another. */
	readonly onMessage: () => void;
}

const contained = new WeakSet<object>();

/** Puts a guard before methods of an object that take two arguments at most, once. */
const guard = (target: object, names: readonly string[], onFault: (error: unknown) => void) => {
	if (contained.has(target)) return;
	contained.add(target);
	for (const name of names) {
		const method: unknown = Reflect.get(target, name);
		if (typeof method !== "function") continue;
		// Frames come this way: a list of arguments would be made for each.
		const guarded = (first: unknown, second: unknown): unknown => {
			try {
				return method.call(target, first, second);
			} catch (error) {
				onFault(error);
				return undefined;
			}
		};
		Reflect.set(target, name, guarded);
	}
};

const tellMessages = (ws: VoiceWebSocket, onMessage: () => void): void => {
	const deal = ws.onMessage.bind(ws);
	ws.onMessage = (event) => {
		deal(event);
		onMessage();
	};
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
			tellMessages(ws, onMessage);
			guard(ws, ["onMessage", "emit"], onFault);
		}
		if (udp instanceof VoiceUDPSocket) guard(udp, ["send", "onMessage"], onFault);
	};
	guardSockets();
	networking.on("stateChange", guardSockets);
	sealFrames(networking);
	guard(networking, ["prepareAudioPacket", "dispatchAudio", "setSpeaking"], onFault);
};
