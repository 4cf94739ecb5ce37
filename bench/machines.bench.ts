import { setTimeout as wait } from "node:timers/promises";
import type { InteractionTrace } from "@herald/playground";
import { serverPanel } from "../test/support/server-panel.ts";
import type { Result } from "./index.ts";
import {
	compareBooks,
	countOutcomes,
	describeAtOnce,
	listLeftOver,
	type Outage,
	Phases,
	passLimits,
	readSharedBooks,
	redeemAtOnce,
	toSeconds,
} from "./support/account.ts";
import { describeTrace, MemberLoad } from "./support/member-load.ts";
import { startTwoMachines, type TwoMachines } from "./support/two-machines.ts";
import type { LogLine } from "./support/world.ts";

/** How many guilds of each process have members who speak, write, choose voices and redeem codes. */
const busyPerProcess = 4;
/** The average pause between a member's commands, in ms. */
const pauseMs = 4_000;
/** How long a killed machine stays down, in ms. */
const deadMs = 2_000;
const writeEveryMs = 1_000;
const askAgainMs = 500;
/** How long to wait for missing answers at the end, in ms. */
const settleMs = 90_000;
const leftOverMax = 20;

const askUntilAnswered = async (ask: () => Promise<unknown>): Promise<void> => {
	while (!(await ask().catch(() => undefined))) await wait(askAgainMs);
};

/** Makes Herald join every busy voice channel and read its chat. */
const beginReading = ({ playground, guilds }: TwoMachines): Promise<unknown> =>
	Promise.all(
		guilds.map(async ({ person }) => {
			await askUntilAnswered(() => serverPanel(playground, person).set({ voiceChat: true }));
			await askUntilAnswered(() => playground.command(person, "join").firstAnswer());
		}),
	);

/** Writes in one guild after another for `ms`. @returns the ids of the messages, with the machines of their guilds */
const write = async (
	world: TwoMachines,
	ms: number,
): Promise<{ readonly id: string; readonly machine: number }[]> => {
	const written: { readonly id: string; readonly machine: number }[] = [];
	for (const end = performance.now() + ms; performance.now() < end; await wait(writeEveryMs)) {
		const guild = world.guilds[(written.length * 7) % world.guilds.length];
		if (!guild) break;
		const { id } = world.playground.post(
			guild.person,
			`Somebody writes, and this is number ${written.length}.`,
			{
				channel: guild.voice,
			},
		);
		written.push({ id, machine: world.machineOf(guild) });
	}
	return written;
};

/**
 * In one guild of each process, makes a member choose a voice, repeatedly until the process confirms the choice.
 *
 * @returns how long that took, in ms, and the interactions
 */
const untilStored = async ({ playground, busy }: TwoMachines) => {
	const since = performance.now();
	const traces: InteractionTrace[] = [];
	await Promise.all(
		busy.flatMap(async ([first]) => {
			if (!first) return;
			const helper = playground.world.addMember(first.guild, { username: `helper-of-${first.guild.id}` });
			for (;;) {
				const trace = playground.command(helper, "voice me", { voice: "Leda" });
				traces.push(trace);
				const answer = await trace.firstAnswer().catch(() => undefined);
				if (answer?.content.includes("Leda")) return;
				await wait(askAgainMs);
			}
		}),
	);
	return { storedMs: performance.now() - since, traces };
};

const describeError = ({ event, msg, err }: LogLine): string =>
	`${event}: ${(err as Error | undefined)?.message ?? msg}`;

/**
 * `npm run bench -- machines AWAY SECONDS GUILDS HUNG`: two machines of two processes with two shards each, which share
 * a PostgreSQL. All processes get the same codes at once. A machine is killed while members speak. Later, PostgreSQL is
 * stopped for AWAY seconds (by default 60), and then hangs for HUNG seconds (30). SECONDS (45) pass before and after
 * each of the three.
 */
export const run = async ([
	away = "60",
	phase = "45",
	guildCount = "2000",
	hung = "30",
]: readonly string[]): Promise<Result> => {
	const phaseMs = Number(phase) * 1_000;
	const world = await startTwoMachines(Number(guildCount), busyPerProcess);
	const { machines, playground, postgres, upstream } = world;
	const counts = playground.gateway.counts;
	const outages: Outage[] = [];
	const phases = new Phases();
	try {
		const startMs = Math.max(...(await Promise.all(machines.map((machine) => machine.start()))));
		const processes = [...new Set(machines.map((machine) => machine.processes))];
		const afterStart = { ...counts };
		await beginReading(world);
		phases.begin("codes at once");
		const atOnce = await redeemAtOnce(world);
		phases.begin("calm");
		const load = new MemberLoad(world, pauseMs);
		const calm = await write(world, phaseMs);

		const [, victim] = machines;
		if (!victim) throw new Error("There are two machines");
		const killedAt = Date.now();
		// Earlier attempts no longer count for limits, so that codes are under way during the kill.
		await passLimits(postgres.url);
		phases.begin("the kill");
		await victim.kill();
		await wait(deadMs);
		const backMs = await victim.start();
		outages.push({ machine: 1, from: killedAt, until: Date.now() });
		phases.begin("the machine ready again");
		const afterKill = { ...counts };
		await write(world, phaseMs);

		await passLimits(postgres.url);
		phases.begin("PostgreSQL stopped");
		await postgres.stop();
		const whileAway = await write(world, Number(away) * 1_000);
		phases.begin("PostgreSQL started");
		await postgres.start();
		const stored = await untilStored(world);
		await write(world, phaseMs);

		await passLimits(postgres.url);
		phases.begin("PostgreSQL hung");
		postgres.hang();
		const whileHung = await write(world, Number(hung) * 1_000);
		phases.begin("PostgreSQL resumed");
		postgres.resume();
		const storedAgain = await untilStored(world);
		await write(world, phaseMs);

		await load.stop();
		for (const until = performance.now() + settleMs; performance.now() < until; await wait(1_000))
			if (load.unanswered().length === 0) break;
		const read = new Set(
			machines.flatMap(({ log }) =>
				log.flatMap(({ event, messages }) => (event === "messages_read" ? (messages as string[]) : [])),
			),
		);
		const books = await readSharedBooks(postgres.url);
		const errors = machines.flatMap(({ log }) => log.filter(({ level }) => Number(level) >= 50));
		const traces = [...load.traces, ...[...atOnce.values()].flat(), ...stored.traces, ...storedAgain.traces];
		const unanswered = load.unanswered();
		const machineOf = ({ interaction }: InteractionTrace): number => world.machineOf(interaction.member);
		const circumstances = { outages, machineOf, unanswered };
		return {
			title: `${machines.length} machines of a supervisor and ${processes.join(" or ")} processes, 8 shards, ${guildCount} guilds, ${world.guilds.length} of them busy`,
			rows: [
				{
					"all ready s": toSeconds(startMs),
					"ended by themselves": machines.reduce((sum, { ended }) => sum + ended, 0),
					logins: afterStart.identified,
					"too soon": counts.tooSoon,
					"killed machine ready again s": toSeconds(backMs),
					"logins then": afterKill.identified - afterStart.identified,
					"PostgreSQL away s": away,
					"choices confirmed again after s": toSeconds(stored.storedMs),
					"it hung s": hung,
					"confirmed again then after s": toSeconds(storedAgain.storedMs),
					"logins in all": counts.identified,
				},
				{
					...countOutcomes(traces, circumstances),
					"confirmed choices lost": load.countLostChoices((userId) => books.voices.get(userId)),
				},
				describeAtOnce(atOnce, upstream.topups),
				compareBooks(books, upstream.credited),
				{
					"messages written in calm": calm.length,
					"of them read": calm.filter(({ id }) => read.has(id)).length,
					"while PostgreSQL was away": whileAway.length,
					"of these read": whileAway.filter(({ id }) => read.has(id)).length,
					"while it hung": whileHung.length,
					"read of those": whileHung.filter(({ id }) => read.has(id)).length,
					"errors in the log": errors.length,
				},
				...listLeftOver(traces, circumstances)
					.slice(0, leftOverMax)
					.map(({ trace, outcome }) => ({
						[outcome]: `${describeTrace(trace)} (${phases.describe(trace.interaction.openedAt)})`,
					})),
				...[...new Set(errors.map(describeError))].map((logged) => ({ logged })),
			],
		};
	} finally {
		await world.stop();
	}
};
