import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { InteractionTrace } from "@herald/playground";
import { serverPanel } from "../test/support/server-panel.ts";
import type { Result } from "./index.ts";
import { type BusyGuild, type BusyWorld, startBusyWorld } from "./support/busy-world.ts";
import { describeTrace, MemberLoad } from "./support/member-load.ts";
import type { LogLine } from "./support/world.ts";
import { findPort } from "./support/world.ts";

const everyMs = 4_000;
const diskFullMs = 5_000;
/** The largest file that can be written while the disk is full, in bytes: one page, which is less than any database. */
const fullDiskBytes = 4_096;

/** Causes mishaps at random until the signal aborts. @returns the number of each */
const runMishaps = async (world: BusyWorld, signal: AbortSignal): Promise<Record<string, number>> => {
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

const samplesMax = 120;
/** The share of the time that is excluded as warm-up. */
const warmUpShare = 1 / 3;
const settleMs = 120_000;
/** How many kinds of errors are listed. */
const kindsMax = 20;

/** @returns the slope of a line through the samples (least squares), per sample */
const findSlope = (values: readonly number[]): number => {
	const middle = (values.length - 1) / 2;
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	const rise = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
	const run = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
	return run === 0 ? 0 : rise / run;
};

/** @returns the sum of a metric's values over all its labels, or over those labels that contain `label` */
const readMetric = async (port: number, name: string, label = ""): Promise<number> => {
	const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
	const lines = text
		.split("\n")
		.filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(label));
	return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
};

const begin = async ({ playground, guilds, herald }: BusyWorld): Promise<number> => {
	await herald.start();
	await Promise.all(
		guilds.map(async ({ person }) => {
			await serverPanel(playground, person).set({ voiceChat: true });
			await playground.command(person, "join").firstAnswer();
		}),
	);
	return guilds.length * 2;
};

const measure = async (herald: BusyWorld["herald"]) => {
	const { memory, anonymousKb, delay: _, ...counts } = await herald.report();
	return {
		"memory MB": memory.rss / 1024 ** 2,
		/** The part of the memory that isn't mapped from files. */
		"anonymous MB": anonymousKb / 1024,
		"heap MB": memory.heapUsed / 1024 ** 2,
		...counts,
	};
};

type ProcessUse = Awaited<ReturnType<typeof measure>>;

const describeGrowth = (samples: readonly ProcessUse[], everyMs: number): Result["rows"] => {
	const steady = samples.slice(Math.floor(samples.length * warmUpShare));
	const [first] = samples;
	return Object.keys(first ?? {}).map((key) => {
		const values = steady.map((sample) => sample[key as keyof ProcessUse]);
		return {
			held: key,
			"at first": (first?.[key as keyof ProcessUse] ?? 0).toFixed(0),
			"after warm-up": (values[0] ?? 0).toFixed(0),
			"at last": (values.at(-1) ?? 0).toFixed(0),
			"a minute": ((findSlope(values) * 60_000) / everyMs).toFixed(2),
		};
	});
};

/** @returns the number of errors of each kind, the most frequent first */
const countKinds = (errors: readonly LogLine[]): Result["rows"] => {
	const counts = new Map<string, number>();
	for (const { event, outcome, problem, err } of errors) {
		const { message } = (err ?? {}) as { readonly message?: unknown };
		const kind = [event, outcome, problem, message].filter(Boolean).join(" · ");
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
	}
	return [...counts]
		.sort(([, a], [, b]) => b - a)
		.slice(0, kindsMax)
		.map(([held, count]) => ({ held, logged: count }));
};

const listTraces = (held: string, traces: readonly InteractionTrace[]): Result["rows"] =>
	traces.slice(0, kindsMax).map((trace) => ({ held, said: describeTrace(trace) }));

/**
 * `npm run bench -- soak MINUTES GUILDS SECONDS`: by default 5
 * minutes, 50 guilds, and 8 seconds between a guild's commands.
 * Below 5 seconds, more is requested than a channel has time for, so queues and memory grow.
 */
export const run = async ([
	minutes = "5",
	guildCount = "50",
	pauseSeconds = "8",
]: readonly string[]): Promise<Result> => {
	const port = await findPort();
	const world = await startBusyWorld(Number(guildCount), {
		environment: { OPERATIONS_PORT: String(port), LOG_LEVEL: "warn" },
		reports: true,
	});
	const { herald, playground, guilds, upstream } = world;
	const over = new AbortController();
	try {
		const setUp = await begin(world);
		const load = new MemberLoad(world, Number(pauseSeconds) * 1_000);
		const mishaps = runMishaps(world, over.signal);
		const everyMs = Math.max(1_000, (Number(minutes) * 60_000) / samplesMax);
		const samples: ProcessUse[] = [];
		let written = 0;
		for (const end = performance.now() + Number(minutes) * 60_000; performance.now() < end; ) {
			await wait(everyMs);
			samples.push(await measure(herald));
			for (const { person, voice } of guilds)
				if (Math.random() < everyMs / 8_000) {
					written += 1;
					playground.post(person, `Message ${written}, which is read aloud.`, { channel: voice });
				}
		}
		over.abort();
		await load.stop();
		for (const until = performance.now() + settleMs; performance.now() < until; await wait(1_000))
			if (load.unanswered().length === 0) break;
		const happened = await mishaps;
		const errors = herald.log.filter(({ level }) => Number(level) >= 50);
		return {
			title: `${guildCount} guilds speaking and reading for ${minutes} minutes; ${JSON.stringify(happened)}`,
			rows: [
				...describeGrowth(samples, everyMs),
				{
					held: "counted by both sides",
					interactions: `${load.traces.length + setUp} sent, ${await readMetric(port, "herald_interactions_total")} counted`,
					"speech requests": `${upstream.texts.length} seen, ${await readMetric(port, "herald_speech_requests_total")} counted, ${await readMetric(port, "herald_speech_requests_total", 'status="aborted"')} of them given up`,
					"messages written": written,
					"acknowledged without an answer": load.unanswered().length,
					"never acknowledged": load.ignored().length,
					"told of a full disk": errors.filter(({ event }) => event === "not_stored").length,
					"other errors": errors.filter(({ event }) => event !== "not_stored").length,
				},
				...countKinds(errors),
				...listTraces("without an answer", load.unanswered()),
				...listTraces("never acknowledged", load.ignored()),
			],
		};
	} finally {
		over.abort();
		await world.stop();
	}
};
