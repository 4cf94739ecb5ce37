import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Guild, Member } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { shardOf } from "../../src/discord/shard-part.ts";
import { inGuild } from "../../src/shared/party.ts";
import type { BusyGuild } from "./busy-world.ts";
import { findPort } from "./find-port.ts";
import { Machine } from "./machine.ts";
import { startManyGuilds } from "./many-guilds.ts";
import { startPostgres } from "./postgres.ts";
import { startSpeakingUpstream } from "./speaking-upstream.ts";
import { describeWorld } from "./world.ts";

/** Each machine has its own address. */
const hosts = ["127.0.0.1", "127.0.0.2"];
const shardsAMachine = 4;
const shardsAProcess = 2;
const shardCount = hosts.length * shardsAMachine;

const describeGuild = (person: Member): BusyGuild => {
	const { guild } = person;
	const voice = [...guild.channels.values()].find(({ type }) => type === ChannelType.GuildVoice);
	if (!voice) throw new Error("The guild isn't as it should be");
	return { guild, person, voice };
};

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
			new Machine({
				...describeWorld({ dataDir: join(folder, `machine-${ordinal}`), playground, upstream }),
				DATABASE_URL: postgres.url,
				HOSTNAME: `herald-${ordinal}`,
				GATEWAY_SHARDS: String(shardCount),
				GATEWAY_SHARD_LIST: "ordinal",
				GATEWAY_SHARDS_PER_MACHINE: String(shardsAMachine),
				GATEWAY_SHARDS_PER_PROCESS: String(shardsAProcess),
				OPERATIONS_HOST: host,
				OPERATIONS_PORT: String(await findPort(host)),
				LOG_LEVEL: "debug",
			}),
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
			await Promise.all(machines.map((machine) => machine.stop()));
			await playground.stop();
			await upstream.stop();
			await postgres.remove();
			rmSync(folder, { recursive: true, force: true });
		},
	};
};

export type TwoMachines = Awaited<ReturnType<typeof startTwoMachines>>;
