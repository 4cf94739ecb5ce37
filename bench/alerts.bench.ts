import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import type { Result } from "./index.ts";
import { type BusyGuild, type BusyWorld, startBusyWorld } from "./support/busy-world.ts";
import { findPort } from "./support/find-port.ts";
import { startPostgres } from "./support/postgres.ts";
import { startPrometheus } from "./support/prometheus.ts";

/**
 * Each outage makes its alert fire in a real Prometheus, which clears afterwards, and a Herald that is well makes none.
 * The first argument is how many times faster than they ship the rules go by, the second an outage's name.
 */

/** One /say in so many ms. */
const sayEveryMs = 1_000;
const healthyMs = 600_000;
/** How long an alert may take to fire, and to clear, in ms of rules that go by as they ship. */
const longestMs = 1_800_000;
/** Discord's answers take so long, in ms. */
const slowMs = 2_300;
/** What another program that has `bot.db` open keeps it locked for, in ms of rules that go by as they ship. */
const lockedMs = 40_000;
/** What a text takes of a service that speaks one at a time, in ms: four times what is asked for. */
const overloadedMs = 4 * sayEveryMs;
/** Of the 60 texts a minute that are asked for. */
const allowedPerMinute = 50;

interface Outage {
	readonly alerts: readonly string[];
	/** Begins it, in rules that go by so many times faster. @returns how to end it */
	readonly begin: (world: BusyWorld, times: number) => Promise<() => unknown>;
}

type Outages = Readonly<Record<string, Outage>>;

/** Keeps every acknowledgement waiting before Discord looks at it. */
const slowDown = ({ playground }: BusyWorld): (() => void) => {
	let isOver = false;
	const next = (): void => {
		const held = playground.faults.hold({ path: /\/callback$/ });
		void held.arrived.then(() => {
			if (!isOver) next();
			return wait(slowMs).then(held.release);
		});
	};
	next();
	return () => {
		isOver = true;
		playground.faults.clear();
	};
};

const outages: Outages = {
	"bot.db is locked for 40 s": {
		alerts: ["HeraldDatabaseAway"],
		begin: async ({ dataDir }, times) => {
			const other = new Database(join(dataDir, "bot.db"));
			other.exec("BEGIN IMMEDIATE");
			setTimeout(() => other.close(), lockedMs / times);
			return () => {};
		},
	},
	"a process hangs": {
		alerts: ["HeraldProcessSilent"],
		begin: async ({ herald }) => {
			const pid = Number(
				herald.log.findLast(({ event, process }) => event === "ready" && process === 2)?.pid,
			);
			process.kill(pid, "SIGSTOP");
			// Its supervisor may have killed it.
			return () => herald.log.some(({ event }) => event === "process_hung") || process.kill(pid, "SIGCONT");
		},
	},
	"Discord takes 2.3 s to answer": {
		alerts: ["HeraldAcknowledgesLate", "HeraldUnanswered"],
		begin: async (world) => slowDown(world),
	},
	"the service refuses with 403": {
		alerts: ["HeraldSpeechRefused"],
		begin: async ({ upstream }) => {
			upstream.refuse(403);
			return () => upstream.refuse(undefined);
		},
	},
	"the service speaks a quarter of what is asked for": {
		alerts: ["HeraldSpeechOverloaded"],
		begin: async ({ upstream }) => {
			upstream.slowDown(overloadedMs);
			return () => upstream.slowDown(0);
		},
	},
	"the service answers 429 to one text in six": {
		alerts: ["HeraldSpeechOverloaded"],
		begin: async ({ upstream }) => {
			upstream.allow(allowedPerMinute);
			return () => upstream.allow(Number.POSITIVE_INFINITY);
		},
	},
	"Discord's gateway is gone": {
		alerts: ["HeraldWithoutDiscord"],
		begin: async ({ playground }) => {
			playground.gateway.isDown = true;
			playground.gateway.drop();
			return () => {
				playground.gateway.isDown = false;
			};
		},
	},
	"Herald is killed": {
		alerts: ["HeraldDown"],
		begin: async ({ herald }) => {
			await herald.end("SIGKILL");
			return () => herald.start();
		},
	},
};

/** Members of all guilds speak, one after another, each time another text. @returns how to end that */
const speakOften = (world: BusyWorld): (() => void) => {
	let n = 0;
	const timer = setInterval(() => {
		const guild = world.guilds[n % world.guilds.length] as BusyGuild;
		world
			.say(guild, `Number ${n++}`, "file")
			.firstAnswer()
			.catch(() => {});
	}, sayEveryMs);
	return () => clearInterval(timer);
};

/** @returns outages of a Herald that keeps its data there */
const outagesOf = ({
	hang,
	resume,
}: Pick<Awaited<ReturnType<typeof startPostgres>>, "hang" | "resume">): Outages => ({
	"PostgreSQL hangs": {
		alerts: ["HeraldDatabaseAway"],
		begin: async () => {
			hang();
			return resume;
		},
	},
});

export const run = async (
	args: readonly string[],
	tell: (row: Result["rows"][number]) => void,
): Promise<Result> => {
	const times = Number(args[0] ?? 5);
	const rows: Result["rows"][number][] = [];
	const add = (row: Result["rows"][number]) => {
		rows.push(row);
		tell(row);
	};
	const runIn = async (environment: Readonly<Record<string, string>>, all: Outages): Promise<void> => {
		const chosen = Object.entries(all).filter(([outage]) => outage.includes(args[1] ?? ""));
		if (chosen.length === 0) return;
		const port = await findPort();
		const world = await startBusyWorld(4, {
			environment: {
				OPERATIONS_PORT: String(port),
				GATEWAY_SHARDS: "2",
				GATEWAY_SHARDS_PER_PROCESS: "1",
				LOG_LEVEL: "info",
				...environment,
			},
		});
		await world.herald.start();
		const prometheus = await startPrometheus(port, times);
		const stopSpeaking = speakOften(world);
		const spanSeconds = (since: number) => Math.round(((performance.now() - since) * times) / 1_000);
		/** @returns how long it took until exactly none, or at least these, fire, in s of the rules' time; "never" */
		const until = async (isSo: (firing: readonly string[]) => boolean): Promise<number | string> => {
			const since = performance.now();
			while (performance.now() - since < longestMs / times) {
				if (isSo(await prometheus.firing())) return spanSeconds(since);
				await wait(200);
			}
			return "never";
		};
		try {
			const seen = new Set<string>();
			const healthy = performance.now() + healthyMs / times;
			while (performance.now() < healthy) {
				for (const alert of await prometheus.firing()) seen.add(alert);
				await wait(500);
			}
			add({
				outage: "none",
				alert: [...seen].join(", ") || "none",
				"fires after s": "",
				"clears after s": "",
			});
			for (const [outage, { alerts, begin }] of chosen) {
				const end = await begin(world, times);
				const fires = await until((firing) => alerts.every((alert) => firing.includes(alert)));
				const firing = await prometheus.firing();
				await end();
				const clears = await until((still) => still.length === 0);
				add({ outage, alert: firing.join(", "), "fires after s": fires, "clears after s": clears });
			}
		} finally {
			stopSpeaking();
			await prometheus.stop();
			await world.stop();
		}
	};
	await runIn({}, outages);
	const postgres = await startPostgres();
	try {
		await runIn({ DATABASE_URL: postgres.url }, outagesOf(postgres));
	} finally {
		await postgres.remove();
	}
	return { title: `alerts of a real Prometheus, ${times} times faster than they ship`, rows };
};
