import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "@herald/common/testing/eventually.ts";
import { isAlive } from "@herald/common/testing/is-alive.ts";
import { type Guild, type Member, startPlayground } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { shardOf } from "../../src/discord/shard-part.ts";
import { inGuild } from "../../src/shared/party.ts";
import { withSound } from "../support/answers.ts";
import { acknowledgeWithinMs } from "../support/herald.ts";
import { useProgram } from "../support/program.ts";
import { readMetrics, sumOf } from "../support/read-metrics.ts";
import { answer, hold, sendJson, speakWell, startUpstream } from "../support/upstream.ts";

const shardCount = 4;
const upstream = await startUpstream();
const playground = await startPlayground({
	acknowledgeWithinMs,
	sessionStartLimit: { maxConcurrency: shardCount, windowMs: 1_000 },
});
/** One guild of each shard. The first process has the first two shards. */
const guilds: Guild[] = [];
while (guilds.filter(Boolean).length < shardCount) {
	const guild = playground.world.addGuild({
		name: "A server",
		members: [{ username: "ada" }, { username: "bob" }],
		channels: [{ name: "general" }, { name: "Voice", type: ChannelType.GuildVoice }],
	});
	guilds[shardOf(inGuild(guild.id), shardCount)] = guild;
	await wait(1);
}

beforeEach(() => upstream.behave(speakWell));

/** Herald with four shards in two processes. */
const herald = useProgram({
	LOG_LEVEL: "info",
	DISCORD_TOKEN: playground.token,
	DISCORD_API_URL: playground.apiUrl,
	NODE_EXTRA_CA_CERTS: playground.certificateFile,
	SPEECH_BASE_URL: upstream.baseUrl,
	SPEECH_API_KEY: "sk",
	GATEWAY_SHARDS: String(shardCount),
	GATEWAY_SHARDS_PER_PROCESS: "2",
	SPEECH_REQUESTS: "3",
	MEMBER_TEXTS_PER_MINUTE: "0",
	OPERATIONS_PORT: "0",
});
afterAll(async () => {
	await herald.kill();
	await playground.stop();
	await upstream.close();
});

/**
 * @param process - the process that logged the line; without it, the supervisor
 * @returns the last log line of an event
 * @throws Error if there is no such line
 */
const find = (event: string, process?: number) => {
	const line = herald.logs.findLast((logged) => logged.event === event && logged.process === process);
	if (!line) throw new Error(`nothing logged ${event}`);
	return line;
};
/** @returns the address of the supervisor's metrics and health */
const address = () => `http://127.0.0.1:${find("operations_listening").port}`;

const use = (shard: number, name: string, values: Record<string, string>) => {
	const guild = guilds[shard] as Guild;
	return playground.command(guild.owner, name, values);
};
const say = (shard: number, text: string) => use(shard, "say", { text });
const isReady = async () => (await fetch(`${address()}/readyz`)).json();
const countSaid = async () =>
	sumOf(await readMetrics(address()), "herald_interactions_total", { command: "say", outcome: "done" });

test("a text is spoken in the servers of all processes, whose logs are one stream with their numbers", async () => {
	expect(playground.registrations).toBe(1);
	expect(playground.gateway.counts.identified).toBe(shardCount);
	const before = await countSaid();
	const said = guilds.map((_, shard) => say(shard, `Shard ${shard}`));
	for (const trace of said) await withSound(trace);
	expect(await countSaid()).toBe(before + 4);
	expect(find("ready", 1)).toMatchObject({ shards: 2 });
	expect(find("ready", 2)).toMatchObject({ shards: 2 });
	expect(find("ready")).toMatchObject({ processes: 2, shards: 4 });
	expect(new Set(herald.logs.map(({ pid }) => pid)).size).toBe(3);
});

test("one address has the metrics and health of all processes", async () => {
	await withSound(say(0, "It works"));
	const samples = await readMetrics(address());
	expect(sumOf(samples, "herald_gateway_ready")).toBe(1);
	expect(samples.filter(({ name }) => name === "process_resident_memory_bytes")).toHaveLength(1);
	expect(sumOf(samples, "process_start_time_seconds")).toBeLessThan(Date.now() / 1_000 + 1);
	expect(await isReady()).toMatchObject({
		status: "ready",
		gateway: "ready",
		database: "writable",
		speech: { state: "working" },
		processes: { ready: 2, of: 2 },
	});
});

test("a code used in two processes at once is sent once", async () => {
	const { asked, release, behave } = hold(answer({ success: true, message: "", data: 500_000 }));
	upstream.behave(behave);
	const both = [0, 2].map((shard) => use(shard, "redeem", { code: "REDEEM123456" }));
	await asked;
	const refused = await Promise.race(both.map((trace) => trace.message((seen) => !seen.thinking)));
	expect(refused.content).not.toMatch(/Added/);
	release();
	const answers = await Promise.all(both.map((trace) => trace.message((seen) => !seen.thinking)));
	expect(answers.filter(({ content }) => /Added 500,000 units/.test(content))).toHaveLength(1);
	expect(upstream.requests.filter(({ path }) => path === "/api/user/topup")).toHaveLength(1);
});

test("all processes together have as many requests as the setting allows, wherever they are needed", async () => {
	const waiting: (() => void)[] = [];
	upstream.behave((...how) => void waiting.push(() => speakWell(...how)));
	const read = async (name: string) => sumOf(await readMetrics(address()), `herald_speech_requests_${name}`);
	const saySome = (shards: readonly number[], round: string) =>
		shards.map((shard, n) => say(shard, `In round ${round}, text ${n} of shard ${shard}`));
	const said = saySome([0, 0, 1, 1, 2, 3], "one");
	await eventually(async () => expect([await read("under_way"), await read("waiting")]).toEqual([3, 3]));
	expect(waiting).toHaveLength(3);
	for (let answered = 0; answered < 6; answered++) {
		await eventually(() => expect(waiting.length).toBeGreaterThan(0));
		waiting.shift()?.();
	}
	for (const trace of said) await withSound(trace);
	// Only the first process has requests now, and gets all three permits.
	const more = saySome([0, 0, 1, 1], "two");
	await eventually(async () => expect([await read("under_way"), await read("waiting")]).toEqual([3, 1]));
	expect(waiting).toHaveLength(3);
	upstream.behave(speakWell);
	for (const answer of waiting) answer();
	for (const trace of more) await withSound(trace);
	await eventually(async () => expect([await read("under_way"), await read("waiting")]).toEqual([0, 0]));
});

test("a killed process is restarted alone: the others go on, and its counts stay", async () => {
	await withSound(say(2, "Counted before its process is killed"));
	const inVoice = [0, 2].map((shard) => guilds[shard] as Guild);
	for (const guild of inVoice) {
		const bob = [...guild.members.values()].find(({ user }) => user.username === "bob") as Member;
		playground.voice.join(bob);
		playground.command(bob, "join");
		await eventually(() => expect(playground.voice.isConnected(guild)).toBe(true));
	}
	const { identified } = playground.voice.counts;
	const shardsBefore = playground.gateway.counts.identified;
	const meanwhile = Promise.withResolvers<void>();
	const later = Promise.withResolvers<void>();
	upstream.behave(async (response, attempt, request) => {
		await (request.body.includes("meanwhile") ? meanwhile : later).promise;
		if (request.path.endsWith("/topup")) sendJson(response, 200, { success: true, message: "", data: 7 });
		else if (request.body === "") sendJson(response, 404, {});
		else speakWell(response, attempt, request);
	});
	const before = await countSaid();
	const heardMeanwhile = say(0, "Heard meanwhile");
	await eventually(() => expect(upstream.requests).toHaveLength(1));
	const [other, killed] = [1, 2].map((process) => find("ready", process).pid);
	process.kill(Number(killed), "SIGKILL");
	await eventually(async () => expect(await isReady()).toMatchObject({ processes: { ready: 1, of: 2 } }));
	// A redemption waits for half a minute only, which the restart may nearly take on a busy machine.
	const heardLater = say(1, "Heard once it is back");
	const redeemed = use(1, "redeem", { code: "REDEEM654321" });
	await eventually(() => expect(upstream.requests).toHaveLength(3));
	meanwhile.resolve();
	await withSound(heardMeanwhile);
	expect(await countSaid()).toBe(before + 1);
	await eventually(async () => expect(await isReady()).toMatchObject({ status: "ready" }));
	expect(find("process_died", 2)).toMatchObject({ signal: "SIGKILL", waitMs: 1_000 });
	expect(find("ready", 2).pid).not.toBe(killed);
	expect(find("ready", 1).pid).toBe(other);
	expect(playground.gateway.counts.identified).toBe(shardsBefore + 2);
	// The restarted process has ended nothing that the other process still awaits.
	later.resolve();
	await withSound(heardLater);
	expect((await redeemed.message((seen) => !seen.thinking)).content).toMatch(/Added 7 units/);
	expect(herald.logs.filter(({ event }) => event === "redemptions_lost")).toEqual([]);
	// The restarted process returns to its voice channel. The other process never left its own.
	await eventually(() =>
		expect(inVoice.map((guild) => playground.voice.isConnected(guild))).toEqual([true, true]),
	);
	expect(playground.voice.counts.identified).toBe(identified + 1);
	await withSound(say(3, "Back again"));
	expect(await countSaid()).toBe(before + 3);
});

test("a process that doesn't answer is left out and reported, and its earlier counts stay", async () => {
	const before = await countSaid();
	const pid = Number(find("ready", 2).pid);
	process.kill(pid, "SIGSTOP");
	onTestFinished(() => void process.kill(pid, "SIGCONT"));
	expect(await countSaid()).toBe(before);
	const silent = { status: "not ready", gateway: "unknown", processes: { ready: 1, silent: 1, of: 2 } };
	expect(await isReady()).toMatchObject(silent);
	expect(find("process_silent", 2)).toBeDefined();
	expect(sumOf(await readMetrics(address()), "herald_processes_silent")).toBe(1);
	process.kill(pid, "SIGCONT");
	await eventually(async () => expect(await isReady()).toMatchObject({ status: "ready" }));
});

test("a stop lets all processes finish their work, even if a terminal's signal reaches them, too", async () => {
	const { release, behave } = hold();
	upstream.behave(behave);
	const going = [0, 3].map((shard) => say(shard, `Under way in ${shard}`));
	await eventually(() => expect(upstream.requests).toHaveLength(2));
	const pids = [1, 2].map((number) => find("ready", number).pid);
	const exit = once(herald.bot, "exit");
	for (const pid of pids) process.kill(Number(pid), "SIGTERM");
	herald.bot.kill("SIGTERM");
	await eventually(() => expect(find("stopping", 2)).toBeDefined());
	expect((await say(1, "Too late").firstAnswer()).content).toMatch(/restarting/);
	release();
	for (const trace of going) await withSound(trace);
	expect(await exit).toEqual([0, null]);
	expect(pids.filter(isAlive)).toEqual([]);
});

test("if Discord refuses one process for good, all processes end with its sentence", async () => {
	const exit = once(herald.bot, "exit");
	playground.gateway.close(4013, "Invalid intent(s).", 3);
	expect(await exit).toEqual([77, null]);
	expect(find("discord_gave_up").msg).toMatch(/^Discord doesn't know the intents/);
	expect([1, 2].map((number) => find("ready", number).pid).filter(isAlive)).toEqual([]);
});
