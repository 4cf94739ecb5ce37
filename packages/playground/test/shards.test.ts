import { setImmediate } from "node:timers/promises";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Guild, ManualClock, type Member, type Playground } from "../src/index.ts";
import { RawSocket } from "./raw-socket.ts";
import { askRest, endBoth, nextEvent, startTestPlayground, testCommands } from "./support.ts";

const shardCount = 3;
const clock = new ManualClock();
let playground: Playground;
let client: Client<true>;
/** One guild of each shard, at the index of the shard's number. */
let guilds: readonly [Guild, Guild, Guild];
/** The events that the client received, each with its shard. */
const received: { readonly name: string; readonly guildId: string; readonly shard: number }[] = [];

const shardOf = ({ id }: Guild): number => Number((BigInt(id) >> 22n) % BigInt(shardCount));
const addGuild = (name: string): Guild => {
	clock.advance(1);
	return playground.world.addGuild({ name, members: [{ username: `owner-of-${name}` }] });
};
const addGuildIn = (shard: number): Guild => {
	for (;;) {
		const guild = addGuild(`shard ${shard}`);
		if (shardOf(guild) === shard) return guild;
		playground.world.removeGuild(guild);
	}
};
const identify = (shard: readonly [number, number], of = playground) => RawSocket.logIn(of, { shard });

beforeAll(async () => {
	const sessionStartLimit = { total: 10, maxConcurrency: shardCount };
	playground = await startTestPlayground({ clock, guilds: [], sessionStartLimit });
	guilds = [addGuildIn(0), addGuildIn(1), addGuildIn(2)];
	const rest = { api: playground.apiUrl, retries: 0 };
	const live = new Client({ intents: [GatewayIntentBits.Guilds], rest, shards: [0, 1, 2], shardCount });
	live.on(Events.Raw, ({ t, d }: { t: string; d: { id: string; guild_id?: string } }, shard: number) =>
		received.push({ name: t, guildId: d.guild_id ?? d.id, shard }),
	);
	const ready = nextEvent(live, Events.ClientReady);
	await live.login(playground.token);
	await ready;
	expect(playground.gateway.counts.identified).toBe(shardCount);
	client = live as Client<true>;
	await client.application.commands.set(testCommands as never);
});
afterAll(() => endBoth(client, playground));

test("a client with several shards knows every guild through its own shard, on which alone the guild's events arrive", async () => {
	expect(Object.fromEntries(client.guilds.cache.map(({ id, shardId }) => [id, shardId]))).toEqual(
		Object.fromEntries(guilds.map(({ id }, shard) => [id, shard])),
	);
	received.length = 0;
	const last = nextEvent(client, Events.InteractionCreate);
	for (const guild of guilds) playground.createChannel({ name: "more" }, guild);
	playground.command(guilds[1].owner, "say", { text: "hello" });
	await last;
	await expect.poll(() => received.length).toBe(shardCount + 1);
	const shardsOf = (event: string) => received.filter(({ name }) => name === event).map(({ shard }) => shard);
	expect(shardsOf("CHANNEL_CREATE").sort()).toEqual([0, 1, 2]);
	expect(shardsOf("INTERACTION_CREATE")).toEqual([1]);
	for (const { guildId, shard } of received) expect(guilds[shard]?.id).toBe(guildId);
});

test("direct messages arrive on shard 0, and interactions outside of the application's servers on any shard", async () => {
	const [{ owner }] = guilds;
	playground.world.setInstalled(owner.user, true);
	const members = [{ username: owner.user.username }] as const;
	const without = playground.world.addGuild({ name: "Without", presence: "none", members });
	const shardsOf = async (member: Member) => {
		received.length = 0;
		for (let count = 0; count < 10; count += 1) playground.command(member, "say", { text: "hello" });
		await expect.poll(() => received.length).toBe(10);
		return new Set(received.map(({ shard }) => shard));
	};
	expect(await shardsOf(playground.openDirect(owner))).toEqual(new Set([0]));
	expect(await shardsOf(without.owner)).toEqual(new Set([0, 1, 2]));
});

test("a shard whose connection drops resumes alone, and misses nothing", async () => {
	const { resumed, identified } = playground.gateway.counts;
	const dropped: number[] = [];
	client.on(Events.ShardReconnecting, (shard) => dropped.push(shard));
	const back = nextEvent(client, Events.ShardResume);
	playground.gateway.drop(2);
	await expect.poll(() => dropped).toEqual([2]);
	const told = nextEvent(client, Events.ChannelCreate);
	playground.createChannel({ name: "meanwhile" }, guilds[2]);
	expect((await back)[0]).toBe(2);
	expect((await told)[0].name).toBe("meanwhile");
	expect(dropped).toEqual([2]);
	expect(playground.gateway.counts).toMatchObject({ identified, resumed: resumed + 1 });
});

test("a shard gets no answers about another shard's guilds", async () => {
	clock.advance(5_000);
	const socket = await identify([0, shardCount]);
	await socket.event("READY");
	for (const { id } of [guilds[1], guilds[0]])
		socket.send({ op: 8, d: { guild_id: id, query: "", limit: 0 } });
	expect(await socket.event("GUILD_MEMBERS_CHUNK")).toMatchObject({ guild_id: guilds[0].id });
	const back = nextEvent(client, Events.ShardResume);
	playground.gateway.close(4000, "", 0);
	expect(await socket.closed).toBe(4000);
	expect((await back)[0]).toBe(0);
});

test("a shard that logs in too soon after another one of its bucket is told that its session is invalid, and an impossible shard is refused", async () => {
	expect(await (await identify([3, 3])).closed).toBe(4010);
	clock.advance(5_000);
	const first = await identify([0, 2 * shardCount]);
	await first.event("READY");
	const tooSoon = await identify([shardCount, 2 * shardCount]);
	expect(await tooSoon.op(9)).toBe(false);
	expect(playground.gateway.counts.tooSoon).toBe(1);
	clock.advance(5_000);
	const later = await identify([shardCount, 2 * shardCount]);
	await later.event("READY");
	for (const socket of [first, tooSoon, later]) socket.close();
});

test("every login counts, and more logins than a day allows end all sessions", async () => {
	const clock = new ManualClock();
	const crowded = await startTestPlayground({ clock, sessionStartLimit: { total: 1, windowMs: 100 } });
	const ask = async () => {
		const answer = await (await askRest(crowded, "GET", "/gateway/bot")).json();
		return (answer as { session_start_limit: { reset_after: number } }).session_start_limit;
	};
	expect(await ask()).toEqual({ total: 1, remaining: 1, reset_after: 0, max_concurrency: 1 });
	const first = await identify([0, 1], crowded);
	await first.event("READY");
	const { reset_after, ...counted } = await ask();
	expect(counted).toEqual({ total: 1, remaining: 0, max_concurrency: 1 });
	expect(reset_after).toBeGreaterThan(23 * 3_600_000);
	clock.advance(100);
	const second = await identify([0, 1], crowded);
	expect([await second.closed, await first.closed]).toEqual([4004, 4004]);
	clock.advance(24 * 3_600_000);
	expect(await ask()).toMatchObject({ remaining: 1 });
	await crowded.stop();
});

test("a shard with more than 2,500 guilds is refused, and two shards get them in order", async () => {
	const large = await startTestPlayground({
		guilds: Array.from({ length: 2_501 }, (_, n) => ({ name: `Guild ${n}`, members: [{ username: "ada" }] })),
	});
	const refused = await identify([0, 1], large);
	expect(await refused.closed).toBe(4011);
	const [last] = [...large.guilds.values()].slice(-1) as [Guild];
	const shard = Number((BigInt(last.id) >> 22n) % 2n);
	const half = await identify([shard, 2], large);
	// The channel is created before the other guilds are sent.
	while (large.gateway.counts.identified === 0) await setImmediate();
	large.createChannel({ name: "new" }, last);
	const { guilds: known } = await half.event<{ guilds: readonly { id: string }[] }>("READY");
	expect(large.guilds.filter((guild) => large.gateway.reaches(guild)).map(({ id }) => id)).toEqual(
		known.map(({ id }) => id),
	);
	await half.event("CHANNEL_CREATE");
	const events = () => half.texts.map((text) => JSON.parse(text) as { t: string; d: { id: string } });
	await expect.poll(() => events().filter(({ t }) => t === "GUILD_CREATE").length).toBe(known.length);
	const order = events().map(({ t, d }) => (t === "CHANNEL_CREATE" ? "new" : d?.id));
	expect(order.indexOf(last.id)).toBeLessThan(order.indexOf("new"));
	half.close();
	await large.stop();
});
