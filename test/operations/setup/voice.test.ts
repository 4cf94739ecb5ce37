import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnvironmentFile } from "@herald/common/process/parse-environment-file.js";
import { afterwards } from "@herald/common/testing/afterwards.ts";
import { type Playground, startPlayground } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { folder, useFolder } from "../../support/folder.ts";
import {
	answer,
	type Behaviour,
	refuse as refuseWith,
	sendJson,
	speakWell,
	startUpstream,
} from "../../support/upstream.ts";
import { runSilentlyWith, runWith } from "./run-here.ts";
import type { ScriptedAnswer } from "./scripted-terminal.ts";

const service = await startUpstream();
afterwards(service.close);
let discord: Playground;
let file: string;
useFolder();
beforeEach(async () => {
	discord = await startPlayground({ botName: "Herald" });
	file = join(folder, ".env");
	writeFileSync(file, `DISCORD_TOKEN=${discord.token}\n`);
	return () => discord.stop();
});

const run = (answers: readonly ScriptedAnswer[], more: Readonly<Record<string, string>> = {}) =>
	runWith(file)({ DISCORD_API_URL: discord.apiUrl, ...more }, answers, { args: ["voice"] });
const runSilently = (...args: string[]) =>
	runSilentlyWith(file)({ DISCORD_API_URL: discord.apiUrl }, "voice", ...args);
const settings = () => parseEnvironmentFile(readFileSync(file, "utf8"));

const usual = ["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"];
const offer =
	(models: readonly string[], speak: Behaviour = speakWell): Behaviour =>
	(response, attempt, request) =>
		request.method === "GET"
			? sendJson(response, 200, { data: models.map((id) => ({ id })) })
			: speak(response, attempt, request);
const refuse = (status: number, code: string) => refuseWith(status, code, "No.");
/** The answers that lead to a gateway at this address. */
const gateway = (address: string): readonly ScriptedAnswer[] => [
	["Who speaks?", "A New API gateway"],
	["The service's address", address],
	["The key", "sk-hidden-key"],
];

describe("a gateway", () => {
	test("is tried with one word, and its prices and limits are asked for and written", async () => {
		service.behave(offer(usual));
		service.listVoices((response) => sendJson(response, 200, { voices: [{ id: "Ada" }, { id: "Ben" }] }));
		const { result, told, left } = await run([
			...gateway(`${service.baseUrl}/v1`),
			["What does a million tokens", "12"],
			["How much may a server", "30 minutes: at most $0.543 a day".slice(0, 10)],
			["Write ", true],
		]);
		expect(left).toEqual([]);
		expect(result).toMatchObject({ ok: true });
		expect(told).toContain(`It has ${usual.join(", ")}, and 2 voices.`);
		expect(told).toMatch(/gemini-3\.8-flash-lite-tts spoke a word within [\d.]+ s\./);
		expect(told).toContain("A minute of speech costs about $0.018.");
		expect(told).not.toContain("sk-hidden-key");
		expect(settings()).toEqual({
			DISCORD_TOKEN: discord.token,
			SPEECH_BASE_URL: service.baseUrl,
			SPEECH_API_KEY: "sk-hidden-key",
			PRICE_PER_MILLION_AUDIO_TOKENS: "12",
			GUILD_SECONDS_PER_DAY: "1800",
		});
		expect(service.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
	});

	test("with other models lets the operator choose one", async () => {
		service.behave(offer(["chat-1", "house-tts", "other-tts"]));
		await run([
			...gateway(service.baseUrl),
			["Which model", "other-tts"],
			["What does a million tokens", "6"],
			["How much may a server", "60 minutes"],
			["Write ", true],
		]);
		expect(settings()).toMatchObject({ SPEECH_MODELS: "other-tts" });
	});

	const offerAnd = (speak: Behaviour) => offer(usual, speak);
	const page: Behaviour = (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>");
	const poor = offerAnd(refuse(403, "insufficient_user_quota"));
	const silent = answer({ candidates: [{ finishReason: "OTHER" }] });
	test.each<[string, Behaviour, RegExp]>([
		["a wrong key", refuse(401, "invalid_token"), /^! The service refuses this key/m],
		["no credit", poor, /^! The service takes the key, but .* has no credit left/m],
		["no such model", offerAnd(refuse(503, "model_not_found")), /^! The service has no model gemini-3\.8-/m],
		["too many requests", offerAnd(refuse(429, "rate_limit")), /^! The service has had too many requests/m],
		["trouble", refuse(500, "down"), /^! The service didn't speak: status 500/m],
		["a page in its place", page, /^! Something other than a speech service answers at/m],
		["a path that isn't there", (response) => response.writeHead(404).end("no"), /^! Something other .*404/m],
		["an answer without sound", offerAnd(silent), /^! The service didn't speak: it answers without sound/m],
		["a connection that is cut", (response) => response.destroy(), /^! The service at \S+ can't be reached/m],
	])("with %s is explained in a sentence, and nothing is written", async (_what, behaviour, sentence) => {
		service.behave(behaviour);
		const before = readFileSync(file, "utf8");
		const { told } = await run([...gateway(service.baseUrl), ["What now?", "Ctrl-C"]]);
		expect(told).toMatch(sentence);
		expect(told).not.toContain("sk-hidden-key");
		expect(readFileSync(file, "utf8")).toBe(before);
	});

	test("is written after the operator enters another key and another address", async () => {
		service.behave(offer(usual));
		await run([
			["Who speaks?", "Another service"],
			["The service's address", "gateway.example"],
			["The service's address", "http://127.0.0.1:9"],
			["The key", "sk-1"],
			["What now?", "Give another address"],
			["The service's address", service.baseUrl],
			["What does a million tokens", "much"],
			["What does a million tokens", "6"],
			["How much may a server", "no limit"],
			["Write ", true],
		]);
		expect(settings()).toMatchObject({ SPEECH_API_KEY: "sk-1", GUILD_SECONDS_PER_DAY: "0" });
	});
});

describe("with options,", () => {
	let words: string[];
	beforeEach(() => {
		writeFileSync(join(folder, "key"), "sk-2\n");
		words = ["--voice", "other", "--service-url", service.baseUrl, "--key-file", join(folder, "key")];
	});

	test("a service is tried and written, and a second run changes nothing", async () => {
		service.behave(offer(usual));
		const first = await runSilently(...words, "--seconds-per-day", "900", "--yes");
		expect(first.settings?.changed).toEqual(["SPEECH_BASE_URL", "SPEECH_API_KEY", "GUILD_SECONDS_PER_DAY"]);
		const second = await runSilently("--yes");
		expect(second).toMatchObject({ ok: true, settings: { changed: [] } });
	});

	test("trouble ends the setup with a sentence", async () => {
		service.behave(refuse(401, "invalid_token"));
		await expect(runSilently(...words, "--yes")).rejects.toThrow(/^The service refuses this key/);
		await expect(runSilently(...words.slice(0, 4))).rejects.toThrow(
			/^There is no key for the service: name its file with --key-file/,
		);
	});
});

describe("Herald's own service", () => {
	test("takes the place of another service, and a voice for a language is downloaded", async () => {
		writeFileSync(
			file,
			`DISCORD_TOKEN=${discord.token}\nSPEECH_BASE_URL=${service.baseUrl}\nSPEECH_API_KEY=sk\nTOPUP_TOKEN=t\n`,
		);
		const { result, got } = await run([
			["Who speaks?", "Herald's own"],
			["A natural voice", "de"],
			["Write ", true],
		]);
		expect(result).toMatchObject({ ok: true });
		expect(got).toEqual(["de"]);
		expect(settings()).toEqual({
			DISCORD_TOKEN: discord.token,
			SPEECH_BASE_URL: "",
			SPEECH_API_KEY: "",
			TOPUP_TOKEN: "",
		});
	});

	test("refuses a language that doesn't exist", async () => {
		await expect(runSilently("--voice", "own", "--language", "german?")).rejects.toThrow(
			/^The language must be a tag, such as de or pt-BR, not "german\?"\./,
		);
	});
});
