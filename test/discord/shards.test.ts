import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { type Playground, startPlayground } from "@herald/playground";
import { type Client, Events } from "discord.js";
import { GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";
import { afterAll, expect, test } from "vitest";
import { createClient, destroyClient, logIn } from "../../src/discord/client.ts";
import { isConnected } from "../../src/discord/gateway-outages.ts";
import { MessageAccess } from "../../src/discord/message-events.ts";

const guildCount = 1_001;
const logger = createLogger("test", "silent");
const access = new MessageAccess("auto");
const playground = await startPlayground({
	guilds: Array.from({ length: guildCount }, (_, n) => ({
		name: `Guild ${n}`,
		members: [{ username: "ada" }],
	})),
	sessionStartLimit: { maxConcurrency: 2 },
});
/** The events of shard 0 that the library received until the login was over, in order. */
const handed: GatewayDispatchPayload[] = [];
/** Whether every shard had its guilds when the library first reported a changed channel. */
let wasConnected: boolean | undefined;

const start = (
	{ apiUrl, token }: Playground,
	shards: "auto" | number,
	made: Client,
): Promise<Client<true>> => {
	const signal = new AbortController().signal;
	return logIn(made, token, { access, shards }, { apiUrl, logger, signal });
};

const made = createClient(playground.apiUrl, logger, { access });
const note = (event: GatewayDispatchPayload, shardId: number) => {
	if (shardId !== 0) return;
	handed.push(event);
	// Changes the last guild while all of them are arriving.
	if (event.t !== GatewayDispatchEvents.Ready) return;
	const guild = playground.world.guilds.get(event.d.guilds.at(-1)?.id ?? "");
	if (!guild) return;
	playground.world.addRole(guild, { name: "New" });
	const [channel] = guild.channels.values();
	if (channel) playground.setPermissions(guild.owner, { deny: ["SendMessages"] }, channel);
};
made.on(Events.Raw, note);
made.once(Events.ChannelUpdate, () => {
	wasConnected = isConnected(made);
});
const client = await start(playground, "auto", made);
client.off(Events.Raw, note);
afterAll(async () => {
	await destroyClient(client);
	await playground.stop();
});

test("Herald logs in with as many shards as Discord recommends, and knows every guild", () => {
	expect(client.ws.shards.size).toBe(2);
	expect(client.guilds.cache.size).toBe(guildCount);
	expect(isConnected(client)).toBe(true);
});

test("an event in a guild passes the guilds that still wait, but not its own", () => {
	const at = handed.findIndex(({ t }) => t === GatewayDispatchEvents.GuildRoleCreate);
	const role = handed[at];
	if (role?.t !== GatewayDispatchEvents.GuildRoleCreate) throw new Error("No role was told");
	const guilds = handed.filter((event) => event.t === GatewayDispatchEvents.GuildCreate);
	const passed = guilds.filter((guild) => handed.indexOf(guild) > at && guild.s < role.s);
	const own = handed.findIndex(
		({ t, d }) => t === GatewayDispatchEvents.GuildCreate && d.id === role.d.guild_id,
	);
	expect(own).toBe(at - 1);
	expect(passed).not.toEqual([]);
});

test("an event isn't held back until every shard has its guilds", () => {
	expect(wasConnected).toBe(false);
});

test("Herald is connected once every shard is", async () => {
	playground.gateway.isDown = true;
	playground.gateway.drop(1);
	await eventually(() => expect(isConnected(client)).toBe(false));
	playground.gateway.drop(0);
	playground.gateway.isDown = false;
	await eventually(() => expect(isConnected(client)).toBe(true));
});

test("if Discord refuses an intent, all shards log in again without it", async () => {
	const { identified } = playground.gateway.counts;
	const ended: number[] = [];
	client.on(Events.ShardDisconnect, (_, shard) => ended.push(shard));
	playground.gateway.grantMessageContent("refused");
	await eventually(() => expect(playground.gateway.counts.identified).toBe(identified + 2));
	await eventually(() => expect(isConnected(client)).toBe(true));
	expect(access.mode).toBe("mentions");
	expect(ended).toEqual([]);
});

test("if fewer logins are left than there are shards, a sentence says so, and no shard logs in", async () => {
	const strict = await startPlayground({ sessionStartLimit: { total: 1, maxConcurrency: 2 } });
	const other = createClient(strict.apiUrl, logger);
	await expect(start(strict, 2, other)).rejects.toThrow(/logs in 2 times.*allows this bot 1 more logins/);
	expect(strict.gateway.counts.identified).toBe(0);
	await destroyClient(other);
	await strict.stop();
});
