import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import type { Result } from "./index.ts";
import { compareBooks, readBooks } from "./support/books.ts";
import { type BusyGuild, type BusyWorld, startBusyWorld } from "./support/busy-world.ts";
import { MemberLoad } from "./support/member-load.ts";

const guildCount = 10;
const killEveryMs = 20_000;
const triesMax = 10;
/** How long to wait for missing answers at the end, in ms: waiting texts have to be spoken first. */
const settleMs = 90_000;

const readVoices = (dataDir: string) => {
	const database = new Database(join(dataDir, "bot.db"), { readonly: true });
	const rows = database
		.prepare("SELECT user_id AS userId, value AS voice FROM member_settings WHERE key = 'voice'")
		.all();
	database.close();
	return new Map((rows as { userId: string; voice: string }[]).map(({ userId, voice }) => [userId, voice]));
};

/** Asks again if Herald doesn't respond. */
const untilAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
	for (let tries = 1; ; tries += 1)
		try {
			return await ask();
		} catch (error) {
			if (tries === triesMax) throw error;
		}
};

/** @returns how long after a start everything works, in ms: commands, files, and speaking in a channel */
const measureWork = async ({ playground, guilds }: BusyWorld): Promise<number> => {
	const since = performance.now();
	const [{ person, guild, voice }] = guilds as [BusyGuild];
	const helper = playground.world.addMember(guild, { username: `helper${since}` });
	playground.voice.join(helper, voice);
	const say = (text: string, as: string) => playground.command(helper, "say", { text, as });
	await Promise.all([
		untilAnswered(() => playground.command(person, "voice show").firstAnswer()),
		untilAnswered(() =>
			say(`A file after ${since}`, "file").message(({ attachments }) => attachments.length > 0),
		),
		untilAnswered(() =>
			say(`Spoken after ${since}`, "channel").message(({ content }) => /speaks in/.test(content)),
		),
	]);
	playground.voice.leave(helper);
	return performance.now() - since;
};

/** `npm run bench -- kill N`: kills Herald repeatedly for N minutes, by default 2. */
export const run = async ([minutes = "2"]: readonly string[]): Promise<Result> => {
	const world = await startBusyWorld(guildCount);
	const { herald, dataDir, upstream } = world;
	try {
		await herald.start();
		const load = new MemberLoad(world);
		const startMs: number[] = [];
		const workMs: number[] = [];
		const end = performance.now() + Number(minutes) * 60_000;
		while (performance.now() < end) {
			await wait(killEveryMs);
			await herald.end("SIGKILL");
			startMs.push(await herald.start());
			workMs.push(await measureWork(world));
		}
		await load.stop();
		for (const until = performance.now() + settleMs; performance.now() < until; await wait(1_000))
			if (load.unanswered().length === 0) break;
		const voices = readVoices(dataDir);
		const unanswered = load.unanswered().length;
		const bugs = herald.log.filter(({ level }) => Number(level) >= 50).length;
		await herald.end("SIGTERM");
		return {
			title: `${guildCount} guilds, killed every ${killEveryMs / 1_000} s`,
			rows: [
				{
					kills: startMs.length,
					"longest start s": (Math.max(...startMs) / 1_000).toFixed(1),
					"longest until all works s": (Math.max(...workMs) / 1_000).toFixed(1),
					interactions: load.traces.length,
					"acknowledged without an answer": unanswered,
					"confirmed choices lost": load.countLostChoices((userId) => voices.get(userId)),
					"errors in the log": bugs,
				},
				compareBooks(readBooks(dataDir), upstream.credited),
			],
		};
	} finally {
		await world.stop();
	}
};
