import { chmodSync, cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLogger } from "@herald/common/log.ts";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { checkData, checkPostgres } from "../../src/operations/doctor/check-data.ts";
import { applyGuildDefaults } from "../../src/settings/settings.ts";
import { elsewhere, inGuild } from "../../src/shared/party.ts";
import { logStoreTroubles } from "../../src/store/open-store.ts";
import { migratePostgres } from "../../src/store/postgres/store.ts";
import { databases, useDatabase } from "../support/databases.ts";
import oldSettings from "./old-settings.json" with { type: "json" };
import unreadable from "./unreadable-settings.json" with { type: "json" };

const [guildId, userId] = ["guild", "member"];

/** Copies the migrations whose names come before `before`. @returns the folder of the copies */
const copyOldMigrations = (before: string): string => {
	const all = fileURLToPath(new URL("../../migrations/bot", import.meta.url));
	const folder = newFolder();
	for (const name of readdirSync(all).filter((each) => each < before))
		cpSync(join(all, name), join(folder, name));
	return folder;
};

describe.each(databases)("on $database,", ({ start }) => {
	const used = useDatabase(start);

	/** Opens a database that was made before this migration and that has these rows. */
	const openOld = async (before: string, oldRows: readonly string[]) => {
		await used.empty();
		const old = copyOldMigrations(before);
		const { databaseUrl, dataDir } = used.place;
		if (databaseUrl === undefined) {
			for (const end of ["", "-wal", "-shm"]) rmSync(join(dataDir, `bot.db${end}`), { force: true });
			openDatabase(join(dataDir, "bot.db"), old).close();
			const database = new SqliteDatabase(join(dataDir, "bot.db"));
			for (const row of oldRows) database.exec(row);
			database.close();
		} else {
			const client = new pg.Client(databaseUrl);
			await client.connect();
			await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
			await migratePostgres(client, old, "the test's");
			for (const row of oldRows) await client.query(row);
			await client.end();
		}
		return used.open();
	};

	test("settings from before they were keys and values are kept, opt-outs included", async () => {
		const { settings } = await openOld("0027", oldSettings.rows);
		const guild = Object.entries(await settings.readGuild(inGuild(guildId)));
		expect(Object.fromEntries(guild.filter(([, value]) => value !== null))).toEqual(oldSettings.guild);
		expect((await settings.readMember(inGuild(guildId), userId)).here).toMatchObject(oldSettings.member);
	});

	test("buttons, answers and long texts that waited in tables of their own are kept", async () => {
		const sealed = used.place.databaseUrl === undefined ? "x'00ff'" : "'\\x00ff'";
		const { kept } = await openOld("0036", [
			`INSERT INTO button_memory VALUES ('b1', 'text', 'guild', 'member', 7, ${sealed}), ('b2', 'message', '@me', 'member', 8, ${sealed})`,
			`INSERT INTO answers_under_way VALUES ('99', 'guild', 'member', 9, ${sealed})`,
			`INSERT INTO books VALUES ('book', 'guild', 'member', 10, ${sealed}, '{"done":3}')`,
		]);
		const found = [];
		for (const kind of ["text", "message", "answer", "book"] as const)
			for (const row of await kept.list(kind)) found.push({ ...row, sealed: [...row.sealed] });
		const row = { userId: "member", sealed: [0, 255], progress: null };
		expect(found).toEqual([
			{ ...row, id: "b1", kind: "text", guildId: inGuild("guild"), until: 7 },
			{ ...row, id: "b2", kind: "message", guildId: elsewhere, until: 8 },
			{ ...row, id: "99", kind: "answer", guildId: inGuild("guild"), until: 9 },
			{ ...row, id: "book", kind: "book", guildId: inGuild("guild"), until: 10, progress: '{"done":3}' },
		]);
	});

	test("a value that can't be read is logged once for each server, and once for members' choices everywhere", async () => {
		await used.empty();
		const lines: string[] = [];
		const logger = createLogger("test", "warn", { write: (line) => void lines.push(line) });
		const { signal } = new AbortController();
		const { onBadSetting } = logStoreTroubles(used.place, logger, Date.now, signal);
		const { settings } = await used.open({ onBadSetting });
		for (const owner of ["one", "two", "@me"])
			await used.query(
				`INSERT INTO member_settings (guild_id, user_id, key, value) VALUES ('${owner}', 'member', 'reading', 'maybe')`,
			);
		for (const guild of ["one", "two", "one"]) await settings.readMember(inGuild(guild), userId);
		const logged = lines.map((line) => JSON.parse(line));
		expect(logged.map(({ guild, setting }) => `${guild} ${setting}`)).toEqual([
			"one reading",
			"@me reading",
			"two reading",
		]);
		expect(logged[1].msg).toMatch(/: choose it again with \/server or \/voice me$/);
	});

	test("a value that can't be read counts as the stricter one if it protects, else as the default, and is logged", async () => {
		await used.empty();
		const bad: string[] = [];
		const { settings } = await used.open({ onBadSetting: ({ key }) => bad.push(key) });
		for (const [key, value] of Object.entries(unreadable.stored))
			await used.query(
				`INSERT INTO guild_settings (guild_id, key, value) VALUES ('guild', '${key}', '${value}')`,
			);
		await used.query(
			"INSERT INTO member_settings (guild_id, user_id, key, value) VALUES ('guild', 'member', 'reading', 'maybe')",
		);
		const applied = applyGuildDefaults(await settings.readGuild(inGuild(guildId)));
		expect(applied).toMatchObject(unreadable.applied);
		expect((await settings.readMember(inGuild(guildId), userId)).here.reading).toBe(false);
		expect(bad.toSorted()).toEqual([...Object.keys(unreadable.stored), "reading"].toSorted());
	});

	test.each([
		["Asia/Kolkata", { from: 1_320, to: 480 }],
		["Somewhere/Else", { from: 0, to: 1_440 }],
	])("with the stored time zone %s, quiet hours are kept, or last all day", async (zone, quietHours) => {
		await used.empty();
		const { settings } = await used.open();
		await settings.changeGuild(inGuild(guildId), { quietHours: { from: 1_320, to: 480 } });
		await used.query(
			`INSERT INTO guild_settings (guild_id, key, value) VALUES ('${guildId}', 'timeZone', '"${zone}"')`,
		);
		expect(await (await used.open()).settings.readGuild(inGuild(guildId))).toMatchObject({ quietHours });
	});

	test("an unknown key is kept unchanged", async () => {
		await used.empty();
		const { settings } = await used.open();
		await settings.changeGuild(inGuild(guildId), { voice: "Puck" });
		await used.query("INSERT INTO guild_settings (guild_id, key, value) VALUES ('guild', 'future', '{}')");
		await settings.changeGuild(inGuild(guildId), { voice: null });
		expect(await settings.readGuild(inGuild(guildId))).not.toHaveProperty("future");
		expect(await used.query("SELECT key FROM guild_settings")).toEqual([{ key: "future" }]);
	});

	test("the doctor reports stored values that can't be read, with the number of servers, and nothing if there are none", async () => {
		await used.empty();
		const { settings } = await used.open();
		const { dataDir, databaseUrl } = used.place;
		chmodSync(dataDir, 0o700);
		const config = readConfig({
			DATA_DIR: dataDir,
			DATABASE_URL: databaseUrl,
			SPEECH_BASE_URL: "http://127.0.0.1:9",
			SPEECH_API_KEY: "sk",
		});
		const complain = async () =>
			[...(await checkData(config)), ...(await checkPostgres(config))].flatMap(({ verdict, sentence }) =>
				verdict === "ok" ? [] : [`${verdict}: ${sentence}`],
			);
		await settings.changeGuild(inGuild(guildId), { voice: "Puck", quietHours: { from: 0, to: 60 } });
		await used.query("INSERT INTO guild_settings (guild_id, key, value) VALUES ('guild', 'future', '{}')");
		expect(await complain()).toEqual([]);

		// More rows than are read at once, with members of one server in both batches.
		const rows = (count: number, row: (at: number) => string) =>
			Array.from({ length: count }, (_, at) => `('${row(at).split(" ").join("', '")}')`).join();
		await used.query(
			`INSERT INTO guild_settings (guild_id, key, value) VALUES ${rows(1_200, (at) => `g${1_000 + at} names ${at % 599 === 0 ? "loud" : '"off"'}`)}`,
		);
		await used.query("INSERT INTO guild_settings (guild_id, key, value) VALUES ('g1000', 'holdMs', '9999')");
		await used.query(
			`INSERT INTO member_settings (guild_id, user_id, key, value) VALUES ${rows(1_200, (at) => `guild u${at} reading maybe`)}`,
		);
		expect(await complain()).toEqual([
			"note: Stored settings can't be read (holdMs in 1 server, names in 3 servers and reading in 1 server), so their stricter side or their default applies: choose them again with /server or /voice me.",
		]);
	});
});
