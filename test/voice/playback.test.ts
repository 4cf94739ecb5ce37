import { type VoiceConnectionState, VoiceConnectionStatus } from "@discordjs/voice";
import { GrowingClip } from "@herald/common/audio/clip.ts";
import { createLogger } from "@herald/common/log.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onMeasure } from "../../src/shared/measures.ts";
import { FrameClock, FramePace, type PacketOutlet, Playback } from "../../src/voice/playback.ts";

const silence = 0xf8;
const frameMs = 20;
const logger = createLogger("test", "silent");

let playback: Playback;
let outlet: { -readonly [Key in keyof PacketOutlet]: PacketOutlet[Key] };
/** Lets this time pass. @returns the packets sent during this time */
let during: (ms: number) => readonly number[];

beforeEach(() => {
	vi.useFakeTimers();
	const sent: number[] = [];
	outlet = {
		state: { status: VoiceConnectionStatus.Ready } as VoiceConnectionState,
		playOpusPacket: (packet: Buffer) => {
			sent.push(packet[0] as number);
			return true;
		},
		setSpeaking: () => false,
	};
	playback = new Playback(logger, { now: () => performance.now() }, new FrameClock());
	playback.connect(outlet);
	during = (ms) => {
		vi.advanceTimersByTime(ms);
		return sent.splice(0);
	};
});
const never = new AbortController().signal;
const sound = (...bytes: number[]) => {
	const clip = new GrowingClip();
	clip.add(bytes.map((byte) => Uint8Array.of(byte)));
	clip.end();
	return clip;
};
/** The time in which this many frames are sent, and not one more. */
const msOf = (frames: number) => (frames - 0.5) * frameMs;
const silent = (frames: number) => Array.from({ length: frames }, () => silence);

afterEach(() => {
	vi.useRealTimers();
});

test("a sound has silence before and after it, and silence while its next packet is late", async () => {
	const clip = new GrowingClip();
	clip.add([Uint8Array.of(1), Uint8Array.of(2)]);
	const { ended } = playback.add(clip, never);
	expect(during(msOf(7))).toEqual([...silent(4), 1, 2, silence]);
	clip.add([Uint8Array.of(3)]);
	clip.end();
	expect(during(1_000)).toEqual([3, ...silent(5)]);
	expect(await ended).toBe(true);
});

test("a sound starts with its first packet, and no sound starts after playback is closed", async () => {
	const onStart = vi.fn();
	void playback.add(sound(1, 2), never).started.then(onStart);
	expect(during(msOf(4))).toEqual(silent(4));
	await Promise.resolve();
	expect(onStart).not.toHaveBeenCalled();
	expect(during(frameMs)).toEqual([1]);
	await Promise.resolve();
	expect(onStart).toHaveBeenCalledOnce();

	playback.close();
	const onEnd = vi.fn();
	void playback.add(sound(3), never).ended.then(onEnd);
	await Promise.resolve();
	expect(onEnd).toHaveBeenCalledWith(false);
});

test("a slow sound waits until a fifth of a second of it is there, and until twice as much the next time", () => {
	const clip = new GrowingClip();
	const add = (count: number) => clip.add(Array.from({ length: count }, () => Uint8Array.of(1)));
	const heard = (count: number) => Array.from({ length: count }, () => 1);
	add(2);
	playback.add(clip, never);
	expect(during(msOf(7))).toEqual([...silent(4), 1, 1, silence]);
	add(9);
	expect(during(5 * frameMs)).toEqual(silent(5));
	add(1);
	expect(during(11 * frameMs)).toEqual([...heard(10), silence]);
	add(19);
	expect(during(5 * frameMs)).toEqual(silent(5));
	add(1);
	expect(during(20 * frameMs)).toEqual(heard(20));
	during(frameMs);
	// A sound that has arrived completely doesn't wait for more packets.
	add(1);
	clip.end();
	expect(during(frameMs)).toEqual([1]);
});

test("sounds follow each other without a pause unless one is asked for, and a refused sound leaves no gap", async () => {
	playback.add(sound(1, 2), never);
	const refusing = new AbortController();
	const refused = playback.add(sound(3), refusing.signal, () => refusing.abort());
	const empty = playback.add(sound(), never);
	const broken = playback.add(sound(4), never, () => {
		throw new Error("nobody knows");
	});
	playback.add(sound(5), never);
	playback.add(sound(6), never, undefined, 3 * frameMs);
	expect(during(1_000)).toEqual([...silent(4), 1, 2, 5, ...silent(3), 6, ...silent(5)]);
	expect(await Promise.all([refused.ended, empty.ended, broken.ended])).toEqual([false, true, false]);
});

test.each([true, false])(
	"a sound whose signal aborts while it is asked whether it may start isn't heard, and the next one is (%s)",
	(may) => {
		const over = new AbortController();
		playback.add(sound(1), over.signal, () => {
			over.abort();
			return may;
		});
		playback.add(sound(2), never);
		expect(during(1_000)).toEqual([...silent(4), 2, ...silent(5)]);
	},
);

test("while nothing can be sent, everything waits", () => {
	playback.add(sound(1, 2, 3), never);
	expect(during(msOf(5))).toEqual([...silent(4), 1]);
	outlet.state = { status: VoiceConnectionStatus.Signalling } as VoiceConnectionState;
	expect(during(1_000)).toEqual([]);
	outlet.state = { status: VoiceConnectionStatus.Ready } as VoiceConnectionState;
	expect(during(frameMs)).toEqual([2]);
	playback.disconnect();
	expect(during(1_000)).toEqual([]);
	playback.connect(outlet);
	expect(during(1_000)).toEqual([3, ...silent(5)]);
});

test("frames after a pause, or after a time when nothing could be sent, don't count as late", () => {
	let late = 0;
	const stopCounting = onMeasure("frameLate", () => {
		late += 1;
	});
	playback.add(sound(1), never);
	during(1_000);
	playback.add(sound(2, 3, 4), never);
	expect(during(msOf(1))).toEqual([2]);
	outlet.state = { status: VoiceConnectionStatus.Signalling } as VoiceConnectionState;
	during(1_000);
	outlet.state = { status: VoiceConnectionStatus.Ready } as VoiceConnectionState;
	expect(during(1_000)).toEqual([3, 4, ...silent(5)]);
	stopCounting();
	expect(late).toBe(0);
});

test("silence begun before a sound is continued by it, and isn't repeated if the sound follows soon", () => {
	playback.expect();
	expect(during(msOf(2))).toEqual(silent(2));
	playback.add(sound(1), never);
	expect(during(1_000)).toEqual([...silent(2), 1, ...silent(5)]);
	playback.connect(outlet);
	playback.expect();
	expect(during(2_000)).toEqual(silent(4 + 5));
	playback.expect();
	expect(during(500)).toEqual([]);
	playback.add(sound(2), never);
	expect(during(4_000)).toEqual([2, ...silent(5)]);
	playback.add(sound(3), never);
	expect(during(1_000)).toEqual([...silent(4), 3, ...silent(5)]);
});

test("a sound told to end at its next pause isn't heard beyond it", async () => {
	const clip = new GrowingClip();
	// A word, a pause of 300 ms, and another word.
	const packets = [...Array(6).fill(20), ...Array(15).fill(3), ...Array(6).fill(20)];
	const levels = [1, 0.5, 0, 0, 0, 1];
	clip.end({ packets: packets.map((length) => new Uint8Array(length).fill(length)), levels, complete: true });
	const { ended } = playback.add(clip, never);
	const behind = playback.add(sound(9), never);
	during(msOf(5));
	playback.endAtPause();
	const heard = during(1_000);
	expect(heard.filter((byte) => byte === 20)).toHaveLength(5);
	expect(heard.filter((byte) => byte === 3).length).toBeLessThan(15);
	expect(heard).not.toContain(9);
	expect(await Promise.all([ended, behind.ended])).toEqual([false, false]);
});

test("after a standstill, missed frames are made up for, at most a second of them", () => {
	let standstillMs = 0;
	let frames = 0;
	const clock = new FrameClock(() => performance.now() + standstillMs);
	clock.add({
		frame: () => {
			frames += 1;
			return true;
		},
	});
	const framesIn = (ms: number, standstill: number): number => {
		standstillMs += standstill;
		frames = 0;
		vi.advanceTimersByTime(ms);
		return frames;
	};
	framesIn(100, 0);
	expect(framesIn(200, 0)).toBe(10);
	expect(framesIn(200, 200)).toBe(20);
	expect(framesIn(200, 60_000)).toBe(60);
});

/** @returns which of the frames at these times, in ms, are late */
const lateAt = (pace: FramePace, times: readonly number[]) => times.filter((now) => pace.take(now));

test("frames on time or a little late don't count as late", () => {
	expect(lateAt(new FramePace(), [1_000, 1_021, 1_040, 1_079, 1_080, 1_100])).toEqual([]);
});

test("after a standstill, every frame counts as late until Herald has caught up", () => {
	expect(lateAt(new FramePace(), [0, 20, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 220])).toEqual([
		200, 201, 202, 203, 204, 205, 206,
	]);
});

test("frames are due from the time at which the first one should have come", () => {
	expect(lateAt(new FramePace(), [35, 40, 60, 80, 141])).toEqual([141]);
});
