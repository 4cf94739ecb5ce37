import { setTimeout as wait } from "node:timers/promises";
import type { Result } from "./index.ts";
import { startManyGuilds } from "./support/many-guilds.ts";
import { percentile, processorSeconds, toMegabytes } from "./support/processor-time.ts";
import { startSpeakingUpstream } from "./support/speaking-upstream.ts";
import { startWorld } from "./support/world.ts";

/** How long Discord waits for an acknowledgement, in ms. */
const acknowledgeMs = 3_000;
/** How long memory takes to settle, in ms. */
const settleMs = 5_000;
/** How often a member speaks while a shard's guilds arrive, and for how long, in ms. */
const everyMs = 20;
const arriveMs = 1_000;
/** The fewest logins of shards that are watched. Two logins are five seconds apart. */
const arrivals = 5;

type ManyGuilds = Awaited<ReturnType<typeof startManyGuilds>>;

/**
 * Has every shard log in again, and members speak while their guilds arrive.
 *
 * @returns how long each acknowledgement took, in ms; `acknowledgeMs` for one that came too late or never
 */
const speakWhileGuildsArrive = async ({ playground, people, shards }: ManyGuilds): Promise<number[]> => {
	const peopleOf = Array.from({ length: shards }, (_, shard) =>
		people.filter(({ guild }) => Number((BigInt(guild.id) >> 22n) % BigInt(shards)) === shard),
	);
	const arrivedAt = new Map<number, number>();
	const took: Promise<number>[] = [];
	playground.gateway.forgetSessions();
	const isOver = () =>
		arrivedAt.size === shards && performance.now() - Math.max(...arrivedAt.values()) > arriveMs;
	for (; !isOver(); await wait(everyMs)) {
		for (const [shard, those] of peopleOf.entries()) {
			const now = performance.now();
			// While a shard isn't connected, Discord doesn't send its interactions to anybody.
			const isThere = those[0] !== undefined && playground.gateway.reaches(those[0].guild);
			if (isThere && !arrivedAt.has(shard)) arrivedAt.set(shard, now);
			const person = those[(took.length * 7919) % those.length];
			if (!person || now - (arrivedAt.get(shard) ?? -arriveMs) >= arriveMs) continue;
			const trace = playground.command(person, "say", { text: `Number ${took.length}.`, as: "file" });
			const tooLate = () => acknowledgeMs;
			took.push(trace.acknowledged().then(() => performance.now() - now, tooLate));
		}
	}
	return Promise.all(took);
};

const measureGuilds = async (count: number): Promise<Result["rows"][number]> => {
	const world = await startManyGuilds(count);
	const { playground, shards } = world;
	const { herald, stop } = startWorld({
		playground,
		upstream: await startSpeakingUpstream(),
		environment: { GATEWAY_SHARDS: String(shards) },
		reports: true,
	});
	try {
		const readyMs = await herald.start();
		const workSeconds = processorSeconds(herald.pid);
		await wait(settleMs);
		const start = await herald.report();
		const collected = await herald.report(process.env.SNAPSHOT ?? "collect");
		const acknowledged: number[] = [];
		for (let watched = 0; watched < arrivals; watched += shards)
			acknowledged.push(...(await speakWhileGuildsArrive(world)));
		acknowledged.sort((a, b) => a - b);
		const after = await herald.report();
		return {
			guilds: count,
			shards,
			"ready s": (readyMs / 1_000).toFixed(1),
			"of it work": workSeconds.toFixed(1),
			"RSS MB": toMegabytes(start.memory.rss),
			"heap MB": toMegabytes(collected.memory.heapUsed),
			"loop p99 ms": start.delay.p99.toFixed(0),
			"max ms": start.delay.max.toFixed(0),
			"/say": acknowledged.length,
			"too late": acknowledged.filter((ms) => ms >= acknowledgeMs).length,
			"p50 ms, guilds arriving": percentile(acknowledged, 0.5).toFixed(0),
			"p99 ms": percentile(acknowledged, 0.99).toFixed(0),
			"loop p99 ms then": after.delay.p99.toFixed(0),
			"max ms then": after.delay.max.toFixed(0),
			"RSS MB then": toMegabytes(after.memory.rss),
		};
	} finally {
		await stop();
	}
};

/**
 * `npm run bench -- guilds COUNT…`: by default 1, 1,000, 2,500 and 10,000 guilds, a shard per thousand.
 * The goals: 350 MB with 2,500 guilds, 500 MB with 10,000, and 200 ms for the p99 of acknowledgements while guilds
 * arrive. One shard logs in every five seconds, so a start is mostly waiting; the table also has its processor time.
 * All four counts take about four minutes.
 */
export const run = async (
	given: readonly string[],
	tell: (row: Result["rows"][number]) => void,
): Promise<Result> => {
	const counts = given.length > 0 ? given.map(Number) : [1, 1_000, 2_500, 10_000];
	const rows: Result["rows"][number][] = [];
	for (const count of counts) {
		const row = await measureGuilds(count);
		rows.push(row);
		tell(row);
	}
	return { title: "one process in many guilds: 20 channels, 10 roles and 2 members in voice each", rows };
};
