import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { type Pausable, queueGuilds } from "../../../src/discord/patches/gateway-shards.ts";

let now: number;
let arriving: ReturnType<typeof queueGuilds>;
let built: string[];
/** What the connection was told to do, in order. */
let told: string[];
let connection: Pausable;

beforeEach(() => {
	now = 0;
	arriving = queueGuilds(() => now);
	built = [];
	told = [];
	connection = { pause: () => told.push("pause"), resume: () => told.push("resume") };
	return () => arriving.forget();
});

/** Takes longer than guilds may be read or built in a turn. */
const workLong = (): void => {
	now += 20;
};

const add = (guildId: string, shardId = 0, work = () => {}): void =>
	arriving.add(guildId, shardId, connection, () => {
		built.push(guildId);
		work();
	});

/** Ends the turn in which guilds were read, and the next one. */
const turnOver = async (): Promise<void> => {
	await nextTurn();
	await nextTurn();
};

test("guilds are built in the order of their arrival, once nothing more is read", async () => {
	add("1");
	add("2");
	await nextTurn();
	add("3");
	await nextTurn();
	expect(built).toEqual([]);
	await nextTurn();
	expect(built).toEqual(["1", "2", "3"]);
});

test("one turn builds only as many guilds as it has time for", async () => {
	add("1", 0, workLong);
	add("2", 0, workLong);
	await turnOver();
	expect(built).toEqual(["1"]);
	await nextTurn();
	expect(built).toEqual(["1", "2"]);
});

test("guilds that wait are dropped if their shard sends them again", async () => {
	add("1", 0);
	add("2", 1);
	arriving.forget(0);
	await turnOver();
	expect(built).toEqual(["2"]);
	add("3", 0);
	arriving.forget();
	await turnOver();
	expect(built).toEqual(["2"]);
});
