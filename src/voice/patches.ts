import type { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import {
	type ConnectionData,
	DAVESession,
	Networking,
	NetworkingStatusCode,
	type VoiceConnection,
	VoiceConnectionStatus,
	VoiceUDPSocket,
	VoiceWebSocket,
} from "@discordjs/voice";
import { silentPacket } from "@herald/common/audio/clip.ts";
import { VoiceOpcodes } from "discord-api-types/voice/v8";
import type { Patch } from "../shared/patch.ts";
import { unlessThrows } from "../shared/unless-throws.ts";

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

const containsFaults: Patch = {
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

/**
 * Makes the library choose libsodium's mode of encryption, if a voice server offers it.
 *
 * @remarks @discordjs/voice 0.19.2 takes the first mode of the server's list that it knows, and has no option to choose
 * another. The list is reordered before the library's own listener reads it, so no code of the library is replaced. Can
 * be removed when a connection can be given its mode.
 */
const preferSodium = (ws: VoiceWebSocket): void => {
	if (!sodium) return;
	ws.prependListener("packet", (packet) => {
		if (packet.op !== VoiceOpcodes.Ready) return;
		const modes: string[] = packet.d.modes;
		if (modes.includes(sodiumMode)) modes.unshift(sodiumMode);
	});
};

const prefersSodium: Patch = {
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
interface Sodium {
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
const sodiumMode = "aead_xchacha20_poly1305_rtpsize";

/**
 * Undefined on platforms without a binary of sodium-native, where the library's first choice, AES-GCM, stays in use.
 */
const sodium = unlessThrows((): Sodium => require("sodium-native"));

/** The used part of the library's end-to-end encryption (DAVE). */
interface Dave {
	readonly protocolVersion: number;
	readonly session?: { readonly ready: boolean } | undefined;
	/** @returns the encrypted frame; the frame itself if it can't or needn't be encrypted */
	encrypt(frame: Buffer): Buffer;
}

const readsEncryption: Patch = {
	library: "@discordjs/voice",
	part: "DAVESession.encrypt or Networking.state.dave",
	fits: () => {
		const dave = new DAVESession(1, "1", "1", {});
		const frame = Buffer.alloc(1);
		const encryptWhen = (ready: boolean): Buffer => {
			Reflect.set(dave, "session", { ready, encryptOpus: () => Buffer.alloc(2) });
			return dave.encrypt(frame);
		};
		const state: { code: NetworkingStatusCode; dave?: unknown } = {
			code: NetworkingStatusCode.SelectingProtocol,
		};
		const networking = { state, createDaveSession: () => dave };
		const description = { op: VoiceOpcodes.SessionDescription, d: { secret_key: [] } };
		Reflect.get(Networking.prototype, "onWsPacket").call(networking, description);
		return (
			networking.state.dave === dave &&
			dave.protocolVersion === 1 &&
			dave.encrypt(frame) === frame &&
			encryptWhen(false) === frame &&
			encryptWhen(true).length === 2
		);
	},
};

const isAgreedOn = (dave: Dave | undefined): dave is Dave => dave !== undefined && dave.protocolVersion !== 0;

/**
 * @returns whether Herald can be heard now. Clients that agreed on encryption drop plain frames
 * @remarks A connection of @discordjs/voice 0.19.2 is ready before its DAVE session is, and the library doesn't report
 * when the session is ready. Can be removed when the library reports that.
 */
export const canBeHeard = ({ state }: VoiceConnection): boolean => {
	if (state.status !== VoiceConnectionStatus.Ready) return false;
	const networking = state.networking.state;
	if (networking.code !== NetworkingStatusCode.Ready) return false;
	return !isAgreedOn(networking.dave) || networking.dave.session?.ready === true;
};

/**
 * @returns the frame as it may be sent now: encrypted if the connection's clients agreed on that. Silence is always
 * sent in plain text, by design. Undefined if any other frame would be sent in plain text although the clients agreed
 * on encryption
 * @remarks @discordjs/voice 0.19.2 returns a frame unchanged while it can't encrypt it. Can be removed with
 * `sealFrames`.
 */
const encryptFrame = (frame: Buffer, dave: Dave | undefined): Buffer | undefined => {
	const encrypted = dave ? dave.encrypt(frame) : frame;
	const isPlain = encrypted === frame && isAgreedOn(dave) && !frame.equals(silentPacket);
	return isPlain ? undefined : encrypted;
};

const headerBytes = 12;
const tagBytes = 16;
const counterBytes = 4;
/** An RTP packet's first two bytes: RTP version 2, and the payload type of Opus. */
const firstBytes = 0x80_78;
const counterMax = 0xffff_ffff;

/** The used part of the library's state of a connection's encryption. With libsodium's mode, a nonce has 24 bytes. */
type Encryption = Pick<
	ConnectionData,
	"encryptionMode" | "secretKey" | "nonceBuffer" | "nonce" | "sequence" | "timestamp" | "ssrc"
>;

type CreatePacket = (opus: Buffer, data: Encryption, dave?: Dave) => Buffer | undefined;

const createOf = (networking: Networking): CreatePacket =>
	Reflect.get(networking, "createAudioPacket").bind(networking);

/** The size of an AES-GCM packet with a frame of one byte. */
const sampleBytes = headerBytes + 1 + tagBytes + counterBytes;
const sampleOf = (): Encryption => ({
	encryptionMode: "aead_aes256_gcm_rtpsize",
	secretKey: new Uint8Array(32),
	nonceBuffer: Buffer.alloc(12),
	nonce: 6,
	sequence: 2,
	timestamp: 3,
	ssrc: 4,
});

/** @returns the arguments that the library passes to `createAudioPacket` after the frame */
const prepare = (opus: Buffer): unknown =>
	Reflect.get(Networking.prototype, "prepareAudioPacket").call(
		{
			state: { code: NetworkingStatusCode.Ready, connectionData: "data", dave: "dave" },
			createAudioPacket: (_: Buffer, ...rest: unknown[]) => rest,
		} as never,
		opus,
	);

/** Checks that the library's own packet has the header and counter that `seal` writes. */
const sealsFrames: Patch = {
	library: "@discordjs/voice",
	part: "Networking.createAudioPacket",
	fits: () => {
		const packet = createOf(Object.create(Networking.prototype))(Buffer.alloc(1), sampleOf());
		const header = packet?.subarray(0, headerBytes).toString("hex");
		return (
			header === "807800020000000300000004" &&
			packet?.length === sampleBytes &&
			packet.at(-1) === 7 &&
			String(prepare(Buffer.alloc(1))) === "data,dave"
		);
	},
};

const seal = (
	{ crypto_aead_xchacha20poly1305_ietf_encrypt: encrypt }: Sodium,
	frame: Buffer,
	data: Encryption,
): Buffer => {
	// Like the library's, the counter starts again after its last value. That takes almost three years of speech.
	data.nonce = data.nonce >= counterMax ? 0 : data.nonce + 1;
	data.nonceBuffer.writeUInt32BE(data.nonce, 0);
	const sealedEnd = headerBytes + frame.length + tagBytes;
	const packet = Buffer.allocUnsafe(sealedEnd + counterBytes);
	packet.writeUInt16BE(firstBytes, 0);
	packet.writeUInt16BE(data.sequence, 2);
	packet.writeUInt32BE(data.timestamp, 4);
	packet.writeUInt32BE(data.ssrc, 8);
	const header = packet.subarray(0, headerBytes);
	const sealed = packet.subarray(headerBytes, sealedEnd);
	encrypt(sealed, frame, header, null, data.nonceBuffer, data.secretKey);
	packet.writeUInt32BE(data.nonce, sealedEnd);
	return packet;
};

/**
 * Encrypts a connection's packets with libsodium, if that is available. If the connection's clients agreed on
 * end-to-end encryption, first encrypts each frame in that way, or drops the frame while that isn't possible.
 *
 * @remarks @discordjs/voice 0.19.2 sends a frame in plain text while its DAVE session isn't ready. It can't use
 * sodium-native, which has no named exports when it is imported from a module. Can be removed when the library does
 * both.
 */
export const sealFrames = (networking: Networking): void => {
	const create = createOf(networking);
	const replacement: CreatePacket = (opus, data, dave) => {
		const frame = encryptFrame(opus, dave);
		if (!frame) return undefined;
		return sodium && data.encryptionMode === sodiumMode ? seal(sodium, frame, data) : create(frame, data);
	};
	Reflect.set(networking, "createAudioPacket", replacement);
};

export const voicePatches: readonly Patch[] = [containsFaults, prefersSodium, sealsFrames, readsEncryption];
