import { setTimeout as wait } from "node:timers/promises";
import type { Result } from "./index.ts";
import { processorSeconds, residentBytes, toMegabytes } from "./support/processor-time.ts";
import { type SpeakingWorld, startSpeakingWorld } from "./support/speaking-world.ts";

const measureMs = 15_000;
/**
 * The wait before measuring, in ms. By its end, code that runs for every frame is compiled, and V8 has collected the
 * garbage of joining, in up to three rounds.
 */
const warmUpMs = 25_000;
/** The numbers of channels if none is given. */
const usualCounts = [1, 50, 100, 200];

type Row = Result["rows"][number];

const watchChannels = async (world: SpeakingWorld): Promise<Row> => {
	const { pid } = world.herald;
	await world.untilAllSpeak();
	await wait(warmUpMs);
	const startedAt = performance.now();
	const before = processorSeconds(pid);
	const channels = [...(await world.watch(measureMs)).values()];
	const cpuMs = (processorSeconds(pid) - before) * 1_000;
	const took = performance.now() - startedAt;
	const sum = (of: "frames" | "late" | "lost") => channels.reduce((all, each) => all + each[of], 0);
	const count = world.guilds.length;
	const frames = sum("frames");
	return {
		channels: count,
		"CPU %": ((cpuMs / took) * 100).toFixed(1),
		"CPU % a channel": ((cpuMs / took / count) * 100).toFixed(3),
		"CPU µs a frame": ((cpuMs / frames) * 1_000).toFixed(1),
		"frames/s a channel": ((frames / count / took) * 1_000).toFixed(1),
		"late frames %": ((sum("late") / frames) * 100).toFixed(2),
		"longest gap ms": Math.max(...channels.map(({ longestMs }) => longestMs)).toFixed(0),
		lost: sum("lost"),
		"RSS MiB": toMegabytes(residentBytes(pid)),
	};
};

/** Shards per process if there are several processes. Each shard lets Herald join a hundred channels a minute. */
const shardsEach = 4;

const measure = async (
	count: number,
	reading: boolean,
	processes: number,
	perSecond: number | undefined,
): Promise<Row> => {
	const world = await startSpeakingWorld(count, {
		...(processes > 1 && {
			GATEWAY_SHARDS: String(processes * shardsEach),
			GATEWAY_SHARDS_PER_PROCESS: String(shardsEach),
		}),
	});
	try {
		await world.speak(reading, perSecond && (count * 1_000) / perSecond);
		return { processes, reading: reading ? "on" : "off", ...(await watchChannels(world)) };
	} finally {
		await world.stop();
	}
};

/**
 * Measures what speaking costs Herald, in processes that do nothing else. Every frame is end-to-end encrypted and sent
 * by UDP. A separate process counts frames by the kernel's time of arrival, and passes every tenth on to a listener
 * that decrypts it. A frame is late if it comes more than 40 ms, but less than a second, after the previous one. Needs
 * `python3`.
 *
 * @param args - numbers of channels that speak at once, measured one after the other. `on` or `off`: only with or
 *   without reading. `messages=N`: N messages per second in all channels together; by default, one every four seconds
 *   in each. `processes=N`: in N processes
 */
export const run = async (args: readonly string[]): Promise<Result> => {
	const settingOf = (key: string) =>
		args.find((arg) => arg.startsWith(`${key}=`))?.slice(key.length + 1) ?? "";
	const given = args.map(Number).filter((count) => count > 0);
	const modes = [false, true].filter((reading) => !args.includes(reading ? "off" : "on"));
	const perSecond = Number(settingOf("messages")) || undefined;
	const rows: Row[] = [];
	for (const count of given.length > 0 ? given : usualCounts)
		for (const reading of modes)
			rows.push(await measure(count, reading, Number(settingOf("processes")) || 1, perSecond));
	return { title: `speaking in many channels for ${measureMs / 1_000} s`, rows };
};
