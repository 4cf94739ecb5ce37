import { createHash } from "node:crypto";
import { chmod, cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { isAlive } from "@herald/common/testing/is-alive.ts";
import { expectOwnersAlone } from "@herald/common/testing/owners-alone.ts";
import { expect, test } from "vitest";
import { mintCodes, openCodeSecret } from "../src/accounts/redemption-codes.ts";
import { openServiceDatabase } from "../src/config.ts";
import {
	ask,
	askApi,
	keepLog,
	type OpenService,
	openEmbedded,
	openService,
	openServiceIn,
	pidsIn,
	writeBody,
} from "./open-service.ts";

type Opened = Pick<OpenService, "origin" | "key">;
const say = async (service: Opened) => {
	const headers = { authorization: `Bearer ${service.key}`, connection: "close" };
	const response = await ask(service, writeBody("Hello."), { headers });
	await response.arrayBuffer();
	return response.status;
};

/** @returns the ids of this process's running children */
const listChildren = async (): Promise<readonly string[]> => {
	const threads = await readdir("/proc/self/task");
	const lists = await Promise.all(
		threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, "utf8").catch(() => "")),
	);
	return lists.flatMap((list) => list.trim().split(" ").filter(Boolean));
};

test.runIf(process.platform === "linux")(
	"one that is started again is ended by a stop, unlogged",
	async () => {
		const { lines, logger } = keepLog("info");
		const service = await openEmbedded({ logger });
		const before = await listChildren();
		process.kill(pidsIn(lines)[0] as number, "SIGKILL");
		const isNew = (pid: string) => !before.includes(pid);
		await eventually(async () => expect((await listChildren()).filter(isNew)).not.toEqual([]));
		const [next] = (await listChildren()).filter(isNew);
		await service.stop();
		expect(isAlive(Number(next))).toBe(false);
		const events = lines.map((line) => JSON.parse(line).event);
		expect(events.slice(events.indexOf("service_died"))).toEqual(["service_died"]);
	},
);

test("a child that dies comes back at the same address with the same key, and ends only when its parent tells it to", async () => {
	const { lines, logger } = keepLog("info");
	const service = await openEmbedded({ logger });
	expect(service.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	expect(await say(service)).toBe(200);

	process.kill(pidsIn(lines)[0] as number, "SIGKILL");
	await eventually(() => expect(pidsIn(lines)).toHaveLength(2));
	const [first, second] = pidsIn(lines) as [number, number];
	expect(second).not.toBe(first);
	expect(service.voices().languages.get("en")).toBe("flite-2");
	expect(await say(service)).toBe(200);

	// A supervisor sends SIGTERM to bot and child at once, while the bot may still need its child.
	process.kill(second, "SIGTERM");
	expect(await say(service)).toBe(200);
	expect(await say(service)).toBe(200);
	expect(isAlive(second)).toBe(true);

	await service.stop();
	expect(isAlive(second)).toBe(false);
	await expect(say(service)).rejects.toThrow();
});

test("a child that can't start says why, also if its credit is no number of units", async () => {
	const bad = join(newFolder(), "a-file");
	await writeFile(bad, "");
	await expect(openEmbedded({ dataDir: bad })).rejects.toThrow(/can't be opened/);
	await expect(openEmbedded({ credit: -1 })).rejects.toThrow(/EMBEDDED_CREDIT must be .*, not "-1"/);
});

test("the key is kept in a file for its owner only, hashed in the database, and replaced when its file is lost", async () => {
	const dataDir = newFolder();
	const file = join(dataDir, "speech-service.key");
	const run = async () => {
		const { key, keyOrigin, close } = await openService({ dataDir });
		await close();
		return { key, keyOrigin };
	};
	const { key, keyOrigin } = await run();
	expect(keyOrigin).toBe("made");
	expectOwnersAlone(file);
	expect((await readFile(file, "utf8")).trim()).toBe(key);
	expect((await readFile(join(dataDir, "service.db"))).includes(key)).toBe(false);
	expect(await run()).toEqual({ key, keyOrigin: "kept" });

	await rm(file);
	expect(await run()).toEqual({ key: expect.not.stringContaining(key), keyOrigin: "replaced" });

	await writeFile(file, "not a key\n");
	await chmod(file, 0o644);
	expect(await run()).toMatchObject({ keyOrigin: "replaced" });
	expectOwnersAlone(file);
});

test("a secret that was lost or changed is told where codes were minted under it, until it is back", async () => {
	const dataDir = newFolder();
	const run = async () => {
		const { lines, logger } = keepLog("warn");
		await (await openService({ dataDir, logger })).close();
		return lines.join("");
	};
	expect(await run()).toBe("");
	const database = openServiceDatabase(dataDir);
	const secret = openCodeSecret(dataDir);
	mintCodes(database, secret, { count: 1, units: 5 });
	database.close();
	expect(await run()).toBe("");
	await rm(join(dataDir, "service.secret"));
	const changed = "service.secret isn't the one that these codes were minted with";
	expect(await run()).toContain(changed);
	expect(await run()).toContain(changed);
	await writeFile(join(dataDir, "service.secret"), secret);
	expect(await run()).toBe("");
});

const readQuota = async (service: Opened) => {
	const { data } = (await askApi(service, "/api/usage/token/")).body;
	const { total_available, unlimited_quota } = data as Record<string, unknown>;
	return { total_available, unlimited_quota };
};

test("a key from before there were accounts goes on without a limit", async () => {
	const [dataDir, old] = [newFolder(), newFolder()];
	const migrations = fileURLToPath(new URL("../migrations", import.meta.url));
	await cp(join(migrations, "0001-api-keys.sql"), join(old, "0001-api-keys.sql"));
	const before = openDatabase(join(dataDir, "service.db"), old);
	const insert = before.prepare("INSERT INTO api_keys (name, hash, created_at) VALUES ('twin', ?, 5)");
	for (const key of ["sk-1", "sk-2"]) insert.run(createHash("sha256").update(key).digest());
	before.close();

	const service = await openServiceIn(dataDir);
	for (const key of ["sk-1", "sk-2", service.key]) {
		expect(await say({ ...service, key })).toBe(200);
		expect(await readQuota({ ...service, key })).toMatchObject({ unlimited_quota: true });
	}
});

test("the service's own account begins with the credit it is given, once, and has a limit while it is given one", async () => {
	const dataDir = newFolder();
	const run = async (credit?: number) => {
		const service = await openService({ dataDir, credit });
		const quota = await readQuota(service);
		await service.close();
		return quota;
	};
	const limited = { total_available: 20_000, unlimited_quota: false };
	expect(await run(20_000)).toEqual(limited);
	expect(await run(90_000)).toEqual(limited);
	expect(await run()).toMatchObject({ unlimited_quota: true });
	expect(await run(90_000)).toEqual(limited);
	expectOwnersAlone(join(dataDir, "service.secret"));
});
