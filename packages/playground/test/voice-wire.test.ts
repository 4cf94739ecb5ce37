import { createCipheriv, randomBytes } from "node:crypto";
import { DAVESession } from "@snazzah/davey";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	ExternalSender,
	isKeyPackageOf,
	Reader,
	readCommitWelcome,
	uint64,
	vector,
} from "../src/voice/dave/mls.ts";
import { Ears } from "../src/voice/heard.ts";
import { createRtpOpener, soundSource } from "../src/voice/voice-client.ts";

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
	const seal = (key: Buffer, head: Buffer, content: Buffer) => {
		const nonce = Buffer.alloc(12);
		nonce.writeUInt32BE(5);
		const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(head);
		const sealed = [cipher.update(content), cipher.final()];
		return Buffer.concat([head, ...sealed, cipher.getAuthTag(), nonce.subarray(0, 4)]);
	};

	test("is decrypted with and without an extension, and only if it is complete", () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ minLength: 1, maxLength: 300 }),
				fc.boolean(),
				fc.nat(),
				(bytes, extended, at) => {
					const key = randomBytes(32);
					const content = Buffer.concat([Buffer.alloc(extended ? 8 : 0, 0xbe), bytes]);
					const packet = seal(key, header(extended), content);
					const open = createRtpOpener("aead_aes256_gcm_rtpsize", key);
					expect(soundSource(packet)).toBe(7);
					expect(open(packet)).toMatchObject({ sequence: 513, timestamp: 96_000 });
					expect(Buffer.from(open(packet).payload)).toEqual(Buffer.from(bytes));
					const place = at % packet.length;
					packet.writeUInt8(packet.readUInt8(place) ^ 1, place);
					expect(() => open(packet)).toThrow();
				},
			),
		);
	});

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
