import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readConfig } from "../src/config.ts";

describe("readConfig", () => {
	test("needs nothing: an empty environment gives the playground, the embedded service and the defaults", () => {
		const config = readConfig({});
		expect(config.discord).toEqual({ token: "", apiUrl: "https://discord.com/api" });
		expect(config.speech.baseUrl).toBe("");
		expect(config.speech.models).toEqual(["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"]);
		expect(config.budgets).toEqual({ memberSecondsPerDay: 600, guildSecondsPerDay: 3_600 });
		expect([config.dataDir, config.host, config.port, config.logLevel]).toEqual([
			"./data",
			"127.0.0.1",
			8_080,
			"info",
		]);
	});

	test("reads .env.example as exactly the defaults", () => {
		const example = parseEnv(readFileSync(new URL("../.env.example", import.meta.url), "utf8"));
		expect(readConfig(example)).toEqual(readConfig({}));
	});

	test.each([
		"https://speech.example/",
		"https://speech.example/v1beta",
		"https://speech.example/v1/",
		"https://speech.example/api",
	])("takes %s for the service's root", (SPEECH_BASE_URL) => {
		expect(readConfig({ SPEECH_BASE_URL, SPEECH_API_KEY: "k" }).speech.baseUrl).toBe(
			"https://speech.example",
		);
	});

	test("strips models/ and blanks from model names", () => {
		expect(readConfig({ SPEECH_MODELS: " models/a , b," }).speech.models).toEqual(["a", "b"]);
	});

	test.each([
		[{ PORT: "eighty" }, 'PORT is "eighty": it wants a port number from 0 to 65535.'],
		[{ PORT: "70000" }, 'PORT is "70000": it wants a port number from 0 to 65535.'],
		[{ DISCORD_API_URL: "discord" }, 'DISCORD_API_URL is "discord": it wants an http or https URL.'],
		[
			{ SPEECH_BASE_URL: "ftp://x" },
			'SPEECH_BASE_URL is "ftp://x": it wants an http or https URL, or nothing for the embedded service.',
		],
		[{ SPEECH_MODELS: "," }, 'SPEECH_MODELS is ",": it wants at least one model name.'],
		[
			{ LOG_LEVEL: "loud" },
			'LOG_LEVEL is "loud": it wants one of trace, debug, info, warn, error, fatal, silent.',
		],
		[
			{ MEMBER_SECONDS_PER_DAY: "-1" },
			'MEMBER_SECONDS_PER_DAY is "-1": it wants a whole number of seconds, 0 for no limit.',
		],
		[
			{ ALLOWED_GUILDS: "12" },
			'ALLOWED_GUILDS is "12": it wants server ids (15 to 21 digits each) separated by commas.',
		],
		[
			{ NODE_ENV: "production" },
			"DISCORD_TOKEN is not set: under NODE_ENV=production it wants the bot's token from the Discord developer portal.",
		],
		[
			{ TOPUP_TOKEN: "t" },
			"TOPUP_TOKEN is set without SPEECH_BASE_URL: the embedded service needs none, leave it empty.",
		],
		[
			{ EMBEDDED_CREDIT: "lots" },
			'EMBEDDED_CREDIT is "lots": it wants a whole number of quota units, or nothing for unlimited credit.',
		],
		[
			{ SPEECH_BASE_URL: "https://x.example" },
			"SPEECH_API_KEY is not set: with SPEECH_BASE_URL it wants the key of that service.",
		],
		[
			{ SPEECH_API_KEY: "sk" },
			"SPEECH_API_KEY is set without SPEECH_BASE_URL: the embedded service makes its own, leave it empty, or set the address of the service that it belongs to.",
		],
		[
			{ TOPUP_USER_ID: "42" },
			"TOPUP_USER_ID is set without SPEECH_BASE_URL: the embedded service needs none, leave it empty.",
		],
		[
			{ SPEECH_BASE_URL: "https://x.example", SPEECH_API_KEY: "k", EMBEDDED_CREDIT: "0" },
			"EMBEDDED_CREDIT is set with SPEECH_BASE_URL: only the embedded service takes it, leave one of them empty.",
		],
	])("stops with one sentence for %o", (environment, sentence) => {
		expect(() => readConfig(environment)).toThrow(sentence);
	});

	test.each([
		"https://u:pass@host.example/v1",
		"https://host.example/?key=pass",
		"https://host.example/#pass",
	])("refuses %s, and doesn't repeat it", (url) => {
		const wants = "it wants an http or https URL without a user name, a password, a query or a hash";
		expect(() => readConfig({ SPEECH_BASE_URL: url, SPEECH_API_KEY: "k" })).toThrow(
			`SPEECH_BASE_URL is a value that can't be one: ${wants}.`,
		);
		expect(() => readConfig({ DISCORD_API_URL: url })).toThrow(
			`DISCORD_API_URL is a value that can't be one: ${wants}.`,
		);
	});

	test("never repeats a secret that is wrong", () => {
		expect(() => readConfig({ DISCORD_API_URL: "htps://u:pass@host" })).toThrow(
			/^DISCORD_API_URL is a value that can't be one: it wants an http or https URL\.$/,
		);
		expect(() => readConfig({ SPEECH_API_KEY: "sk with spaces" })).toThrow(
			/^SPEECH_API_KEY is a value that can't be one/,
		);
	});
});
