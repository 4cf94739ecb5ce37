import { setTimeout as wait } from "node:timers/promises";
import type { Result } from "./index.ts";
import { type BusyGuild, type BusyWorld, readLast, startBusyWorld } from "./support/busy-world.ts";
import { tonePackets } from "./support/speaking-upstream.ts";

const guildCount = 10;
const textsAGuild = 3;
const settleMs = 1_000;
const phraseMs = 1_400;
/** Until a signal has arrived. */
const signalMs = 50;

const until = async (is: () => boolean): Promise<number> => {
	const since = performance.now();
	while (!is()) await wait(20);
	return performance.now() - since;
};

const makeText = (run: number, at: number): string =>
	Array.from({ length: 6 }, (_, n) => `This is part ${n} of text ${at} in round ${run}.`).join(" ");

/** @returns whether the last phrase that a guild heard was cut off */
const isCut = ({ playground }: BusyWorld, { person }: BusyGuild): boolean => {
	const isSound = playground.voice.heard(person).packets.map(({ opus }) => opus.length > 10);
	const last = isSound.lastIndexOf(true);
	const before = isSound.lastIndexOf(false, last);
	return last !== -1 && last - before < tonePackets;
};

const countIn = (told: readonly (string | undefined)[], pattern: RegExp): number =>
	told.filter((content) => content !== undefined && pattern.test(content)).length;

const update = async (world: BusyWorld, run: number) => {
	const { playground, guilds, herald, say } = world;
	for (const { person } of guilds) playground.voice.forgetHeard(person);
	const texts = guilds.flatMap((guild) =>
		Array.from({ length: textsAGuild }, (_, at) => say(guild, makeText(run, at), "channel")),
	);
	await Promise.all(texts.map((text) => text.firstAnswer()));
	await until(() => guilds.every(({ person }) => playground.voice.heard(person).packets.length > 50));
	// Sometimes in a pause, mostly in a word.
	await wait(Math.random() * phraseMs);
	const stoppedAt = performance.now();
	const stopping = herald.end("SIGTERM");
	const [first] = guilds as [BusyGuild];
	await wait(signalMs);
	const { content } = await playground.command(first.person, "queue").firstAnswer();
	const stopMs = await stopping;
	const cut = guilds.filter((guild) => isCut(world, guild)).length;
	const told = texts.map(readLast);
	const readyMs = await herald.start();
	const readyAt = performance.now();
	await playground.command(first.person, "queue").firstAnswer();
	const gapMs = performance.now() - stoppedAt;
	const rejoinMs = await until(() => guilds.every(world.isThere)).then(() => performance.now() - readyAt);
	await wait(settleMs);
	return {
		update: run,
		"stop s": (stopMs / 1_000).toFixed(1),
		"start s": (readyMs / 1_000).toFixed(1),
		"nobody served s": (gapMs / 1_000).toFixed(1),
		"back in all channels s": (rejoinMs / 1_000).toFixed(1),
		spoken: countIn(told, /· finished/),
		"ended at a pause": countIn(told, /· not finished/) - cut,
		"cut off": cut,
		"not begun, and told": countIn(told, /· not played/),
		"not told": told.filter((each) => each === undefined || / · (?:now|\d)/.test(each)).length,
		"new commands refused": /restarting/.test(content) ? "yes" : "no",
	};
};

/** `npm run bench -- update N`: N updates by SIGTERM while every guild is spoken in, by default 3. */
export const run = async ([times = "3"]: readonly string[]): Promise<Result> => {
	const world = await startBusyWorld(guildCount);
	try {
		await world.herald.start();
		const rows = [];
		for (let n = 1; n <= Number(times); n += 1) rows.push(await update(world, n));
		return { title: `updates by SIGTERM while ${guildCount} guilds are spoken in`, rows };
	} finally {
		await world.stop();
	}
};
