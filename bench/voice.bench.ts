import { setTimeout as wait } from "node:timers/promises";
import type { Result } from "./index.ts";
import { type BusyGuild, type BusyWorld, startBusyWorld } from "./support/busy-world.ts";
import type { Taken } from "./support/measured-bot.ts";

const measureMs = 15_000;
/** Until code that runs for every frame has been compiled, in ms. */
const warmUpMs = 5_000;
/** How many channels speak unless told otherwise. */
const usualCounts = [1, 50, 100, 200];
/** What a listener waits longer for was no frame that came late: nothing was spoken, in ms. */
const pauseMs = 1_000;
/** Frames by which a channel is known to speak. */
const framesSpeaking = 50;
/** A text of over a minute. */
const longText = Array.from({ length: 50 }, () => "one two three four").join(" ");
/** Messages that take a little over four seconds each, and how often one is written. */
const messages = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"].map(
	(first) => `${first} and one two three four five six seven eight nine.`,
);
const messageMs = 4_000;

/** How often Herald is asked into a channel where it couldn't connect in time, and how long that is waited for, in ms. */
const joinsMax = 5;
const joinMs = 20_000;

/** @throws where something doesn't come about in time */
const until = async (isSo: () => boolean, ms = 180_000): Promise<void> => {
	const end = performance.now() + ms;
	while (!isSo()) {
		if (performance.now() > end) throw new Error("Some of the channels stay silent");
		await wait(100);
	}
};

const joinAll = async ({ guilds, playground }: BusyWorld): Promise<void> => {
	const missing = () => guilds.filter(({ guild }) => !playground.voice.isEndToEnd(guild));
	for (let times = 0; times < joinsMax && missing().length > 0; times += 1) {
		for (const { person } of missing()) playground.command(person, "join");
		await until(() => missing().length === 0, joinMs).catch(() => {});
	}
};

/** Has every channel speak, until the signal aborts: a long text in each, or one short message after the other. */
const speak = async (world: BusyWorld, reading: boolean, signal: AbortSignal): Promise<void> => {
	const { guilds, playground, say } = world;
	if (!reading) {
		for (const guild of guilds) for (let times = 0; times < 2; times += 1) say(guild, longText, "channel");
		return;
	}
	const write = (n: number) => {
		const { person, voice } = guilds[n % guilds.length] as BusyGuild;
		const message = messages[Math.floor(n / guilds.length) % messages.length] as string;
		playground.post(person, message, { channel: voice });
	};
	let n = 0;
	while (n < guilds.length) write(n++);
	// Evenly spread, as members of many guilds write.
	while (!signal.aborted) {
		write(n++);
		await wait(messageMs / guilds.length, undefined, { signal }).catch(() => {});
	}
};

const measureChannels = async (count: number, reading: boolean): Promise<Result["rows"][number]> => {
	const world = await startBusyWorld(count, {
		entry: new URL("./support/measured-bot.ts", import.meta.url),
		environment: { LOG_LEVEL: "warn" },
	});
	const { guilds, herald, playground } = world;
	const over = new AbortController();
	try {
		await herald.start();
		if (reading)
			for (const { person } of guilds)
				await playground.command(person, "server reading", { "voice-chat": true }).firstAnswer();
		await joinAll(world);
		const speaking = speak(world, reading, over.signal);
		const heard = () => guilds.map(({ person }) => playground.voice.heard(person));
		await until(() => heard().every(({ packets }) => packets.length > framesSpeaking));
		await wait(warmUpMs);
		const before = await herald.ask<Taken>("taken");
		const startedAt = performance.now();
		for (const { person } of guilds) playground.voice.forgetHeard(person);
		await wait(measureMs);
		const { cpuMs, rssMiB } = await herald.ask<Taken>("taken");
		const took = performance.now() - startedAt;
		const listeners = heard();
		over.abort();
		await speaking;
		const lost = listeners.reduce((sum, { gaps }) => sum + gaps.reduce((all, gap) => all + gap.lost, 0), 0);
		const frames = listeners.reduce((sum, { packets }) => sum + packets.length, lost);
		const waits = listeners.flatMap(({ gaps }) => gaps.map(({ waitedMs }) => waitedMs));
		const late = waits.filter((ms) => ms > 0 && ms < pauseMs);
		const cpu = cpuMs - before.cpuMs;
		return {
			channels: count,
			reading: reading ? "on" : "off",
			"CPU %": ((cpu / took) * 100).toFixed(1),
			"CPU % a channel": ((cpu / took / count) * 100).toFixed(3),
			"CPU µs a frame": ((cpu / frames) * 1_000).toFixed(1),
			"frames/s a channel": ((frames / count / took) * 1_000).toFixed(1),
			"late frames %": ((late.length / frames) * 100).toFixed(2),
			"longest gap ms": Math.max(20, ...late).toFixed(0),
			lost,
			"RSS MiB": rssMiB.toFixed(0),
		};
	} finally {
		over.abort();
		await world.stop();
	}
};

export const name = "voice-channels";

/**
 * What Herald takes for speaking, in a process that does nothing else. Every frame is end-to-end encrypted, carried by
 * UDP to the playground in this process, and decrypted by a listener; a frame is late when it comes more than 40 ms after
 * the one before it.
 *
 * @param args - how many channels speak at once; several counts are measured one after the other. `on` or `off`: with
 * reading or without it alone
 */
export const run = async (args: readonly string[]): Promise<Result> => {
	const given = args.map(Number).filter((count) => count > 0);
	const modes = [false, true].filter((reading) => !args.includes(reading ? "off" : "on"));
	const rows: Result["rows"][number][] = [];
	for (const count of given.length > 0 ? given : usualCounts)
		for (const reading of modes) rows.push(await measureChannels(count, reading));
	return { title: `speaking in many channels from one process for ${measureMs / 1_000} s`, rows };
};
