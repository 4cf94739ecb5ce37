import { Networking, VoiceUDPSocket, VoiceWebSocket } from "@discordjs/voice";
import type { Patch } from "../../shared/patch.ts";
import { preferSodium } from "./prefer-sodium.ts";

/** Events of a connection's networking beside the library's own. */
export interface Containment {
	/** An error was thrown that the library would let become an uncaught exception. */
	readonly onFault: (error: unknown) => void;
	/** A message of the voice server has been handled: encryption may have changed. */
	readonly onMessage: () => void;
}

/** `emit` too: the library emits `open` and `close` of its WebSocket without calling `onMessage`. */
const guardedOfWebSocket = ["onMessage", "emit"] as const;
/** `dispatchAudio` calls nothing that can throw but `setSpeaking` and `VoiceUDPSocket.send`. */
const guardedOfNetworking = ["prepareAudioPacket", "setSpeaking"] as const;

/** @returns whether all of them are methods that take two arguments at most */
const hasMethods = (prototype: object, names: readonly string[]): boolean =>
	names.every((name) => {
		const method: unknown = Reflect.get(prototype, name);
		return typeof method === "function" && method.length <= 2;
	});

export const containsFaults: Patch = {
	library: "@discordjs/voice",
	part: "VoiceWebSocket.onMessage, VoiceUDPSocket.send or .onMessage, Networking.prepareAudioPacket or .setSpeaking",
	fits: () =>
		hasMethods(VoiceWebSocket.prototype, guardedOfWebSocket) &&
		hasMethods(VoiceUDPSocket.prototype, ["send", "onMessage"]) &&
		hasMethods(Networking.prototype, guardedOfNetworking),
};

const contained = new WeakSet<object>();

/** Puts a guard around methods of an object. */
const guard = (target: object, names: readonly string[], onFault: (error: unknown) => void): void => {
	for (const name of names) {
		const method: (first: unknown, second: unknown) => unknown = Reflect.get(target, name);
		// Every frame passes here: rest parameters would allocate an array for each.
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

const reportMessages = (ws: VoiceWebSocket, onMessage: () => void): void => {
	const handle = ws.onMessage.bind(ws);
	ws.onMessage = (event) => {
		handle(event);
		onMessage();
	};
};

/**
 * Keeps an error in one connection from ending the process, and frames from leaving unencrypted.
 *
 * @remarks @discordjs/voice 0.19.2 calls DAVE's session in WebSocket handlers and when a frame is sent, and catches
 *   nothing: a proposal of another epoch, a missing key or a closed socket is an uncaught exception (dysnomia#235). It
 *   also parses every datagram that reaches its UDP port, past the end of short ones: Herald doesn't listen, so none is
 *   parsed. Can go when the library catches errors of a connection and emits them there.
 */
export const containFaults = (networking: Networking, { onFault, onMessage }: Containment): void => {
	const guardSockets = () => {
		const { state } = networking;
		const ws = "ws" in state ? state.ws : undefined;
		const udp = "udp" in state ? state.udp : undefined;
		if (ws && !contained.has(ws)) {
			contained.add(ws);
			preferSodium(ws);
			reportMessages(ws, onMessage);
			guard(ws, guardedOfWebSocket, onFault);
		}
		if (udp && !contained.has(udp)) {
			contained.add(udp);
			guard(udp, ["send"], onFault);
			Reflect.set(udp, "onMessage", () => {});
		}
	};
	guardSockets();
	networking.on("stateChange", guardSockets);
	guard(networking, guardedOfNetworking, onFault);
};
