import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import type { Result } from "./index.ts";
import { type BusyGuild, type BusyWorld, startBusyWorld } from "./support/busy-world.ts";
import { startPostgres } from "./support/postgres.ts";
import { findPort } from "./support/world.ts";

const rules = new URL("../deploy/prometheus/herald.rules.yml", import.meta.url);
const scrapeSeconds = 15;

/** @returns the rules with all durations divided by `times` */
const speedUp = (text: string, times: number): string =>
	text.replace(/(?<=for: |\[)(\d+)([mh])/g, (_, count: string, unit: string) => {
		const seconds = Number(count) * (unit === "h" ? 3_600 : 60);
		return `${Math.round(seconds / times)}s`;
	});

interface Alert {
	readonly state: string;
	readonly labels: Readonly<Record<string, string>>;
}

/**
 * Starts Debian's Prometheus with Herald's alert rules.
 *
 * @param target - the port of an operations address
 * @param times - how many times faster than in production scraping and the rules are
 */
const startPrometheus = async (target: number, times: number) => {
	const folder = mkdtempSync(join(tmpdir(), "herald-prometheus-"));
	const port = await findPort();
	const interval = `${Math.round((scrapeSeconds * 1_000) / times)}ms`;
	writeFileSync(join(folder, "herald.rules.yml"), speedUp(readFileSync(rules, "utf8"), times));
	writeFileSync(
		join(folder, "prometheus.yml"),
		JSON.stringify({
			global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
			rule_files: ["herald.rules.yml"],
			scrape_configs: [{ job_name: "herald", static_configs: [{ targets: [`127.0.0.1:${target}`] }] }],
		}),
	);
	const child = spawn(
		"prometheus",
		[
			`--config.file=${folder}/prometheus.yml`,
			`--storage.tsdb.path=${folder}/data`,
			`--web.listen-address=127.0.0.1:${port}`,
			"--log.level=error",
		],
		{ stdio: ["ignore", "ignore", "inherit"] },
	);
	const firing = async (): Promise<string[]> => {
		const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
		const { data } = (await response.json()) as { data: { alerts: readonly Alert[] } };
		const names = data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
		return [...new Set(names)].map(String).sort();
	};
	const isUp = () =>
		firing().then(
			() => true,
			() => false,
		);
	while (!(await isUp())) await wait(200);
	return {
		firing,
		stop: async () => {
			const ended = once(child, "exit");
			child.kill("SIGTERM");
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
};

const sayEveryMs = 1_000;
const healthyMs = 600_000;
/** How long an alert may take to fire, and to clear, in ms at the rules' normal speed. */
const longestMs = 1_800_000;
/** How long Discord's answers take while they are slowed down, in ms. */
const slowMs = 2_300;
/** How long another program keeps `bot.db` locked, in ms at the rules' normal speed. */
const lockedMs = 40_000;
/** How long each text takes at a service that speaks one at a time, in ms: four times the interval of requests. */
const overloadedMs = 4 * sayEveryMs;
/** How many texts a minute the service allows. Members request 60. */
const allowedPerMinute = 50;

interface Outage {
	readonly alerts: readonly string[];
	/** Begins the outage. @param times - how many times faster the rules are @returns a function that ends the outage */
	readonly begin: (world: BusyWorld, times: number) => Promise<() => unknown>;
}

type Outages = Readonly<Record<string, Outage>>;

/** Delays every acknowledgement before Discord handles it. */
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
			// The supervisor may have killed the process.
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

/** Has members of all guilds speak in turn, each time another text. @returns a function that stops the members */
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

/**
 * Checks that each outage fires its alert in a real Prometheus, that the alert clears afterwards, and that a healthy
 * Herald fires none.
 *
 * @param args - how many times faster the rules are (by default 5), and a part of the names of the outages to begin
 */
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
		/**
		 * @returns how many seconds it would take at the rules' normal speed until `isSo` is true of the firing alerts;
		 *   "never" if that is more than `longestMs`
		 */
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
