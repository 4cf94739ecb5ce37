import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { runCommandWith } from "@herald/common/testing/run-command.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../src/config.ts";

const elsewhere = { SPEECH_BASE_URL: "https://x.example", SPEECH_API_KEY: "k" };

describe("readConfig", () => {
	test("an empty environment gives the playground, the embedded service and the defaults", () => {
		const config = readConfig({});
		expect(config.discord).toEqual({
			token: "",
			oldToken: "",
			apiUrl: "https://discord.com/api",
			shards: "auto",
			readMessages: "auto",
		});
		expect(config.speech.baseUrl).toBe("");
		expect(config.speech.models).toEqual(["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"]);
		expect(config.budgets).toEqual({
			memberSecondsPerDay: 600,
			guildSecondsPerDay: 3_600,
			memberTextsPerMinute: 10,
			allSecondsPerDay: 0,
			allSecondsPerMonth: 0,
			userSecondsPerDay: 120,
			allUsersSecondsPerDay: 3_600,
		});
		expect([config.dataDir, config.host, config.port, config.logLevel]).toEqual([
			"./data",
			"127.0.0.1",
			8_080,
			"info",
		]);
	});

	test(".env.example holds exactly the defaults", () => {
		const example = parseEnv(readFileSync(new URL("../.env.example", import.meta.url), "utf8"));
		expect(readConfig(example)).toEqual(readConfig({}));
	});

	test.each([
		"https://speech.example/",
		"https://speech.example/v1beta",
		"https://speech.example/v1/",
		"https://speech.example/api",
	])("takes %s as the service's root", (SPEECH_BASE_URL) => {
		expect(readConfig({ SPEECH_BASE_URL, SPEECH_API_KEY: "k" }).speech.baseUrl).toBe(
			"https://speech.example",
		);
	});

	test.each([
		["https://speech.example/gw", "/gw"],
		["https://speech.example/gw/v1", "/gw"],
		["https://speech.example/gw/v1/v1", "/gw/v1"],
		["https://speech.example/gw/api/api/", "/gw/api"],
		["https://speech.example/v1beta/api", "/v1beta"],
	])("removes one pasted path from %s, so that any address can be written", (url, path) => {
		expect(readConfig({ ...elsewhere, SPEECH_BASE_URL: url }).speech.baseUrl).toBe(
			`https://speech.example${path}`,
		);
	});

	test("strips models/ and spaces from model names", () => {
		expect(
			readConfig({
				SPEECH_MODELS: " models/a , b,",
				SPEECH_BASE_URL: "https://x.example",
				SPEECH_API_KEY: "k",
			}).speech.models,
		).toEqual(["a", "b"]);
	});

	test.each([
		[{ PORT: "eighty" }, 'PORT must be a port number from 0 to 65535, not "eighty".'],
		[{ PORT: "70000" }, 'PORT must be a port number from 0 to 65535, not "70000".'],
		[{ DISCORD_API_URL: "discord" }, 'DISCORD_API_URL must be an http or https URL, not "discord".'],
		[
			{ SPEECH_BASE_URL: "ftp://x" },
			'SPEECH_BASE_URL must be an http or https URL, or empty for the embedded service, not "ftp://x".',
		],
		[
			{ SPEECH_EXTRAS: "none" },
			"SPEECH_EXTRAS has no effect without SPEECH_BASE_URL: the embedded service takes all of them. Leave it empty.",
		],
		[
			{ SPEECH_FALLBACK: "on" },
			"SPEECH_FALLBACK has no effect without SPEECH_BASE_URL: Herald's own voices speak all the time. Leave it empty.",
		],
		...["SPEECH_STYLE=metadata", "SPEECH_STREAM=on", "TOPUP_USER_ID=7"].map(
			(setting): [Record<string, string>, string] => [
				{ ...elsewhere, SPEECH_EXTRAS: "none", ...parseEnv(setting) },
				`${setting.replace("=7", "")} is beyond what SPEECH_EXTRAS=none sends: leave one of them empty.`,
			],
		),
		[
			{ ...elsewhere, SPEECH_BASE_URL: "https://generativelanguage.googleapis.com", SPEECH_EXTRAS: "none" },
			"SPEECH_EXTRAS=none isn't for Google's own service, which needs more than the interface has: leave it empty.",
		],
		[{ SPEECH_MODELS: "," }, 'SPEECH_MODELS must be at least one model name, not ",".'],
		[
			{ SPEECH_MODELS: "gemini-3.8-flash-tts,gemini-9" },
			'SPEECH_MODELS must name models of the embedded service (gemini-3.8-flash-tts, gemini-3.8-flash-lite-tts, gemini-3.1-flash-tts-preview, gemini-2.5-flash-preview-tts, gemini-2.5-pro-preview-tts), not "gemini-9".',
		],
		[
			{ LOG_LEVEL: "loud" },
			'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
		],
		[
			{ MEMBER_SECONDS_PER_DAY: "-1" },
			'MEMBER_SECONDS_PER_DAY must be a whole number of seconds (0 for no limit), not "-1".',
		],
		[
			{ ALLOWED_GUILDS: "12" },
			'ALLOWED_GUILDS must be server ids (15 to 21 digits each) separated by commas, not "12".',
		],
		[
			{ NODE_ENV: "production" },
			"DISCORD_TOKEN is required when NODE_ENV is production: copy the bot's token from the Discord developer portal.",
		],
		[{ TOPUP_TOKEN: "t" }, "TOPUP_TOKEN has no effect without SPEECH_BASE_URL: leave it empty."],
		[
			{ EMBEDDED_CREDIT: "lots" },
			'EMBEDDED_CREDIT must be a whole number of quota units, or empty for unlimited credit, not "lots".',
		],
		[
			{ SPEECH_BASE_URL: "https://x.example" },
			"SPEECH_API_KEY is required with SPEECH_BASE_URL: set it to that service's key.",
		],
		[
			{ SPEECH_API_KEY: "sk" },
			"SPEECH_API_KEY has no effect without SPEECH_BASE_URL: leave it empty, or set SPEECH_BASE_URL to the service it belongs to.",
		],
		[{ TOPUP_USER_ID: "42" }, "TOPUP_USER_ID has no effect without SPEECH_BASE_URL: leave it empty."],
		[
			{ SPEECH_BASE_URL: "https://x.example", SPEECH_API_KEY: "k", EMBEDDED_CREDIT: "0" },
			"EMBEDDED_CREDIT has no effect with SPEECH_BASE_URL: leave one of them empty.",
		],
		[
			{ ACCOUNTS: "both" },
			"ACCOUNTS is both, but INSTALLS has no members: set it to both, or leave members out of ACCOUNTS.",
		],
		[
			{ ACCOUNTS: "servers", INSTALLS: "members" },
			"ACCOUNTS is servers, but INSTALLS has no servers: set it to both, or leave servers out of ACCOUNTS.",
		],
	])("%o is refused with one sentence", (environment, sentence) => {
		expect(() => readConfig(environment)).toThrow(sentence);
	});

	test.each([
		"https://u:pass@host.example/v1",
		"https://host.example/?key=pass",
		"https://host.example/#pass",
	])("refuses %s and doesn't repeat it", (url) => {
		const wants = "an http or https URL without a user name, a password, a query or a hash";
		expect(() => readConfig({ SPEECH_BASE_URL: url, SPEECH_API_KEY: "k" })).toThrow(
			`SPEECH_BASE_URL must be ${wants}.`,
		);
		expect(() => readConfig({ DISCORD_API_URL: url })).toThrow(`DISCORD_API_URL must be ${wants}.`);
	});

	test("Herald and its tools read secrets from files", async () => {
		const folder = mkdtempSync(join(tmpdir(), "herald-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const file = join(folder, "token");
		writeFileSync(file, "a.b.c\n");
		expect(readConfig({ DISCORD_TOKEN_FILE: file, DISCORD_TOKEN: "" }).discord.token).toBe("a.b.c");
		expect(() => readConfig({ DISCORD_TOKEN_FILE: file, DISCORD_TOKEN: "d" })).toThrow(
			"DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: leave one of them empty.",
		);
		expect(() => readConfig({ TOPUP_TOKEN_FILE: join(folder, "missing") })).toThrow(
			/^TOPUP_TOKEN_FILE must be a file that Herald may read, not "\S+" \(ENOENT\)\.$/,
		);
		writeFileSync(file, `${Buffer.from("123456789012345678").toString("base64")}.b.c\n`);
		const { out } = await runCommandWith("invite", { DISCORD_TOKEN_FILE: file });
		expect(out).toContain("client_id=123456789012345678&");
	});

	test("the library's voices can be read from a file, one a line", () => {
		const folder = mkdtempSync(join(tmpdir(), "herald-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const file = join(folder, "voices");
		writeFileSync(file, "Ada (female, calm storyteller)\r\n\nBruno (male)\nCleo\n");
		const { extraVoices } = readConfig({ SPEECH_VOICES_FILE: file }).speech;
		expect(extraVoices).toEqual(
			readConfig({ SPEECH_VOICES: "Ada (female, calm storyteller), Bruno (male), Cleo" }).speech.extraVoices,
		);
		expect(extraVoices).toHaveLength(3);
		const described = `${"a".repeat(100)} (female, calm)`;
		expect(readConfig({ SPEECH_VOICES: described }).speech.extraVoices).toEqual([described]);
		expect(() => readConfig({ SPEECH_VOICES: `Ada, a${described}` })).toThrow(
			/^SPEECH_VOICES must be at most 5000 names of 100 characters each\.$/,
		);
	});

	test("never repeats an invalid secret", () => {
		expect(() => readConfig({ DISCORD_API_URL: "htps://u:pass@host" })).toThrow(
			/^DISCORD_API_URL must be an http or https URL\.$/,
		);
		expect(() => readConfig({ DISCORD_TOKEN: "one\nline more" })).toThrow(
			/^DISCORD_TOKEN must be the bot's token, of printable characters without spaces\.$/,
		);
		expect(() => readConfig({ SPEECH_API_KEY: "sk with spaces" })).toThrow(
			/^SPEECH_API_KEY must be a key of printable characters without spaces\.$/,
		);
	});
});
