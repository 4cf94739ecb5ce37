import { eventually } from "@herald/common/testing/eventually.ts";
import type Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import type { Herald } from "../support/herald.ts";
import { lookInto } from "../support/look-into.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { sendJson, speakWell, type Upstream } from "../support/upstream.ts";
import { startWorld } from "../support/world.ts";

let upstream: Upstream;
let herald: Herald;
const day = 24 * 60 * 60_000;

beforeEach(async () => {
	const world = await startWorld();
	({ upstream, herald } = world);
	upstream.behave((response, attempt, request) => {
		if (request.path.endsWith("/topup"))
			return sendJson(response, 200, { success: true, message: "", data: 500_000 });
		return request.body === "" ? sendJson(response, 404, {}) : speakWell(response, attempt, request);
	});
	return world.stop;
});

const read = <T>(look: (database: Database.Database) => T): T => lookInto(herald.dataDir, look);

/** @returns the tables that hold rows of the guild */
const findKept = (): string[] =>
	read((database) => {
		const { id } = herald.playground.home.guild;
		const tables = database
			.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
			.pluck()
			.all() as string[];
		return tables.filter((table) =>
			database
				.prepare(`SELECT * FROM "${table}"`)
				.all()
				.some((row) => Object.values(row as object).includes(id)),
		);
	});

const isNotedAsLeft = () => findKept().includes("guild_departures");

/** Uses every feature that keeps something of the guild. */
const liveHere = async () => {
	const { owner } = herald.playground.home;
	const use = (command: string, values: Record<string, string>) =>
		herald.use(owner, command, values).firstAnswer();
	await use("say", { text: "Hello there", as: "file" });
	await use("voice me", { voice: "Puck" });
	const panel = serverPanel(herald.playground, owner);
	await panel.set({ voice: "Leda" });
	await panel.add("words", { words: "blast" });
	await use("redeem", { code: "REDEEM123456" });
	await eventually(() =>
		expect(findKept()).toEqual(
			expect.arrayContaining([
				"guild_settings",
				"guild_words",
				"member_settings",
				"redemptions",
				"speech_days",
				"speech_months",
			]),
		),
	);
};

/** Restarts Herald, which has become a member of the guild, or no longer is one, while it wasn't connected. */
const restartAs = async (presence: "bot" | "commands") => {
	const { gateway, world, home } = herald.playground;
	gateway.isDown = true;
	gateway.drop();
	world.setPresence(home.guild, presence);
	gateway.forgetSessions();
	gateway.isDown = false;
	await herald.restart();
};

const leave = async () => {
	herald.playground.world.setPresence(herald.playground.home.guild, "commands");
	await eventually(() => expect(isNotedAsLeft()).toBe(true));
};

test("in a server that has only the commands, members are told that the bot is missing, with its invite link", async () => {
	const { guild, ordinary } = herald.playground.home;
	await leave();
	const { content, ephemeral } = await herald.say(ordinary, "Anybody here?").firstAnswer();
	expect(ephemeral).toBe(true);
	expect(content).toMatch(/has Herald's commands, but not Herald itself/);
	expect(content).toContain("https://discord.com/oauth2/authorize?client_id=");
	expect(content).toContain(`guild_id=${guild.id}`);
});

test("old data is erased: seconds of speech after 90 days, names next to codes after 12 months", async () => {
	await liveHere();
	const names = () => read((database) => database.prepare("SELECT user_id FROM redemptions").pluck().all());
	herald.advance(89 * day);
	await herald.restart();
	await eventually(() => expect(findKept()).toContain("speech_days"));
	herald.advance(2 * day);
	await herald.restart();
	await eventually(() => expect(findKept()).not.toContain("speech_days"));
	expect(names()).toEqual([herald.playground.home.owner.user.id]);
	herald.advance(275 * day);
	await herald.restart();
	await eventually(() => expect(names()).toEqual([null]));
	expect(findKept()).toEqual(expect.arrayContaining(["redemptions", "guild_words", "member_settings"]));
});

describe("the data of a server that Herald left", () => {
	beforeEach(liveHere);

	test("is erased after 30 days, except for codes and their outcomes", async () => {
		await leave();
		herald.advance(29 * day);
		await herald.restart();
		await herald.restart();
		expect(findKept()).toContain("guild_words");
		herald.advance(2 * day);
		await herald.restart();
		await eventually(() => expect(findKept()).toEqual([]));
		const rows = read((database) => database.prepare("SELECT * FROM redemptions").all());
		const nobody = { guild_id: "", user_id: null, member: null };
		const code = { outcome: "redeemed", units: 500_000, code: expect.any(String) };
		expect(rows).toMatchObject([{ ...nobody, ...code }]);
	});

	test("is kept if Herald comes back, even while it isn't running", async () => {
		const { guild, owner } = herald.playground.home;
		await leave();
		herald.advance(20 * day);
		herald.playground.world.setPresence(guild, "bot");
		await eventually(() => expect(isNotedAsLeft()).toBe(false));
		await leave();
		herald.advance(31 * day);
		await restartAs("bot");
		await eventually(() => expect(isNotedAsLeft()).toBe(false));
		expect(textOf(await serverPanel(herald.playground, owner).open())).toContain("Leda");
	});

	test("is kept 30 days from when Herald notices, if it wasn't running when it left", async () => {
		await restartAs("commands");
		await eventually(() => expect(isNotedAsLeft()).toBe(true));
		herald.advance(31 * day);
		await herald.restart();
		await eventually(() => expect(findKept()).toEqual([]));
	});

	test("is kept during an outage of the server, and if Herald isn't enabled there", async () => {
		const { guild } = herald.playground.home;
		herald.playground.world.setPresence(guild, "outage");
		herald.advance(31 * day);
		await herald.restart({
			SPEECH_BASE_URL: upstream.baseUrl,
			SPEECH_API_KEY: "sk",
			ALLOWED_GUILDS: "123456789012345678",
		});
		herald.playground.world.setPresence(guild, "bot");
		await eventually(async () => {
			const { ordinary } = herald.playground.home;
			const { content } = await herald.playground.command(ordinary, "queue").firstAnswer();
			expect(content).toMatch(/isn't enabled here/);
		});
		expect(isNotedAsLeft()).toBe(false);
		expect(findKept()).toContain("guild_words");
	});
});
