import { createHash } from "node:crypto";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import { expectOwnersAlone } from "@herald/common/testing/owners-alone.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runService } from "../src/run-service.ts";
import { startEmbeddedService } from "../src/start-embedded.ts";
import { ask, askApi, makeFolder, openServiceIn, silentLogger, writeBody } from "./open-service.ts";

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
	folder = await makeFolder();
});
afterEach(() => folder.remove());

test("a key from before there were accounts goes on without a limit", async () => {
	const migrations = fileURLToPath(new URL("../migrations", import.meta.url));
	const old = join(folder.path, "old-migrations");
	await mkdir(old);
	await cp(join(migrations, "0001-api-keys.sql"), join(old, "0001-api-keys.sql"));
	const before = openDatabase(join(folder.path, "service.db"), old);
	const insert = before.prepare("INSERT INTO api_keys (name, hash, created_at) VALUES (?, ?, ?)");
	for (const [name, key] of [
		["twin", "sk-1"],
		["twin", "sk-2"],
	] as const)
		insert.run(name, createHash("sha256").update(key).digest(), 5);
	before.close();

	const service = await openServiceIn(folder.path);
	for (const key of ["sk-1", "sk-2", service.key]) {
		expect((await ask({ ...service, key }, writeBody("Hello."))).status).toBe(200);
		expect((await askApi({ ...service, key }, "/api/usage/token/")).body.data).toMatchObject({
			unlimited_quota: true,
		});
	}
	await service.close();
});

const readQuota = async ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) => {
	const { data } = (await askApi({ origin: baseUrl, key: apiKey }, "/api/usage/token/")).body;
	const { total_available, unlimited_quota } = data as Record<string, unknown>;
	return { total_available, unlimited_quota };
};

test("the service's own account begins with the credit it is given, once, and has a limit while it is given one", async () => {
	const run = async (credit?: number) => {
		const service = await runService({
			dataDir: folder.path,
			host: "127.0.0.1",
			port: 0,
			logger: silentLogger,
			credit,
		});
		const quota = await readQuota({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.key });
		await service.stop();
		return quota;
	};
	expect(await run(20_000)).toEqual({ total_available: 20_000, unlimited_quota: false });
	expect(await run(90_000)).toEqual({ total_available: 20_000, unlimited_quota: false });
	expect(await run()).toMatchObject({ unlimited_quota: true });
	expect(await run(90_000)).toEqual({ total_available: 20_000, unlimited_quota: false });
	expectOwnersAlone(join(folder.path, "service.secret"));
});

test.each([
	[undefined, { total_available: 0, unlimited_quota: true }],
	[20_000, { total_available: 20_000, unlimited_quota: false }],
])("a credit of %s reaches the embedded service", async (credit, quota) => {
	const service = await startEmbeddedService({
		dataDir: folder.path,
		logger: silentLogger,
		...(credit !== undefined && { credit }),
	});
	expect(await readQuota(service)).toEqual(quota);
	await service.stop();
});

test("a credit that is no number of units is told in a sentence", async () => {
	await expect(
		startEmbeddedService({ dataDir: folder.path, logger: silentLogger, credit: -1 }),
	).rejects.toThrow(/EMBEDDED_CREDIT must be .*, not "-1"/);
});
