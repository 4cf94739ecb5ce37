import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { runCommandWith } from "@herald/common/testing/run-command.ts";
import { describe, expect, test } from "vitest";
import { readConfig } from "../src/config.ts";
import defaults from "./config-defaults.json" with { type: "json" };

const elsewhere = { SPEECH_BASE_URL: "https://x.example", SPEECH_API_KEY: "k" };

/** Settings, and the sentence that refuses them. */
const refusals = readRows<[settings: string, sentence: string]>(import.meta.url, "config-refusals.tsv");

describe("readConfig", () => {
	test("an empty environment gives the playground, the embedded service and the defaults", () => {
		const config = readConfig({});
		expect(config).toMatchObject(defaults);
		expect([config.discord, config.budgets]).toEqual([defaults.discord, defaults.budgets]);
	});

	test(".env.example holds exactly the defaults", () => {
		const example = parseEnv(readFileSync(new URL("../.env.example", import.meta.url), "utf8"));
		expect(readConfig(example)).toEqual(readConfig({}));
	});

	test.each(readRows<[pasted: string, url: string]>(import.meta.url, "base-urls.tsv"))(
		"removes one pasted path from %s, so that any address can be written",
		(pasted, url) => expect(readConfig({ ...elsewhere, SPEECH_BASE_URL: pasted }).speech.baseUrl).toBe(url),
	);

	test("strips models/ and spaces from model names", () => {
		expect(readConfig({ ...elsewhere, SPEECH_MODELS: " models/a , b," }).speech.models).toEqual(["a", "b"]);
	});

	test.each(refusals)("%s is refused with one sentence", (settings, sentence) => {
		expect(() => readConfig(parseEnv(settings.replaceAll(" ", "\n")))).toThrow(sentence);
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
		const folder = newFolder();
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
		const folder = newFolder();
		const file = join(folder, "voices");
		writeFileSync(file, "Ada (female, calm storyteller)\r\n\nBruno (male)\nCleo\n");
		const { extraVoices } = readConfig({ SPEECH_VOICES_FILE: file }).speech;
		expect(extraVoices).toHaveLength(3);
		const listed = { SPEECH_VOICES: "Ada (female, calm storyteller), Bruno (male), Cleo" };
		expect(extraVoices).toEqual(readConfig(listed).speech.extraVoices);
		const described = `${"a".repeat(100)} (female, calm)`;
		expect(readConfig({ SPEECH_VOICES: described }).speech.extraVoices).toEqual([described]);
		expect(() => readConfig({ SPEECH_VOICES: `Ada, a${described}` })).toThrow(
			/^SPEECH_VOICES must be at most 5000 names of 100 characters each\.$/,
		);
	});

	test.each([
		["DISCORD_API_URL", "htps://u:pass@host", "an http or https URL"],
		["DISCORD_TOKEN", "one\nline more", "the bot's token, of printable characters without spaces"],
		["SPEECH_API_KEY", "sk with spaces", "a key of printable characters without spaces"],
	])("never repeats an invalid secret: %s", (name, secret, wanted) => {
		expect(() => readConfig({ [name]: secret })).toThrow(new RegExp(`^${name} must be ${wanted}\\.$`));
	});
});
