import { setTimeout as wait } from "node:timers/promises";
import { getVoiceConnections } from "@discordjs/voice";
import type { Result } from "./index.ts";
import { startChaosWorld } from "./support/chaos-world.ts";
import { makeRandom, type Outcome, runStorm, speakIn } from "./support/storm.ts";

const guildCount = 50;
const storms = 4;
const actionsAStorm = 250;
/** What doesn't come within this has been forgotten, in ms. */
const patienceMs = 120_000;

const withPatience = (outcome: Promise<Outcome>): Promise<Outcome> =>
	Promise.race([outcome, wait(patienceMs, "forgotten", { ref: false })]);

/** How often each came, most first: `spoken 48, channel_full 2`. */
const tally = (outcomes: readonly Outcome[]): string =>
	[...new Set(outcomes)]
		.map((outcome) => [outcome, outcomes.filter((each) => each === outcome).length] as const)
		.sort(([, one], [, other]) => other - one)
		.map(([outcome, times]) => `${outcome} ${times}`)
		.join(", ");

/** What keeps the process alive, of the kinds that voice uses. */
const countResources = (): Record<string, number> => {
	const kinds = ["UDPWrap", "TLSWrap", "TCPSocketWrap", "Timeout"];
	const active = process.getActiveResourcesInfo();
	return Object.fromEntries(kinds.map((kind) => [kind, active.filter((each) => each === kind).length]));
};

/**
 * After each storm, every guild either speaks with encryption or has said why not.
 *
 * @param args - a seed, to run the same storms again
 */
export const run = async ([given]: readonly string[]): Promise<Result> => {
	const seed = given === undefined ? Math.floor(Math.random() * 1e9) : Number(given);
	process.stdout.write(`voice-chaos: seed ${seed}\n`);
	const random = makeRandom(seed);
	let uncaught = 0;
	const onUncaught = (error: unknown) => {
		uncaught += 1;
		process.stderr.write(`uncaught: ${error instanceof Error ? error.stack : error}\n`);
	};
	process.on("uncaughtException", onUncaught);
	process.on("unhandledRejection", onUncaught);
	const world = await startChaosWorld(guildCount);
	const { voice } = world.playground;
	const plain = () => world.guilds.reduce((sum, { person }) => sum + voice.heard(person).plain, 0);
	const before = countResources();
	const rows: Result["rows"][number][] = [];
	for (let storm = 1; storm <= storms; storm += 1) {
		const began = performance.now();
		const texts = await Promise.all((await runStorm(world, random, actionsAStorm)).map(withPatience));
		voice.orderPackets();
		voice.sayFarewell();
		for (const { person, channels } of world.guilds) voice.join(person, channels[0]);
		const after = await Promise.all(world.guilds.map((guild) => withPatience(speakIn(world, guild))));
		rows.push({
			storm,
			actions: actionsAStorm,
			seconds: ((performance.now() - began) / 1_000).toFixed(0),
			"texts in the storm": tally(texts),
			"guilds after it": tally(after),
			"plain frames": plain(),
			uncaught,
		});
	}
	await world.leave();
	for (let tries = 0; tries < 100 && (getVoiceConnections(world.client.user.id)?.size ?? 0) > 0; tries += 1)
		await wait(50);
	await wait(3_000);
	const after = countResources();
	rows.push({
		storm: "left behind",
		connections: getVoiceConnections(world.client.user.id)?.size ?? 0,
		...Object.fromEntries(Object.keys(before).map((kind) => [kind, `${before[kind]} → ${after[kind]}`])),
	});
	await world.stop();
	process.off("uncaughtException", onUncaught);
	process.off("unhandledRejection", onUncaught);
	return { title: `storms over ${guildCount} guilds, seed ${seed}`, rows };
};
