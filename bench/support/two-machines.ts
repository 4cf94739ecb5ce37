import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Guild, Member } from "@herald/playground";
import { shardOf } from "../../src/discord/shard-part.ts";
import { inGuild } from "../../src/shared/party.ts";
import { type BusyGuild, describeGuild } from "./busy-world.ts";
import { startManyGuilds } from "./many-guilds.ts";
import { startPostgres } from "./postgres.ts";
import { listChildren, listDescendants } from "./processor-time.ts";
import { startSpeakingUpstream } from "./speaking-upstream.ts";
import { describeWorld, findPort, HeraldProcess } from "./world.ts";

const everyMs = 250;
/** How long a machine may take to be ready, in ms. */
const readyMaxMs = 300_000;

/** Herald as an orchestrator sees it: a program with settings, signals and probes. */
class Machine extends HeraldProcess {
	readonly #probe: string;
	/** How often the machine has ended by itself. */
	ended = 0;

	/** @param host - the address of the machine's probes */
	constructor(environment: Readonly<Record<string, string>>, host: string, port: number) {
		super({ ...environment, OPERATIONS_HOST: host, OPERATIONS_PORT: String(port) });
		this.#probe = `http://${host}:${port}/readyz`;
	}

	/**
	 * Starts the machine, and again if it ends before its probe says that it is ready.
	 *
	 * @returns how long that took, in ms
	 * @throws if the machine isn't ready within five minutes
	 */
	override async start(): Promise<number> {
		const startedAt = performance.now();
		let child = this.launch();
		while (!(await this.#isReady())) {
			if (child.exitCode !== null || child.signalCode !== null) {
				this.ended += 1;
				child = this.launch();
			}
			if (performance.now() - startedAt > readyMaxMs) throw new Error("A machine isn't ready");
			await wait(everyMs);
		}
		return performance.now() - startedAt;
	}

	#isReady(): Promise<boolean> {
		return fetch(this.#probe).then(
			({ ok }) => ok,
			() => false,
		);
	}

	/** The number of processes that the machine's supervisor runs. */
	get processes(): number {
		return listChildren(this.pid).length;
	}

	/** Kills all the machine's processes at once, as a power failure does. */
	async kill(): Promise<void> {
		const descendants = listDescendants(this.pid);
		const ended = this.end("SIGKILL");
		for (const pid of descendants) process.kill(pid, "SIGKILL");
		await ended;
	}
}

/** Each machine has its own address. */
const hosts = ["127.0.0.1", "127.0.0.2"];
const shardsAMachine = 4;
const shardsAProcess = 2;
const shardCount = hosts.length * shardsAMachine;

/** @returns the first `perProcess` guilds of each process */
const chooseBusy = (people: readonly Member[], perProcess: number): BusyGuild[][] => {
	const processes = Array.from({ length: shardCount / shardsAProcess }, (): BusyGuild[] => []);
	for (const person of people) {
		const busy = processes[Math.floor(shardOf(inGuild(person.guild.id), shardCount) / shardsAProcess)];
		if (busy && busy.length < perProcess) busy.push(describeGuild(person));
	}
	return processes;
};

/**
 * Prepares two machines of two processes with two shards each, which the caller starts. The machines share a PostgreSQL
 * and a speech service, and are in many guilds of a playground that paces logins as Discord does.
 */
export const startTwoMachines = async (guildCount: number, perProcess: number) => {
	const folder = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const postgres = await startPostgres();
	const { playground, people } = await startManyGuilds(guildCount);
	const upstream = await startSpeakingUpstream();
	const machines: Machine[] = [];
	for (const [ordinal, host] of hosts.entries())
		machines.push(
			new Machine(
				{
					...describeWorld({ dataDir: join(folder, `machine-${ordinal}`), playground, upstream }),
					DATABASE_URL: postgres.url,
					HOSTNAME: `herald-${ordinal}`,
					GATEWAY_SHARDS: String(shardCount),
					GATEWAY_SHARD_LIST: "ordinal",
					GATEWAY_SHARDS_PER_MACHINE: String(shardsAMachine),
					GATEWAY_SHARDS_PER_PROCESS: String(shardsAProcess),
					LOG_LEVEL: "debug",
				},
				host,
				await findPort(host),
			),
		);
	const busy = chooseBusy(people, perProcess);
	return {
		playground,
		upstream,
		postgres,
		machines,
		busy,
		guilds: busy.flat(),
		machineOf: ({ guild }: { readonly guild: Guild }): number =>
			Math.floor(shardOf(inGuild(guild.id), shardCount) / shardsAMachine),
		say: ({ person }: BusyGuild, text: string, as: "channel" | "file") =>
			playground.command(person, "say", { text, as }),
		stop: async () => {
			await Promise.all(machines.map((machine) => machine.end("SIGTERM")));
			await playground.stop();
			await upstream.stop();
			await postgres.remove();
			rmSync(folder, { recursive: true, force: true });
		},
	};
};

export type TwoMachines = Awaited<ReturnType<typeof startTwoMachines>>;
