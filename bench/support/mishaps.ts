import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { BusyGuild, BusyWorld } from "./busy-world.ts";

const everyMs = 4_000;
const diskFullMs = 5_000;
/** The largest file that can be written while the disk is full, in bytes: one page, which is less than any database. */
const fullDiskBytes = 4_096;

/** Causes mishaps at random until the signal aborts. @returns the number of each */
export const runMishaps = async (world: BusyWorld, signal: AbortSignal): Promise<Record<string, number>> => {
	const { playground, upstream, guilds, herald } = world;
	const { voice, gateway } = playground;
	const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
	const limitFiles = (bytes: number | "unlimited") =>
		execFileSync("prlimit", ["--pid", String(herald.pid), `--fsize=${bytes}:`]);
	const fillDisk = async () => {
		limitFiles(fullDiskBytes);
		await wait(diskFullMs);
		limitFiles("unlimited");
	};
	const mishaps: Readonly<Record<string, ({ guild }: BusyGuild) => unknown>> = {
		"service fails": () => upstream.fail(pick([0.1, 0.5])),
		"service is well": () => upstream.fail(0),
		"voice cut": ({ guild }) => voice.drop(guild),
		"voice server changed": ({ guild }) => voice.changeServer(guild),
		"voice closed": ({ guild }) => voice.close(4006, guild),
		"gateway cut": () => gateway.drop(),
		"disk full": fillDisk,
	};
	const counts = Object.fromEntries(Object.keys(mishaps).map((name) => [name, 0]));
	while (!signal.aborted) {
		const [name, happen] = pick(Object.entries(mishaps));
		counts[name] = (counts[name] ?? 0) + 1;
		await happen(pick(guilds));
		await wait(everyMs * Math.random() * 2, undefined, { signal }).catch(() => {});
	}
	upstream.fail(0);
	return counts;
};
