import { setTimeout as wait } from "node:timers/promises";
import type { Result } from "./index.ts";
import { listChildren } from "./support/processor-time.ts";
import { startSpeakingWorld } from "./support/speaking-world.ts";

const usualProcesses = 10;
const usualChannels = 200;
const warmUpMs = 5_000;
/** How long packets are counted before the kill, and after it, in ms. */
const beforeMs = 5_000;
const afterMs = 15_000;

/**
 * Measures what killing a process that speaks costs the channels of other processes. Needs `python3`.
 *
 * @param args - the number of processes, and of channels in all
 */
export const run = async (args: readonly string[]): Promise<Result> => {
	const [processes = usualProcesses, channelCount = usualChannels] = args.map(Number);
	const world = await startSpeakingWorld(channelCount, {
		GATEWAY_SHARDS: String(processes),
		GATEWAY_SHARDS_PER_PROCESS: "1",
	});
	try {
		await world.speak(false);
		await world.untilAllSpeak();
		await wait(warmUpMs);
		const watched = world.watch(beforeMs + afterMs);
		await wait(beforeMs);
		const victim = listChildren(world.herald.pid)[0];
		if (victim === undefined) throw new Error("Herald is one process");
		process.kill(victim, "SIGKILL");
		const all = [...(await watched).values()];
		// Channels of the killed process have few frames, because they continue under other SSRCs.
		const most = Math.max(...all.map(({ frames }) => frames));
		const others = all.filter(({ frames }) => frames > most * 0.9);
		const sum = (of: "frames" | "late" | "lost") => others.reduce((total, each) => total + each[of], 0);
		return {
			title: `one of ${processes} processes is killed while ${channelCount} channels speak`,
			rows: [
				{
					"other processes' channels": others.length,
					"their frames": sum("frames"),
					lost: sum("lost"),
					late: sum("late"),
					"longest gap ms": Math.max(...others.map(({ longestMs }) => longestMs)).toFixed(0),
				},
			],
		};
	} finally {
		await world.stop();
	}
};
