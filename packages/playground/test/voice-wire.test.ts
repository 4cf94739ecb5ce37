import { createCipheriv, randomBytes } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { DAVESession } from "@snazzah/davey";
import fc from "fast-check";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Certificate, makeCertificate } from "../src/voice/certificate.ts";
import { ExternalSender } from "../src/voice/dave/external-sender.ts";
import { isKeyPackageOf, Reader, readCommitWelcome, uint64, vector } from "../src/voice/dave/mls.ts";
import { Ears } from "../src/voice/heard.ts";
import { noTroubles } from "../src/voice/troubles.ts";
import { createRtpOpener, type EncryptionMode, soundSource } from "../src/voice/voice-client.ts";
import { greet } from "../src/voice/voice-gateway.ts";
import { VoiceServer } from "../src/voice/voice-server.ts";

const ticket = { guildId: "1", channelId: "2", userId: "3", sessionId: "session" };

describe("the voice gateway", () => {
	let certificate: Certificate;
	let server: VoiceServer;
	let socket: WebSocket | undefined;

	const start = async (heartbeatMs: number) => {
		server = new VoiceServer(
			{
				certificate,
				heartbeatMs,
				logger: pino({ level: "silent" }),
				troubles: noTroubles(),
				counts: { identified: 0, resumed: 0 },
				daveVersion: () => 1,
				mayBeHeard: () => true,
				mayHear: () => true,
				onSpeaking: () => {},
			},
			greet,
		);
		await server.start();
	};
	beforeEach(async () => {
		certificate = makeCertificate();
		await start(60_000);
	});
	afterEach(async () => {
		socket?.terminate();
		await server.stop();
		certificate.remove();
	});

	/** Sends messages after the server's Hello. Resolves to the close code. */
	const send = (...messages: (object | string | Buffer)[]): Promise<number> => {
		socket = new WebSocket(`wss://${server.endpoint}?v=8`, { ca: certificate.certificate });
		const live = socket;
		live.once("message", () => {
			for (const message of messages)
				live.send(
					typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message),
				);
		});
		return new Promise((resolve, reject) => live.on("close", resolve).on("error", reject));
	};
	const identify = (change: object = {}) => {
		const { token } = server.admit(ticket);
		const d = {
			token,
			server_id: "1",
			user_id: "3",
			session_id: "session",
			max_dave_protocol_version: 1,
			...change,
		};
		return { op: 0, d };
	};
	const select = (data: object, protocol = "udp") => ({ op: 1, d: { protocol, data } });

	test.each([
		["no JSON", 4002, () => ["{"]],
		["an operation before identifying", 4003, () => [{ op: 5, d: {} }]],
		["bytes before identifying", 4003, () => [Buffer.from([26, 1])]],
		["a wrong token", 4004, () => [identify({ token: "wrong" })]],
		["another member's id", 4004, () => [identify({ user_id: "4" })]],
		["a second identify", 4005, () => [identify(), { op: 0, d: {} }]],
		["another session", 4006, () => [identify({ session_id: "other" })]],
		["another guild", 4011, () => [identify({ server_id: "9" })]],
		["another protocol", 4012, () => [identify(), select({}, "webrtc")]],
		["an unknown encryption mode", 4016, () => [identify(), select({ mode: "xsalsa20_poly1305" })]],
		["no DAVE", 4017, () => [identify({ max_dave_protocol_version: 0 })]],
		["an unknown operation", 4001, () => [identify(), { op: 99, d: {} }]],
		["an unknown binary operation", 4001, () => [identify(), Buffer.from([99])]],
		["resuming a session that never was", 4006, () => [{ op: 7, d: { ...identify().d, seq_ack: 0 } }]],
	] as const)("closes on %s with %i", async (_what, code, messages) => {
		expect(await send(...messages())).toBe(code);
	});

	test("closes with 4009 if no heartbeat comes", async () => {
		await server.stop();
		await start(10);
		expect(await send(identify())).toBe(4009);
	});

	test("closes the connection of an expelled client", async () => {
		const closed = send(identify());
		await new Promise((resolve) =>
			socket?.on("message", (raw) => String(raw).includes('"ssrc"') && resolve(0)),
		);
		server.expel("1", "3", { code: 4022, afterMs: 0 });
		expect(await closed).toBe(4022);
	});
});

describe("a sound packet", () => {
	const header = (extended: boolean) => {
		const bytes = Buffer.alloc(extended ? 16 : 12);
		bytes.writeUInt8(extended ? 0x90 : 0x80, 0);
		bytes.writeUInt8(120, 1);
		bytes.writeUInt16BE(513, 2);
		bytes.writeUInt32BE(96_000, 4);
		bytes.writeUInt32BE(7, 8);
		if (extended) bytes.writeUInt16BE(2, 14);
		return bytes;
	};
	const seal: Readonly<Record<EncryptionMode, (key: Buffer, head: Buffer, content: Buffer) => Buffer>> = {
		aead_aes256_gcm_rtpsize: (key, head, content) => {
			const nonce = Buffer.alloc(12);
			nonce.writeUInt32BE(5);
			const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(head);
			const sealed = [cipher.update(content), cipher.final()];
			return Buffer.concat([head, ...sealed, cipher.getAuthTag(), nonce.subarray(0, 4)]);
		},
		aead_xchacha20_poly1305_rtpsize: (key, head, content) => {
			const nonce = Buffer.alloc(24);
			nonce.writeUInt32BE(5);
			const sealed = xchacha20poly1305(key, nonce, head).encrypt(content);
			return Buffer.concat([head, sealed, nonce.subarray(0, 4)]);
		},
	};
	const modes = Object.keys(seal) as EncryptionMode[];

	test.each(modes)(
		"is decrypted with %s, with and without an extension, and only if it is complete",
		(mode) => {
			fc.assert(
				fc.property(
					fc.uint8Array({ minLength: 1, maxLength: 300 }),
					fc.boolean(),
					fc.nat(),
					(bytes, extended, at) => {
						const key = randomBytes(32);
						const content = Buffer.concat([Buffer.alloc(extended ? 8 : 0, 0xbe), bytes]);
						const packet = seal[mode](key, header(extended), content);
						const open = createRtpOpener(mode, key);
						expect(soundSource(packet)).toBe(7);
						expect(open(packet)).toMatchObject({ sequence: 513, timestamp: 96_000 });
						expect(Buffer.from(open(packet).payload)).toEqual(Buffer.from(bytes));
						const place = at % packet.length;
						packet.writeUInt8(packet.readUInt8(place) ^ 1, place);
						expect(() => open(packet)).toThrow();
					},
				),
			);
		},
	);

	test("isn't confused with other datagrams", () => {
		expect(soundSource(Buffer.alloc(8))).toBeUndefined();
		const control = Buffer.concat([header(false), Buffer.alloc(60)]);
		control.writeUInt8(200, 1);
		expect(soundSource(control)).toBeUndefined();
	});
});

describe("what was heard", () => {
	const hear = (...packets: (readonly [sequence: number, arrivedAt: number])[]) => {
		const ears = new Ears();
		for (const [sequence, arrivedAt] of packets)
			ears.hear({ opus: new Uint8Array(), userId: "3", sequence, timestamp: 0, arrivedAt });
		return ears.heard();
	};

	test("has a gap if packets are missing, or if one came more than 40 ms late", () => {
		expect(hear([65_534, 0], [65_535, 20], [0, 60], [3, 80], [4, 121]).gaps).toEqual([
			{ index: 3, lost: 2, waitedMs: 20 },
			{ index: 4, lost: 0, waitedMs: 41 },
		]);
	});

	test("has a gap where a packet is late, but none where it arrives, and counts on after a jump", () => {
		const { gaps } = hear([65_535, 0], [1, 20], [0, 21], [0, 22], [2, 40], [60_000, 60], [60_001, 80]);
		expect(gaps).toMatchObject([{ index: 1, lost: 1 }, { index: 5 }]);
	});
});

describe("in DAVE's messages,", () => {
	test.each([0, 63, 64, 16_383, 16_384])("a vector of %i bytes is read as it was written", (length) => {
		const content = Buffer.alloc(length, 0xa5);
		expect(new Reader(vector(content)).vector().equals(content)).toBe(true);
	});

	test("commit and welcome are told apart, and an incomplete commit is refused", () => {
		const sender = new ExternalSender();
		const [one, two] = ["11", "12"].map((userId) => {
			const session = new DAVESession(1, userId, "99");
			session.setExternalSender(sender.package);
			return session;
		}) as [DAVESession, DAVESession];
		const add = sender.proposeAdd({ groupId: uint64(99n), epoch: 0n }, two.getSerializedKeyPackage());
		const { commit, welcome } = one.processProposals(0, vector(add), ["11", "12"]);
		if (!commit || !welcome) throw new Error("The proposal was not taken.");
		expect(readCommitWelcome(Buffer.concat([commit, welcome]))).toEqual({ epoch: 0n, commit, welcome });
		expect(readCommitWelcome(commit)).toEqual({ epoch: 0n, commit, welcome: undefined });
		for (let length = 0; length < commit.length; length += 1)
			expect(() => readCommitWelcome(commit.subarray(0, length))).toThrow(RangeError);
	});

	test("a key package is accepted only if it is complete and its own member's", () => {
		const bytes = new DAVESession(1, "11", "99").getSerializedKeyPackage();
		expect(isKeyPackageOf("11", bytes)).toBe(true);
		expect(isKeyPackageOf("12", bytes)).toBe(false);
		fc.assert(
			fc.property(fc.nat(bytes.length - 1), (length) => !isKeyPackageOf("11", bytes.subarray(0, length))),
		);
		fc.assert(fc.property(fc.uint8Array(), (noise) => !isKeyPackageOf("11", Buffer.from(noise))));
	});
});
