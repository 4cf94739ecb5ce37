import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AudioError, type Clip, joinClips } from "@herald/common/audio/clip.ts";
import { closeEncoder, encodeClip } from "@herald/common/audio/encode-clip.ts";
import { isOgg, readOgg, writeOgg } from "@herald/common/audio/ogg.ts";
import { countSamples, decodeInSteps, finish } from "@herald/common/audio/opus.ts";
import { writeWav } from "@herald/common/audio/pcm.ts";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { parseOgg } from "../support/ogg.ts";
import { inSilence, makeSine, measureFrequency } from "./sounds.ts";

const directory = mkdtempSync(join(tmpdir(), "herald-ogg-"));
afterAll(() => {
	closeEncoder();
	rmSync(directory, { recursive: true });
});

/** @returns stdout and stderr, because programs complain on either */
function run(program: string, args: string[]): Buffer {
	const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 1e8 });
	expect(status).toBe(0);
	return Buffer.concat([stdout, stderr]);
}

const has = (program: string) => spawnSync(program, ["-version"]).error === undefined;

const short = encodeClip(makeSine(440, -20, 0.05));
const long = encodeClip(inSilence(0.5, makeSine(300, -12, 3.21), 0.5));
const files: [string, Clip][] = [
	["a Clip of one page", short],
	["a Clip of exactly one second", encodeClip(makeSine(440, -20, 1))],
	["a Clip of several pages", long],
	["Clips in a row", joinClips([long, short, long, short])],
];

function save({ packets, durationMs }: Clip): string {
	const path = join(directory, `${durationMs}.ogg`);
	writeFileSync(path, writeOgg(packets, durationMs));
	return path;
}

describe("writeOgg", () => {
	it("writes pages of whole packets, numbered, with checksums and times", () => {
		const packet = fc.uint8Array({ minLength: 1, maxLength: 1_276, size: "max" });
		fc.assert(
			fc.property(fc.array(packet, { minLength: 2, maxLength: 130, size: "max" }), (packets) => {
				const durationMs = (packets.length - 1) * 20;
				const pages = parseOgg(writeOgg(packets, durationMs));
				const sound = pages.slice(2);
				expect(pages.map((page) => page.sequence)).toEqual(pages.map((_, i) => i));
				expect(pages.map((page) => page.checksum)).toEqual(pages.map((page) => page.expectedChecksum));
				expect(new Set(pages.map((page) => page.serial)).size).toBe(1);
				expect(pages.map((page) => page.flags)).toEqual([2, 0, ...sound.slice(1).map(() => 0), 4]);
				expect(Buffer.concat(sound.flatMap((page) => page.packets))).toEqual(Buffer.concat(packets));
				expect(sound.flatMap((page) => page.packets)).toHaveLength(packets.length);
				let count = 0;
				for (const page of sound.slice(0, -1)) {
					count += page.packets.length;
					expect(page.packets.length).toBeLessThanOrEqual(50);
					expect(page.granule).toBe(count * 960);
				}
				expect(sound.at(-1)?.granule).toBe(durationMs * 48 + 312);
			}),
			{ numRuns: 25 },
		);
	});

	it("ends a page early if the longest packets wouldn't fit", () => {
		const packets = Array.from({ length: 60 }, (_, i) => new Uint8Array(1_276).fill(i));
		const sound = parseOgg(writeOgg(packets, 59 * 20)).slice(2);
		expect(sound.map((page) => page.packets.length)).toEqual([42, 18]);
		expect(Buffer.concat(sound.flatMap((page) => page.packets))).toEqual(Buffer.concat(packets));
	});

	it("writes a header for one channel, 24 kHz and 312 samples to skip, and Herald's name", () => {
		const [head, tags] = parseOgg(writeOgg(long.packets, long.durationMs)).map((page) => page.packets[0]);
		expect(head?.toString("hex")).toBe(`${Buffer.from("OpusHead").toString("hex")}01013801c05d0000000000`);
		expect(tags?.toString("latin1")).toBe("OpusTags\x06\0\0\0herald\0\0\0\0");
	});

	it("refuses packets that don't add up to the duration", () => {
		expect(() => writeOgg(long.packets, long.durationMs + 20)).toThrow(RangeError);
		expect(() => writeOgg(long.packets, long.durationMs - 20)).toThrow(RangeError);
		expect(() => writeOgg([], 0)).toThrow(RangeError);
	});

	it.skipIf(!has("opusinfo")).each(files)("makes %s without a complaint from opusinfo", (_, clip) => {
		const said = run("opusinfo", [save(clip)]).toString();
		const [, minutes, seconds] = /Playback length: (\d+)m:([\d.]+)s/.exec(said) ?? [];
		expect(said).not.toMatch(/warning|error|hole|invalid/i);
		// opusinfo drops fractions of a millisecond, and inexact floating-point numbers can make 20 ms into 19 ms.
		expect(
			Math.abs(Number(minutes) * 60_000 + Number(seconds) * 1_000 - clip.durationMs),
		).toBeLessThanOrEqual(1.001);
	});

	it.skipIf(!has("ffmpeg")).each(files)("makes %s play for exactly its duration", (_, clip) => {
		const raw = run("ffmpeg", ["-v", "warning", "-i", save(clip), "-f", "s16le", "-"]);
		expect(raw).toHaveLength(clip.durationMs * 48 * 2);
	});
});

describe("readOgg", () => {
	const ofClip = ({ packets, durationMs }: Clip) => writeOgg(packets, durationMs);

	it.each(files)("finds the packets written in %s, and their end", (_, clip) => {
		const file = ofClip(clip);
		expect(isOgg(file)).toBe(true);
		const { packets, preSkip, end } = readOgg(file);
		expect(packets.map((packet) => [...packet])).toEqual(clip.packets.map((packet) => [...packet]));
		expect([preSkip, end - preSkip]).toEqual([312, clip.durationMs * 48]);
		for (const packet of packets) expect(countSamples(packet)).toBe(480);
	});

	it.skipIf(!has("opusenc")).each([
		["usual packets", "20", 1],
		["long packets, several to a page", "60", 2],
		["short packets of two channels", "2.5", 2],
	])("reads %s as written by opusenc", (name, framesize, channels) => {
		const { samples, sampleRate } = makeSine(440, -12, 3.21, 48_000);
		const both =
			channels === 1
				? samples
				: Int16Array.from({ length: samples.length * 2 }, (_, i) => samples[i >> 1] as number);
		const raw = join(directory, `${name}.raw`);
		const path = join(directory, `${name}.opus`);
		writeFileSync(raw, Buffer.from(both.buffer));
		const how = ["--quiet", "--raw", "--raw-chan", `${channels}`, "--raw-rate", `${sampleRate}`];
		// At this bit rate, some packets continue on the next page.
		run("opusenc", [...how, "--bitrate", "256", "--framesize", framesize, raw, path]);
		const { packets, preSkip, end } = readOgg(readFileSync(path));
		expect(end - preSkip).toBe(samples.length);
		const decoded = finish(decodeInSteps(packets, preSkip)).subarray(0, (end - preSkip) / 2);
		expect(decoded).toHaveLength(samples.length / 2);
		expect(measureFrequency(decoded.subarray(2_400, -2_400), 24_000)).toBeCloseTo(440, 0);
	});

	it("reads a truncated file up to its end, and refuses files of another codec", () => {
		const file = ofClip(long);
		const cut = readOgg(file.subarray(0, file.length - 2_000)).packets;
		expect(cut.length).toBeGreaterThan(50);
		expect(cut.length).toBeLessThan(long.packets.length);
		const head = file.indexOf("O".charCodeAt(0), 4);
		expect(() => readOgg(file.with(head, 0))).toThrow("An Ogg file of something other than Opus");
		expect(() => readOgg(file.with(head + 18, 1))).toThrow("An Ogg file of more than two channels");
		expect(isOgg(writeWav(makeSine(440, -20, 0.1)))).toBe(false);
	});

	it("throws only AudioError, whatever is wrong with a file and its packets", () => {
		const file = ofClip(short);
		const wrong = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
		fc.assert(
			fc.property(wrong, fc.nat(file.length), (changes, length) => {
				const broken = file.slice();
				for (const [at, byte] of changes) broken[at] = byte;
				try {
					const { packets, preSkip } = readOgg(broken.subarray(0, length));
					finish(decodeInSteps(packets, preSkip));
				} catch (error) {
					expect(error).toBeInstanceOf(AudioError);
				}
			}),
			{ numRuns: 300 },
		);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 4_000 }), (packet) => {
				try {
					const samples = countSamples(packet);
					expect(samples).toBeGreaterThan(0);
					expect(samples).toBeLessThanOrEqual(2_880);
					expect(finish(decodeInSteps([packet], 0))).toHaveLength(samples);
				} catch (error) {
					expect(error).toBeInstanceOf(AudioError);
				}
			}),
			{ numRuns: 300 },
		);
	});
});
