import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const entry = fileURLToPath(new URL("../../src/index.ts", import.meta.url));

let dataDir: string;
let taken: Server;
let herald: ChildProcess;

beforeEach(async () => {
	dataDir = mkdtempSync(join(tmpdir(), "herald-"));
	taken = createServer().listen(0, "127.0.0.1");
	await once(taken, "listening");
});
afterEach(async () => {
	if (herald.exitCode === null) {
		herald.kill("SIGTERM");
		await once(herald, "exit");
	}
	taken.close();
	rmSync(dataDir, { recursive: true, force: true });
});

const start = (port: number): AsyncIterator<string> => {
	const { DISCORD_TOKEN: _, ...environment } = process.env;
	herald = spawn(process.execPath, [entry], {
		env: { ...environment, NODE_ENV: "test", PORT: String(port), DATA_DIR: dataDir },
		stdio: ["ignore", "pipe", "inherit"],
	});
	return createInterface({ input: herald.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
};

const post = (url: string, name: string, fields: object) =>
	fetch(`${url}playground/api/${name}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ as: "ada", ...fields }),
	});

test("without a token the playground starts, on the next port where its own is taken, and restarts the bot on demand", async () => {
	const { port } = taken.address() as AddressInfo;
	const lines = start(port);
	const told: string[] = [];
	while (!told.at(-1)?.includes("playground is at")) {
		const { value, done } = await lines.next();
		if (done) break;
		if (!value.startsWith("{")) told.push(value);
	}
	expect(told[0]).toMatch(new RegExp(`^Port ${port} is taken: the playground uses \\d+ instead\\.$`));
	const url = /http:\S+/.exec(told.at(-1) ?? "")?.[0] as string;
	expect(Number(new URL(url).port)).toBeGreaterThan(port);

	expect((await post(url, "bench", { tool: "nothing" })).status).toBe(400);
	expect((await post(url, "bench", { tool: "restart-bot" })).status).toBe(200);
	const voices = await post(url, "complete", { name: "say", values: { voice: "kor" }, focused: "voice" });
	expect(((await voices.json()) as { choices: object[] }).choices).toHaveLength(1);
});
