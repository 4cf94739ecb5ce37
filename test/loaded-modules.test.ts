import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { preparedForTest, programEnvironment } from "@herald/common/testing/program-environment.ts";
import { startPlayground } from "@herald/playground";
import { expect, onTestFinished, test } from "vitest";

const botToken = "test-bot-token";

/** Starts the program as an operator does. @returns the URLs of all files loaded by the time it is ready */
const listLoaded = async (environment: Readonly<Record<string, string>>): Promise<string[]> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-"));
	const discord = await startPlayground({ port: 0, logger: createLogger("test", "silent"), botToken });
	const bot = fork(new URL("../src/index.ts", import.meta.url), {
		execArgv: [...preparedForTest, "--import", new URL("support/list-modules.ts", import.meta.url).href],
		env: {
			...programEnvironment,
			DATA_DIR: dataDir,
			LOG_LEVEL: "warn",
			DISCORD_TOKEN: botToken,
			DISCORD_API_URL: discord.apiUrl,
			...environment,
		},
	});
	onTestFinished(async () => {
		const gone = bot.exitCode === null ? once(bot, "exit") : undefined;
		bot.kill();
		await gone;
		await discord.stop();
		rmSync(dataDir, { recursive: true });
	});
	expect(await once(bot, "message")).toMatchObject([{ type: "ready" }, undefined]);
	bot.send("list modules");
	const [{ urls }] = await once(bot, "message");
	return urls;
};

const ofService =
	/\/node_modules\/(?:fastify|@echogarden)\/|\/packages\/service\/src\/(?!(?:start-embedded|measures)\.ts$)/;
const ofMonitoring = /\/node_modules\/(?:prom-client|pino-pretty)\/|\/src\/monitoring\//;
const ofPlayground = /\/node_modules\/@fastify\/|\/packages\/playground\/|\/src\/playground\//;

test("with a real Discord and a speech service elsewhere, Herald loads neither its own service nor the playground", async () => {
	const loaded = await listLoaded({ SPEECH_BASE_URL: "http://127.0.0.1:9", SPEECH_API_KEY: "key" });
	expect(loaded).toContainEqual(expect.stringMatching(/\/src\/speech\/speech\.ts$/));
	expect(loaded.filter((url) => ofPlayground.test(url) || ofService.test(url))).toEqual([]);
	expect(loaded.filter((url) => url.includes("/packages/service/") || ofMonitoring.test(url))).toEqual([]);
});

test("a bot that starts Herald's own speech service loads only the code that starts it", async () => {
	const loaded = await listLoaded({});
	expect(loaded).toContainEqual(expect.stringMatching(/\/packages\/service\/src\/start-embedded\.ts$/));
	expect(loaded.filter((url) => ofPlayground.test(url) || ofService.test(url))).toEqual([]);
});
