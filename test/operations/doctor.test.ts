import { once } from "node:events";
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import { runCommandWith } from "@herald/common/testing/run-command.ts";
import { makeCertificate } from "@herald/playground";
import { findSherpaOnnx, writeVoicesFile } from "@herald/service/testing/internals.ts";
import { hasEspeakNg } from "@herald/service/testing/speech-tools.ts";
import { PermissionFlagsBits } from "discord.js";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { checkVoices } from "../../src/operations/doctor/check-speech.ts";
import { examine } from "../../src/operations/doctor/examine.ts";
import { callGoogle } from "../support/call-google.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { sendJson, speakWell, startUpstream } from "../support/upstream.ts";

const dayMs = 24 * 60 * 60_000;
const neither = { speak: false, ask: false };

let herald: Herald;
let folder: string;
beforeAll(async () => {
	herald = await startHerald();
	return () => herald.stop();
});
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "herald-"));
	return () => rmSync(folder, { recursive: true });
});

const settings = () => ({
	DISCORD_TOKEN: herald.playground.token,
	DISCORD_API_URL: herald.playground.apiUrl,
	DATA_DIR: herald.dataDir,
	CACHE_MEGABYTES: "1",
});

/** @returns what is wrong or worth a note if `environment` replaces some of the running Herald's settings */
const complain = async (
	environment: Readonly<Record<string, string>>,
	options: Partial<Parameters<typeof examine>[1]> = {},
): Promise<string[]> => {
	const config = readConfig({ ...settings(), ...environment });
	const findings = await examine(config, { ...neither, ...options });
	return findings.flatMap(({ verdict, sentence }) => (verdict === "ok" ? [] : [`${verdict}: ${sentence}`]));
};

/** Settings that name Herald's own speech service as if it ran elsewhere. */
const ownService = () => ({
	SPEECH_BASE_URL: `http://127.0.0.1:${herald.logs.find(({ msg }) => msg === "speech service started")?.port}`,
	SPEECH_API_KEY: readFileSync(join(herald.dataDir, "speech-service.key"), "utf8").trim(),
	TOPUP_TOKEN: "",
});
const topupNote = expect.stringMatching(
	/^note: TOPUP_TOKEN is empty, so codes are redeemed with SPEECH_API_KEY/,
);

const countSpeech = () => {
	const database = openDatabase(join(herald.dataDir, "service.db"), "packages/service/migrations");
	try {
		return database.prepare("SELECT sum(requests) FROM accounts").pluck().get() as number;
	} finally {
		database.close();
	}
};

describe("beside a running Herald", () => {
	test("the doctor finds nothing wrong, changes nothing and spends nothing", async () => {
		// Leaves out the cache, which Herald's workers may open at any time.
		const listFiles = () => readdirSync(herald.dataDir).filter((name) => !name.startsWith("clips.db"));
		const before = listFiles();
		const spokenBefore = countSpeech();
		const asked = herald.playground.requests.length;
		const { code, out, err } = await runCommandWith("doctor", settings());
		expect({ code, err }).toEqual({ code: 0, err: "" });
		expect(out).toContain(`ok     Herald runs on ${herald.dataDir}.\n`);
		expect(out).toContain("ok     bot.db is sound.\n");
		expect(out).toContain("ok     Discord accepts the token of Herald.\n");
		expect(out).toContain("ok     Herald has the permissions that it uses in its server.\n");
		expect(out).toContain("ok     The clock agrees with that of Discord.\n");
		expect(out).toMatch(/\n\nNothing is wrong\. .*docs\/trouble\.md\.\n$/);
		expect(listFiles()).toEqual(before);
		expect(herald.playground.requests.slice(asked).map(({ method }) => method)).not.toContain("POST");
		expect(countSpeech()).toBe(spokenBefore);
	});

	test("--speak pays for one sentence, and --ask reports the balance", async () => {
		const before = countSpeech();
		const { code, out } = await runCommandWith("doctor", settings(), "--speak", "--ask");
		expect(code).toBe(0);
		expect(out).toMatch(
			/ok {5}gemini-3\.8-flash-lite-tts spoke a sentence of [12]\.\d s within [\d.]+ s\.\n/,
		);
		expect(out).toContain("ok     There is no limit on what the speech key can spend.\n");
		expect(countSpeech()).toBe(before + 1);
	});

	test("--speak and --ask work at a service elsewhere", async () => {
		const before = countSpeech();
		expect(await complain(ownService(), { speak: true, ask: true })).toEqual([topupNote]);
		expect(countSpeech()).toBe(before + 1);
	});
});

describe("a running Herald in trouble:", () => {
	test("a database kept locked by another program is reported, with what to do", async () => {
		const other = openDatabase(join(herald.dataDir, "bot.db"), "migrations/bot");
		onTestFinished(() => void other.close());
		other.exec("BEGIN IMMEDIATE");
		expect(await complain({})).toEqual([
			expect.stringMatching(/^wrong: Another program keeps \S+bot\.db locked, .* find it with fuser/),
		]);
	});

	test.each([
		[
			"that answers nothing",
			() => {},
			/^wrong: Herald runs, but doesn't answer at 127\.0\.0\.1:\d+ \(\w+\): it starts, or hangs/,
		],
		[
			"one of whose processes hangs",
			(_request, response) => response.writeHead(503).end('{"gateway":"unknown","processes":{"silent":1}}'),
			/^wrong: A process of Herald's hangs/,
		],
		[
			"without Discord",
			(_request, response) => response.writeHead(503).end('{"gateway":"connecting"}'),
			/^wrong: Herald isn't connected to Discord/,
		],
	] satisfies [string, RequestListener, RegExp][])("one %s is reported", async (how, answer, sentence) => {
		const server = createServer(answer).listen(0, "127.0.0.1");
		await once(server, "listening");
		onTestFinished(() => {
			server.close();
			server.closeAllConnections();
		});
		const { port } = server.address() as AddressInfo;
		// The case that answers nothing waits for the whole time, so the time is short. The token is empty so that
		// Discord, which may need longer, isn't asked. In the other cases, a busy machine may need seconds to answer.
		const patienceMs = how === "that answers nothing" ? 500 : 20_000;
		expect(await complain({ OPERATIONS_PORT: String(port), DISCORD_TOKEN: "" }, { patienceMs })).toEqual([
			expect.stringMatching(sentence),
			expect.stringMatching(/^note: DISCORD_TOKEN is empty/),
		]);
	});
});

test("a missing intent is worth a note, unless the operator does without it", async () => {
	herald.playground.gateway.grantMessageContent("refused");
	onTestFinished(() => herald.playground.gateway.grantMessageContent("limited"));
	expect(await complain({})).toEqual([
		expect.stringMatching(/^note: Discord doesn't grant the Message Content intent, so Herald can only read/),
	]);
	expect(await complain({ READ_MESSAGES: "mentions" })).toEqual([]);
});

test("without a token and before the first start, the only note is about the playground", async () => {
	const dataDir = join(folder, "data");
	expect(await complain({ DISCORD_TOKEN: "", DATA_DIR: dataDir })).toEqual([
		"note: DISCORD_TOKEN is empty, so npm start opens the playground: npm run setup asks for a bot's token.",
	]);
	expect(readdirSync(folder)).toEqual([]);
});

test("an invalid setting and an unknown option end with different exit codes", async () => {
	const unusable = await runCommandWith("doctor", { PORT: "99999" });
	expect(unusable.code).toBe(1);
	expect(unusable.out).toMatch(/^wrong {2}PORT must be a port number .*\n\nOne thing is wrong\.\n$/);
	expect(await runCommandWith("doctor", {}, "--sepak")).toMatchObject({ code: 2, out: "" });
});

describe("voices", () => {
	const dataDir = () => join(folder, "data");
	const addVoice = (model: string) => {
		const voice = join(dataDir(), "voices", "amy");
		mkdirSync(voice, { recursive: true });
		writeFileSync(join(voice, "amy.onnx"), model);
		writeVoicesFile(dataDir(), {
			format: 1,
			voices: [
				{
					name: "amy",
					kind: "vits",
					files: { model: "amy.onnx" },
					sizes: { "amy.onnx": 5 },
					languages: ["en-US", "de"],
					sampleRate: 22_050,
					speakers: [{ id: 0, sex: "f", pitchHz: 200 }],
					bytes: 5,
					fingerprint: "f",
				},
			],
			cast: {},
		});
	};
	const check = async (environment: Readonly<Record<string, string>> = {}) =>
		(await checkVoices(readConfig({ DATA_DIR: dataDir(), ...environment }))).map(
			({ verdict, sentence }) => `${verdict}: ${sentence}`,
		);

	test("the voices for each language are reported", async () => {
		addVoice("model");
		const told = await check();
		expect(told).toContain(
			findSherpaOnnx()
				? "ok: The voice amy speaks German and English."
				: "wrong: Natural voices were added, but not the engine for them: add it with npm ci --prefix packages/neural, and start Herald again.",
		);
		expect(told).toContain("ok: Natural voices may take up to 1,024 MB of memory.");
		expect(told.at(-1)).toMatch(
			hasEspeakNg
				? /^ok: Flite speaks English, and espeak-ng \S+ speaks \d\d+ languages, where no voice does\.$/
				: /^ok: Flite speaks English where no voice does\. espeak-ng, .+, isn't installed\.$/,
		);
	});

	test("a language without a natural voice is reported, with how to get one", async () => {
		const missed =
			"note: No natural voice speaks Japanese, the language of DEFAULT_LANGUAGE: npm run voices -- get ja shows those that can be had.";
		expect(await check({ DEFAULT_LANGUAGE: "ja" })).toContain(missed);
		addVoice("model");
		expect(await check({ DEFAULT_LANGUAGE: "ja-JP" })).toContain(missed);
		for (const tag of ["", "de-AT"])
			expect(await check({ DEFAULT_LANGUAGE: tag })).not.toContainEqual(
				expect.stringContaining("No natural voice"),
			);
	});

	test("a damaged voice, a damaged list and a memory limit above the machine's memory are reported", async () => {
		addVoice("mod");
		expect(await check({ ENGINE_MEMORY_MEGABYTES: "1000000" })).toEqual(
			expect.arrayContaining([
				"wrong: The voice amy is damaged (amy.onnx has 3 bytes instead of 5): remove it and add it again, or restore it from a backup.",
				expect.stringMatching(
					/^note: Natural voices may take 1,000,000 MB, and this machine has \S+ MB in all/,
				),
			]),
		);
		writeFileSync(join(dataDir(), "voices", "voices.json"), "{");
		expect(await check()).toEqual([expect.stringMatching(/^wrong: \S+voices\.json can't be read/)]);
	});

	test("voices aren't checked if the speech service is elsewhere", async () => {
		addVoice("mod");
		expect(await check({ SPEECH_BASE_URL: "http://127.0.0.1:1", SPEECH_API_KEY: "sk" })).toEqual([]);
	});
});

describe("Discord", () => {
	test("a refused token is reported", async () => {
		expect(await complain({ DISCORD_TOKEN: "another" })).toEqual([
			"wrong: Discord refused DISCORD_TOKEN: npm run setup -- token takes a new one, and says where it is.",
		]);
	});

	test("an address where nothing listens, or that isn't Discord's, is reported", async () => {
		expect(await complain({ DISCORD_API_URL: "http://127.0.0.1:1025/api" })).toEqual([
			"wrong: Discord can't be reached at http://127.0.0.1:1025/api: nothing listens there: check DISCORD_API_URL, and that the service runs (ECONNREFUSED).",
		]);
		herald.playground.faults.page({ path: /^\/users\/@me$/ }, 404);
		expect(await complain({})).toEqual([
			expect.stringMatching(/^wrong: Something other than Discord answers at \S+ \(status 404\)/),
		]);
	});

	test("a Discord that doesn't answer is reported", async () => {
		const held = herald.playground.faults.hold({ path: /^\/users\/@me$/ });
		onTestFinished(() => held.release());
		// In another data folder, because the running Herald may be writing to its own.
		expect(await complain({ DATA_DIR: folder }, { patienceMs: 500 })).toEqual([
			expect.stringMatching(/^wrong: Discord doesn't answer at \S+ within 0\.5 s: check .* DISCORD_API_URL/),
		]);
	});

	test("permissions that Herald lacks in a server are named, and a server where it is missing", async () => {
		const { guild } = herald.playground.home;
		const roles = [...guild.roles.values()].map((role) => ({ role, permissions: role.permissions }));
		onTestFinished(() => {
			for (const { role, permissions } of roles) role.permissions = permissions;
		});
		const lost = PermissionFlagsBits.Connect | PermissionFlagsBits.Speak;
		for (const { role, permissions } of roles) role.permissions = String(BigInt(permissions) & ~lost);
		expect(await complain({ ALLOWED_GUILDS: `${guild.id},123456789012345678` })).toEqual([
			`note: In "The Playground" (${guild.id}), Herald lacks Connect and Speak: let somebody who manages that server give it to Herald's role.`,
			expect.stringMatching(
				/^note: ALLOWED_GUILDS names 123456789012345678, where Herald isn't: .*guild_id=/,
			),
		]);
	});

	test("a wrong clock is reported", async () => {
		expect(await complain({}, { now: () => Date.now() - 3 * 60_000 })).toEqual([
			expect.stringMatching(/^wrong: This machine's clock is 3 minutes behind Discord's: /),
		]);
	});
});

describe("the speech service", () => {
	/** @returns the settings for a service that `listener` answers for */
	const serve = async (listener: RequestListener, tls?: { readonly key: string; readonly cert: string }) => {
		const server = tls ? createTlsServer(tls, listener) : createServer(listener);
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		onTestFinished(() => {
			server.closeAllConnections();
			server.close();
		});
		const address = `http${tls ? "s" : ""}://127.0.0.1:${(server.address() as AddressInfo).port}`;
		return { SPEECH_BASE_URL: address, SPEECH_API_KEY: "key", TOPUP_TOKEN: "token", TOPUP_USER_ID: "7" };
	};
	const answer = (status: number, body: object, headers = {}) =>
		serve((_request, response) => response.writeHead(status, headers).end(JSON.stringify(body)));

	test("a refused connection, an unknown host and a refused key are reported", async () => {
		const elsewhere = { ...ownService(), SPEECH_BASE_URL: "http://127.0.0.1:9" };
		expect(await complain(elsewhere)).toEqual([
			"wrong: Herald can't reach the speech service at http://127.0.0.1:9: nothing listens there: check SPEECH_BASE_URL, and that the service runs (ECONNREFUSED).",
			topupNote,
		]);
		expect(await complain({ ...ownService(), SPEECH_API_KEY: "sk-wrong" })).toContain(
			"wrong: The speech service refuses SPEECH_API_KEY (status 401): check the key there, and that its own limit isn't used up; npm run setup -- voice takes another.",
		);
	});

	test("it is reported whether Google is asked to store nothing, and accepts that", async () => {
		const asked: unknown[] = [];
		let takesStore = true;
		const upstream = await startUpstream();
		onTestFinished(() => upstream.close());
		upstream.behave((response, attempt, request) => {
			if (request.path.startsWith("/v1beta/models?"))
				return sendJson(response, 200, { models: [{ name: "models/gemini-3.8-flash-tts" }] });
			const { store } = JSON.parse(request.body);
			asked.push(store);
			return takesStore || store === undefined
				? speakWell(response, attempt, request)
				: sendJson(response, 400, { error: { code: 400, message: `Unknown name "store"` } });
		});
		const google = {
			SPEECH_BASE_URL: callGoogle(upstream.baseUrl),
			SPEECH_API_KEY: "key",
			SPEECH_MODELS: "gemini-3.8-flash-tts",
		};
		const config = readConfig({ ...settings(), ...google });
		const told = async () =>
			(await examine(config, { speak: true, ask: false })).map(
				({ verdict, sentence }) => `${verdict}: ${sentence}`,
			);
		expect(await told()).toEqual(
			expect.arrayContaining([
				"ok: Herald asks Google with every text to keep nothing of it (store: false); --speak tries whether it takes that.",
				expect.stringMatching(/^ok: gemini-3\.8-flash-tts spoke a sentence/),
			]),
		);
		expect(asked.splice(0)).toEqual([false]);
		takesStore = false;
		expect(await told()).toContain(
			"wrong: gemini-3.8-flash-tts refuses store: false, so Google may keep what members say for up to 55 days: turn that off in the project's settings (docs/google.md).",
		);
		expect(asked).toEqual([false, undefined]);
	});

	test("with SPEECH_EXTRAS=none, only --speak and --ask send requests", async () => {
		const upstream = await startUpstream();
		onTestFinished(() => upstream.close());
		const bare = { SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "key", SPEECH_EXTRAS: "none" };
		const models =
			"note: SPEECH_EXTRAS is none, so Herald doesn't ask for the models; --speak tries whether it speaks.";
		expect(await complain(bare)).toEqual([models]);
		expect(upstream.requests).toEqual([]);
		expect(await complain(bare, { speak: true, ask: true })).toEqual([
			models,
			"note: SPEECH_EXTRAS is none, so Herald asks for no balance.",
		]);
		expect(upstream.requests.map(({ path }) => path)).toEqual([
			"/v1beta/models/gemini-3.8-flash-lite-tts:generateContent",
		]);
	});

	test("a redirect, missing models and the service's own trouble are reported", async () => {
		expect(await complain(await answer(308, {}, { location: "/new" }))).toEqual([
			"wrong: The speech service has moved (status 308): set SPEECH_BASE_URL to its new address.",
		]);
		const one = await answer(200, { data: [{ id: "gemini-3.8-flash-tts" }] });
		expect(await complain(one)).toEqual([
			"note: The speech service doesn't list gemini-3.8-flash-lite-tts: Herald takes the other models of SPEECH_MODELS.",
		]);
		expect(await complain({ ...one, SPEECH_MODELS: "other" })).toEqual([
			"wrong: The speech service lists none of SPEECH_MODELS (other): npm run setup -- voice offers those that it has.",
		]);
		expect(await complain(await answer(502, {}))).toEqual([
			"wrong: The speech service has trouble of its own (status 502): ask whoever runs it.",
		]);
		expect(await complain(await answer(404, {}))).toEqual([]);
	});

	test("an untrusted certificate is reported, and one that expires soon", async () => {
		const { certificate, privateKey, remove } = makeCertificate();
		onTestFinished(remove);
		const service = await serve((_request, response) => response.end("{}"), {
			key: privateKey,
			cert: certificate,
		});
		expect(await complain(service)).toEqual([
			expect.stringMatching(
				/^wrong: Herald can't reach the speech service at \S+: its certificate isn't trusted: .*NODE_EXTRA_CA_CERTS/,
			),
		]);
		const trusted = getCACertificates();
		onTestFinished(() => setDefaultCACertificates(trusted));
		setDefaultCACertificates([...trusted, certificate]);
		expect(await complain(service)).toEqual([]);
		const atItsEnd = await complain(service, { now: () => Date.now() + 360 * dayMs });
		expect(atItsEnd).toContainEqual(
			expect.stringMatching(/^note: The speech service's certificate ends on \d{4}-/),
		);
		const plain = { ...service, SPEECH_BASE_URL: service.SPEECH_BASE_URL.replace("https", "http") };
		expect(await complain(plain)).toEqual([
			expect.stringMatching(/^wrong: Herald can't reach the speech service/),
		]);
	});

	test("refusals of --speak and --ask are reported", async () => {
		const refusal = { error: { message: "no", type: "new_api_error", code: "insufficient_user_quota" } };
		expect(await complain(await answer(403, refusal), { speak: true, ask: true })).toEqual([
			expect.stringMatching(/^wrong: The speech service refuses SPEECH_API_KEY/),
			'wrong: gemini-3.8-flash-lite-tts didn\'t speak: the speech service answered 403 (type "new_api_error", code "insufficient_user_quota").',
			"wrong: The service doesn't show the balance for TOPUP_TOKEN or TOPUP_USER_ID (status 403): check them there.",
		]);
		const empty = await answer(200, { success: true, data: { quota: 0 } });
		expect(await complain(empty, { speak: true, ask: true })).toEqual([
			expect.stringMatching(
				/^wrong: gemini-3\.8-flash-lite-tts gave an answer with JSON of another interface/,
			),
			"note: Nothing is left on the account: redeem a code or add credit there, unless a subscription pays or speech is free.",
		]);
		expect(await complain({ ...empty, SPEECH_BASE_URL: "http://127.0.0.1:9" }, { ask: true })).toContainEqual(
			expect.stringMatching(/^wrong: The balance can't be asked for: nothing listens there/),
		);
	});
});

describe("a gateway", () => {
	const gateway = async (answers: Readonly<Record<string, readonly [status: number, body: object]>>) => {
		const upstream = await startUpstream();
		onTestFinished(() => upstream.close());
		upstream.behave((response, _attempt, { path }) => sendJson(response, ...(answers[path] ?? [404, {}])));
		return { SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "key", TOPUP_TOKEN: "t", TOPUP_USER_ID: "7" };
	};
	const self = [200, { success: true, data: { quota: 500_000 } }] as const;
	const info = (confirmed: boolean) =>
		[200, { success: true, data: { payment_compliance_confirmed: confirmed } }] as const;

	test("whose payment terms aren't confirmed is reported, with what to press", async () => {
		const asked = await gateway({ "/api/user/self": self, "/api/user/topup/info": info(false) });
		expect(await complain(asked, { ask: true })).toEqual([
			"wrong: Codes can't be redeemed: the gateway redeems no codes until its root user has confirmed the payment terms: System Settings, Payment Gateway, Confirm compliance (docs/new-api.md, step 7).",
		]);
		expect(await complain(asked)).toEqual([]);
	});

	test.each([
		["whose terms are confirmed", { "/api/user/topup/info": info(true) }],
		["that doesn't say", {}],
	])("%s is sound", async (_, answers) => {
		expect(await complain(await gateway({ "/api/user/self": self, ...answers }), { ask: true })).toEqual([]);
	});

	test("whose database fails isn't reported as a wrong token", async () => {
		const body = { success: false, message: "Database error", code: "AUTH_INTERNAL_ERROR" };
		expect(await complain(await gateway({ "/api/user/self": [500, body] }), { ask: true })).toEqual([
			"wrong: The service has a fault of its own (status 500), so it shows no balance: ask whoever runs it.",
		]);
	});

	test("whose key has used up its own limit is reported", async () => {
		const usage = [200, { code: true, data: { total_available: 0, unlimited_quota: false } }] as const;
		const asked = { ...(await gateway({ "/api/usage/token/": usage })), TOPUP_TOKEN: "", TOPUP_USER_ID: "" };
		expect(await complain(asked, { ask: true })).toContain(
			"wrong: Nothing is left on the speech key: raise its limit there.",
		);
	});
});

describe("the data folder", () => {
	test("data without a backup for two days is reported, and newer data isn't", async () => {
		const dataDir = join(folder, "data");
		mkdirSync(dataDir, { mode: 0o700 });
		const backups = async () =>
			(await complain({ DATA_DIR: dataDir })).filter((sentence) => /backup/.test(sentence));
		const age = (name: string, days: number) => {
			writeFileSync(join(dataDir, name), Buffer.alloc(32));
			const at = (Date.now() - days * dayMs) / 1_000;
			utimesSync(join(dataDir, name), at, at);
		};
		age("bot.secret", 1);
		expect(await backups()).toEqual([]);
		age("bot.secret", 9.5);
		const advice = "make one each day with npm run backup (docs/backup.md).";
		expect(await backups()).toEqual([
			`note: There is no backup of ${dataDir}, which is 9 days old: ${advice}`,
		]);
		age("last-backup", 1);
		expect(await backups()).toEqual([]);
		age("last-backup", 3.5);
		expect(await backups()).toEqual([`note: The last backup of ${dataDir} is 3 days old: ${advice}`]);
	});

	test("a folder that can't be written is reported", async () => {
		expect(await complain({ DATA_DIR: "/proc/self" })).toContainEqual(
			expect.stringMatching(/^wrong: Nothing can be written to \/proc\/self \(E[A-Z]+\): /),
		);
	});

	test("damaged or newer databases and low disk space are reported, and nothing is changed", async () => {
		const dataDir = join(folder, "data");
		mkdirSync(dataDir, { mode: 0o755 });
		writeFileSync(join(dataDir, "bot.db"), "plainly no database ".repeat(999));
		const newer = openDatabase(join(dataDir, "service.db"), "packages/service/migrations");
		newer.exec("INSERT INTO migrations VALUES ('9999-future.sql', 'x', 0)");
		newer.close();
		const before = readdirSync(dataDir);
		expect(await complain({ DATA_DIR: dataDir, CACHE_MEGABYTES: "100000" })).toEqual([
			expect.stringMatching(
				/^note: Others on this machine can look into \S+: take their rights with chmod 700\.$/,
			),
			expect.stringMatching(/^note: [\d,]+ MB are free for \S+, and the cache may still take 100,000 MB: /),
			expect.stringMatching(/^wrong: The database \S+bot\.db is damaged \(.*npm run restore/),
			expect.stringMatching(/^wrong: The database \S+service\.db is newer than this program/),
		]);
		expect(readdirSync(dataDir)).toEqual(before);
	});
});
