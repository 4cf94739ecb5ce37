import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { createLogger } from "@herald/common/log.ts";
import { StartError } from "@herald/common/start-error.ts";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { preparedForTest, programEnvironment } from "@herald/common/testing/program-environment.ts";
import { type Playground, startPlayground } from "@herald/playground";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { openPort } from "../support/listen.ts";
import { startBot } from "../support/start-bot.ts";

const elsewhere = { SPEECH_BASE_URL: "http://127.0.0.1:9", SPEECH_API_KEY: "sk" };

describe("Herald as a process", () => {
	let playground: Playground;
	beforeEach(async () => {
		playground = await startPlayground();
		return () => playground.stop();
	});

	/**
	 * Starts the program against the playground. `ended` resolves to the program's output, and its exit code or the
	 * signal that ended it.
	 */
	const start = ({ apiUrl = playground.apiUrl } = {}) => {
		const child: ChildProcess = spawn(process.execPath, [...preparedForTest, "src/index.ts"], {
			cwd: fileURLToPath(new URL("../..", import.meta.url)),
			env: {
				...programEnvironment,
				DATA_DIR: newFolder(),
				DISCORD_TOKEN: playground.token,
				DISCORD_API_URL: apiUrl,
				...elsewhere,
			},
			stdio: ["ignore", "pipe", "pipe"],
		});
		let written = "";
		for (const stream of [child.stdout, child.stderr])
			stream?.on("data", (chunk) => {
				written += chunk;
			});
		const ended = once(child, "close").then(([code, signal]) => ({ code: code ?? signal, written }));
		onTestFinished(async () => {
			child.kill("SIGKILL");
			await ended;
		});
		const hasWritten = (what: RegExp) => eventually(() => expect(written).toMatch(what));
		return { child, ended, hasWritten };
	};

	test("ends with code 77 and a sentence if the gateway closes for good while it runs", async () => {
		const { ended, hasWritten } = start();
		await hasWritten(/"msg":"ready"/);
		playground.gateway.close(4011);
		const { code, written } = await ended;
		expect({ code, written }).toEqual({
			code: 77,
			written: expect.stringMatching(/set GATEWAY_SHARDS to auto/),
		});
		expect(written).not.toMatch(/\n\s+at /);
	});

	/**
	 * Starts the bot in this process.
	 * @returns a function that stops the bot, and a promise that resolves to the error with which the bot ended by
	 * itself
	 */
	const startHere = async () => {
		const config = readConfig({
			DATA_DIR: newFolder(),
			DISCORD_TOKEN: playground.token,
			DISCORD_API_URL: playground.apiUrl,
			// With this value, Herald requests only the intents that it can't do without.
			READ_MESSAGES: "mentions",
			...elsewhere,
		});
		const ended = Promise.withResolvers<StartError>();
		const stop = await startBot(config, createLogger("test", "silent"), {}, { onEnd: ended.resolve });
		return { stop, ended: ended.promise };
	};

	test.each([
		[4004, /^Discord refused DISCORD_TOKEN[^\n]+$/],
		[4014, /npm run setup -- application turns it on/],
	])("gives a sentence if the gateway closes with %i while it runs", async (code, sentence) => {
		const { stop, ended } = await startHere();
		playground.gateway.close(code);
		expect((await ended).message).toMatch(sentence);
		await stop();
	});

	test.each([
		[4004, /^Discord refused DISCORD_TOKEN[^\n]+$/],
		[4013, /^Discord doesn't know the intents[^\n]+$/],
	])("gives a sentence if the gateway closes with %i at the login", async (code, sentence) => {
		playground.gateway.refuseNextLogin(code);
		await expect(startHere()).rejects.toThrow(sentence);
	});

	test("waits while Discord can't be reached, and can be stopped meanwhile", async () => {
		const unused = createServer();
		const port = await openPort(unused);
		unused.close();
		const { child, ended, hasWritten } = start({ apiUrl: `http://127.0.0.1:${port}/api` });
		await hasWritten(/Herald can't reach Discord \(ECONNREFUSED\)[^"]+Herald keeps trying\./);
		child.kill("SIGTERM");
		expect(await ended).toMatchObject({ code: 0 });
	});
});

test.each([
	["Discord", true, /^Discord doesn't answer: no answer came in time\. Herald keeps trying\.$/],
	["Discord's gateway", false, /^Herald isn't logged in yet at Discord's gateway, ws:/],
])(
	"a start says if %s takes connections but doesn't answer, and can be stopped while it waits",
	async (_, isApi, sentence) => {
		const connected = Promise.withResolvers<void>();
		const port = await openPort(createServer(() => connected.resolve()));
		const gateway = createHttpServer((_request, response) => {
			const session_start_limit = { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 };
			response
				.writeHead(200, { "content-type": "application/json" })
				.end(JSON.stringify({ url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit, flags: 0 }));
		});
		const apiPort = isApi ? port : await openPort(gateway);
		const stopping = new AbortController();
		const environment = {
			DISCORD_TOKEN: "token",
			DISCORD_API_URL: `http://127.0.0.1:${apiPort}/api`,
			DATA_DIR: newFolder(),
			...elsewhere,
		};
		const told: string[] = [];
		const write = (line: string) => told.push(JSON.parse(line).msg);
		const started = startBot(
			readConfig(environment),
			createLogger("test", "warn", { write }),
			{ tries: { firstWaitMs: 5, longestWaitMs: 20, silentMs: 10 } },
			{ signal: stopping.signal },
		);
		await expect.poll(() => told).toContainEqual(expect.stringMatching(sentence));
		await connected.promise;
		stopping.abort();
		await expect(started).rejects.toBe(stopping.signal.reason);
	},
);

describe("Herald", () => {
	let herald: Herald;
	/** The number of lines in the log before the test. */
	let before: number;
	beforeAll(async () => {
		herald = await startHerald(elsewhere, {
			requests: { answerMs: 2_000, backoffMs: [] },
			tries: { firstWaitMs: 5, longestWaitMs: 20, silentMs: 5_000 },
		});
	});
	afterAll(() => herald.stop());
	beforeEach(() => {
		before = herald.logs.length;
	});

	const gatewayAddress = { path: /^\/gateway\/bot$/, times: 3 };
	const messages = () => herald.logs.slice(before).map(({ msg }) => String(msg));

	test.each([
		[
			"is down",
			() => herald.playground.faults.page(gatewayAddress, 502),
			/trouble of its own \(status 502\)/,
		],
		["fails", () => herald.playground.faults.fail(gatewayAddress, 500), /trouble of its own \(status 500\)/],
		[
			"blocks this machine",
			() => herald.playground.faults.page(gatewayAddress, 403),
			/from this machine's address/,
		],
		[
			"resets connections",
			() => herald.playground.faults.cut(gatewayAddress),
			/can't reach Discord \([A-Z_]+\)/,
		],
		[
			"fails when commands are compared",
			() => herald.playground.faults.fail({ path: /\/commands$/, times: 3 }, 503),
			/trouble of its own \(status 503\)/,
		],
	])("starts as soon as it can if Discord %s at first, and logs that once", async (_, trouble, sentence) => {
		trouble();
		await herald.restart();
		expect(messages().filter((message) => sentence.test(message))).toHaveLength(1);
		expect(messages().filter((message) => message === "ready")).toHaveLength(1);
	});

	test("logs once that the gateway is away, and once that it is back", async () => {
		const { gateway } = herald.playground;
		gateway.isDown = true;
		gateway.drop();
		const about = () =>
			herald.logs.slice(before).filter(({ msg }) => String(msg).startsWith("gateway connection"));
		await eventually(() => expect(gateway.counts.refused).toBeGreaterThan(2));
		expect(about()).toMatchObject([
			{ event: "gateway_lost", code: 1006, msg: "gateway connection lost, reconnecting" },
		]);
		gateway.isDown = false;
		await eventually(() => expect(about()).toHaveLength(2));
		expect(about()[1]).toMatchObject({ level: 30, tries: expect.any(Number) });
	});
});

test.each([
	["JSON of another kind", 200, "application/json", "{}"],
	[
		"no such path",
		404,
		"application/json",
		'{"message":"Route GET:/v10/gateway/bot not found","statusCode":404}',
	],
	["a page that moved", 410, "text/html", "<h1>Gone</h1>"],
])("a server that answers with %s isn't taken for Discord", async (_, status, type, body) => {
	const server = createHttpServer((_request, response) =>
		response.writeHead(status, { "content-type": type }).end(body),
	);
	const apiUrl = `http://127.0.0.1:${await openPort(server)}/api`;
	const place = { DISCORD_API_URL: apiUrl, DATA_DIR: newFolder() };
	const config = readConfig({ ...elsewhere, ...place, DISCORD_TOKEN: "token" });
	const start = startBot(config, createLogger("test", "silent"));
	await expect(start).rejects.toThrow(StartError);
	await expect(start).rejects.toThrow(`${apiUrl} isn't Discord's API (`);
});
