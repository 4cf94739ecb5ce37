import { chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "@herald/common/testing/eventually.ts";
import { expectOwnersAlone } from "@herald/common/testing/owners-alone.ts";
import { afterAll, afterEach, expect, test } from "vitest";
import { mintCodes, openCodeSecret } from "../src/accounts/redemption-codes.ts";
import { openServiceDatabase } from "../src/config.ts";
import { runService } from "../src/run-service.ts";
import { type EmbeddedService, startEmbeddedService } from "../src/start-embedded.ts";
import { ask, keepLog, makeFolder, silentLogger, writeBody } from "./open-service.ts";

const folder = await makeFolder();
afterAll(() => folder.remove());

let embedded: EmbeddedService | undefined;
afterEach(async () => {
	await embedded?.stop();
	embedded = undefined;
});

const say = async ({ baseUrl, apiKey }: EmbeddedService) => {
	const headers = { authorization: `Bearer ${apiKey}`, connection: "close" };
	const response = await ask({ origin: baseUrl, key: apiKey }, writeBody("Hello."), { headers });
	await response.arrayBuffer();
	return response.status;
};

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

/** @returns the processes of the service that a log tells of, in order */
const pidsIn = (lines: readonly string[]): number[] =>
	lines.flatMap((line) => {
		const { msg, childPid } = JSON.parse(line) as { msg: string; childPid: number };
		return msg === "speech service started" ? [childPid] : [];
	});

/** @returns the ids of this process's running children */
const listChildren = async (): Promise<readonly string[]> => {
	const threads = await readdir("/proc/self/task");
	const lists = await Promise.all(
		threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, "utf8").catch(() => "")),
	);
	return lists.flatMap((list) => list.trim().split(" ").filter(Boolean));
};

test.runIf(process.platform === "linux")(
	"one that is started again is ended at once by a stop, and nothing is logged of that",
	async () => {
		const { lines, logger } = keepLog("info");
		const service = await startEmbeddedService({ dataDir: folder.path, logger });
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
	const service = await startEmbeddedService({ dataDir: folder.path, logger });
	embedded = service;
	expect(service.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
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

test("a child that can't start says why", async () => {
	const bad = join(folder.path, "a-file");
	await writeFile(bad, "");
	await expect(startEmbeddedService({ dataDir: bad, logger: silentLogger })).rejects.toThrow(
		/can't be opened/,
	);
});

test("the key is kept in a file for its owner only, hashed in the database, and replaced when its file is lost", async () => {
	const settings = { dataDir: join(folder.path, "keys"), host: "127.0.0.1", port: 0, logger: silentLogger };
	const file = join(settings.dataDir, "speech-service.key");
	const run = async () => {
		const service = await runService(settings);
		await service.stop();
		return { key: service.key, origin: service.origin };
	};
	const first = await run();
	expect(first.origin).toBe("made");
	expectOwnersAlone(file);
	expect((await readFile(file, "utf8")).trim()).toBe(first.key);
	expect((await readFile(join(settings.dataDir, "service.db"))).includes(first.key)).toBe(false);
	expect(await run()).toEqual({ key: first.key, origin: "kept" });

	await rm(file);
	const second = await run();
	expect(second.origin).toBe("replaced");
	expect(second.key).not.toBe(first.key);

	await writeFile(file, "not a key\n");
	await chmod(file, 0o644);
	expect((await run()).origin).toBe("replaced");
	expectOwnersAlone(file);
});

test("a secret that was lost or changed is told where codes were minted under it, until it is back", async () => {
	const dataDir = join(folder.path, "lost-secret");
	const run = async () => {
		const { lines, logger } = keepLog("warn");
		const service = await runService({ dataDir, host: "127.0.0.1", port: 0, logger });
		await service.stop();
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
