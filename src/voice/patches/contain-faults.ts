import type { EventEmitter } from "node:events";
import { Networking, VoiceUDPSocket, VoiceWebSocket } from "@discordjs/voice";
import type { Patch } from "../../shared/patch.ts";
import { preferSodium } from "./prefer-sodium.ts";

/** What happens in a connection's networking that the library doesn't report. */
export interface ContainedEvents {
	/** An error that the library would let become an uncaught exception. */
	fault: [error: unknown];
	/** A message of the voice server has been handled, which may have changed the encryption. */
	message: [];
}

type Containment = Pick<EventEmitter<ContainedEvents>, "emit">;

/**
 * `emit` is guarded, too, because the library emits `open` and `close` of its WebSocket without calling `onMessage`.
 */
const guardedOfWebSocket = ["onMessage", "emit"] as const;
/** `dispatchAudio` isn't needed: only `setSpeaking` and `VoiceUDPSocket.send` can throw in it. */
const guardedOfNetworking = ["prepareAudioPacket", "setSpeaking"] as const;

/** @returns whether all names are methods that take at most two arguments */
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

/** Replaces methods of an object so that their errors are emitted as `fault` instead of being thrown. */
const guard = (target: object, names: readonly string[], news: Containment): void => {
	for (const name of names) {
		const method: (first: unknown, second: unknown) => unknown = Reflect.get(target, name);
		// Every frame passes through here. Rest parameters would allocate an array for each.
		const guarded = (first: unknown, second: unknown): unknown => {
			try {
				return method.call(target, first, second);
			} catch (error) {
				news.emit("fault", error);
				return undefined;
			}
		};
		Reflect.set(target, name, guarded);
	}
};

/**
 * Keeps an error in one connection from ending the process.
 *
 * @remarks @discordjs/voice 0.19.2 calls DAVE's session in WebSocket handlers and when it sends a frame, and catches
 * nothing: a proposal of another epoch, a missing key or a closed socket is an uncaught exception (dysnomia#235). The
 * library also parses every datagram that reaches its UDP port, and reads past the end of short ones. Herald receives
 * no sound, so here no datagram is parsed. Can be removed when the library catches a connection's errors and emits
 * them.
 */
export const containFaults = (networking: Networking, news: Containment): void => {
	const guardSockets = () => {
		const { state } = networking;
		const ws = "ws" in state ? state.ws : undefined;
		const udp = "udp" in state ? state.udp : undefined;
		if (ws && !contained.has(ws)) {
			contained.add(ws);
			preferSodium(ws);
			const handle = ws.onMessage.bind(ws);
			ws.onMessage = (event) => {
				handle(event);
				news.emit("message");
			};
			guard(ws, guardedOfWebSocket, news);
		}
		if (udp && !contained.has(udp)) {
			contained.add(udp);
			guard(udp, ["send"], news);
			Reflect.set(udp, "onMessage", () => {});
		}
	};
	guardSockets();
	networking.on("stateChange", guardSockets);
	guard(networking, guardedOfNetworking, news);
};
