import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Result } from "./index.ts";
import type { Measured } from "./support/guilds-bot.ts";
import { describeWorld, HeraldProcess } from "./support/herald-process.ts";
import { startManyGuilds } from "./support/many-guilds.ts";
import { percentile, toMegabytes } from "./support/numbers.ts";
import { startSpeakingUpstream } from "./support/speaking-upstream.ts";

const token = "bench";
/** After which Discord gives up. */
const acknowledgeMs = 3_000;
/** Until memory is as it stays, in ms. */
const settleMs = 5_000;
/** How often somebody speaks while guilds arrive, in ms, and for how long. */
const everyMs = 20;
const speakMs = 10_000;

type ManyGuilds = Awaited<ReturnType<typeof startManyGuilds>>;

/** Has every shard log in anew, and members speak meanwhile. @returns how long acknowledging took, in ms, sorted */
const speakWhileGuildsArrive = async ({ playground, people }: ManyGuilds): Promise<number[]> => {
	playground.gateway.forgetSessions();
	const took: Promise<number>[] = [];
	let asked = 0;
	let lastIn = performance.now();
	for (; performance.now() - lastIn < speakMs; await wait(everyMs)) {
		asked += 1;
		const person = people[(asked * 7919) % people.length];
		// Discord, too, tells nobody of what is asked while a shard isn't there.
		if (!person || !playground.gateway.reaches(person.guild.id)) {
			lastIn = performance.now();
			continue;
		}
		const sentAt = performance.now();
		const trace = playground.command(person, "say", { text: `Number ${asked}.`, as: "file" });
		const tooLate = () => acknowledgeMs;
		took.push(trace.acknowledged().then(() => performance.now() - sentAt, tooLate));
	}
	return (await Promise.all(took)).sort((a, b) => a - b);
};

const measureGuilds = async (count: number): Promise<Result["rows"][number]> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const world = await startManyGuilds(count, token);
	const { playground, shards } = world;
	const upstream = await startSpeakingUpstream();
	const herald = new HeraldProcess(new URL("./support/guilds-bot.ts", import.meta.url), {
		...describeWorld({ dataDir, token, playground, upstream }),
		GATEWAY_SHARDS: String(shards),
	});
	try {
		const readyMs = await herald.start();
		await wait(settleMs);
		const start = await herald.ask<Measured>(process.env.SNAPSHOT ?? "measure");
		const acknowledged = await speakWhileGuildsArrive(world);
		const after = await herald.ask<Measured>("measure");
		return {
			guilds: count,
			shards,
			"ready s": (readyMs / 1_000).toFixed(1),
			"RSS MB": toMegabytes(start.rss),
			"heap MB": toMegabytes(start.heap),
			"loop p99 ms": start.delayP99.toFixed(0),
			"max ms": start.delayMax.toFixed(0),
			"/say": acknowledged.length,
			"too late": acknowledged.filter((ms) => ms >= acknowledgeMs).length,
			"p99 ms, guilds arriving": percentile(acknowledged, 0.99).toFixed(0),
			"loop p99 ms then": after.delayP99.toFixed(0),
			"RSS MB then": toMegabytes(after.rss),
		};
	} finally {
		await herald.end("SIGTERM");
		await playground.stop();
		await upstream.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};

export const name = "guilds";

/**
 * `npm run bench -- guilds COUNT…`, by default 1, 1,000, 2,500 and 10,000 guilds, a shard for each thousand. The goals:
 * 350 MB with 2,500 guilds, 500 MB with 10,000, and 200 ms for the p99 of acknowledgements while guilds arrive.
 */
export const run = async (given: readonly string[]): Promise<Result> => {
	const counts = given.length > 0 ? given.map(Number) : [1, 1_000, 2_500, 10_000];
	const rows: Result["rows"][number][] = [];
	for (const count of counts) rows.push(await measureGuilds(count));
	return { title: "one process in many guilds: 20 channels, 10 roles and 2 members in voice each", rows };
};
