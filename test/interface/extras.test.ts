/** Tests what Herald sends beyond the interface, and that `SPEECH_EXTRAS=none` stops all of it. */
import { ask, openServiceWith } from "@herald/service/testing/open-service.ts";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { accountPanel } from "../accounts/gateway.ts";
import { startHerald } from "../support/herald.ts";
import type { SeenRequest } from "../support/upstream.ts";
import { type DocumentedService, finalAnswer, startDocumentedService, topupPath } from "./documented.ts";

let service: DocumentedService;
beforeAll(async () => {
	service = await startDocumentedService();
	return () => service.close();
});

/** Uses every feature that may send more than the interface has. @returns what members were told */
const useAll = async (SPEECH_EXTRAS: string) => {
	service.behave();
	const herald = await startHerald({
		...service.settings,
		SPEECH_EXTRAS,
		SPEECH_VOICES: "Ada",
		SPEECH_MODELS: "gemini-3.8-flash-tts",
		ACCOUNTS: "servers",
	});
	const { playground } = herald;
	const { ordinary, owner } = playground.home;
	try {
		const wish = { voice: "Ada", style: "amused", language: "de" };
		const said = await finalAnswer(herald.say(ordinary, "Hello there", wish));
		expect((await herald.use(ordinary, "redeem", { code: "CODE" }).firstAnswer()).content).toMatch(/^Added/);
		const shown = await herald.use(owner, "credit show").firstAnswer();
		const connected = await accountPanel(herald).connect("sk-of-a-server");
		playground.voice.join(ordinary);
		const heard = herald.say(ordinary, "Hello in voice", { as: "channel" });
		await heard.message(({ content }) => content.includes("· finished"));
		return { said: said.content, shown: shown.content, connected };
	} finally {
		await herald.stop();
	}
};

const documentedHeaders = ["authorization", "content-type"];
/** The headers that HTTP itself needs. */
const ofHttp = ["accept", "accept-encoding", "connection", "content-length", "host", "transfer-encoding"];

/** @returns the paths of all fields in JSON, except those inside `contents`. An array counts as its first item */
const listFields = (json: unknown, path = ""): string[] =>
	typeof json !== "object" || json === null || path === "contents"
		? [path]
		: Object.entries(Array.isArray(json) ? (json.slice(0, 1) as object) : json).flatMap(([name, value]) =>
				listFields(value, Array.isArray(json) ? path : [path, name].filter(Boolean).join(".")),
			);
const documentedFields = [
	"contents",
	"generationConfig.responseModalities",
	"generationConfig.speechConfig.voiceConfig.prebuiltVoiceConfig.voiceName",
	"key",
];

/** @returns everything in requests beyond the interface */
const findExtras = (requests: readonly SeenRequest[]): string[] => {
	const found = requests.flatMap(({ method, path, headers, body }) => [
		...(path === topupPath || path.endsWith(":generateContent") ? [] : [`${method} ${path}`]),
		...Object.keys(headers).filter((name) => ![...documentedHeaders, ...ofHttp].includes(name)),
		...(body === "" ? [] : listFields(JSON.parse(body)).filter((field) => !documentedFields.includes(field))),
		...(body.includes("speechMetadata") ? ["speechMetadata"] : []),
	]);
	return [...new Set(found)].sort();
};

test("by default, Herald sends extras that such services are likely to know", async () => {
	await useAll("auto");
	expect(findExtras(service.requests)).toEqual([
		"GET /speech/api/usage/token/",
		"GET /speech/v1/models",
		"generationConfig.speechConfig.languageCode",
		"generationConfig.speechConfig.voiceConfig.voice",
		"speechMetadata",
		"x-request-id",
	]);
	expect(service.warmed).toBe(1);
});

test("with SPEECH_EXTRAS=none, Herald sends only documented fields to the two operations, and members learn what that costs", async () => {
	const before = service.warmed;
	const { said, shown, connected } = await useAll("none");
	expect(findExtras(service.requests)).toEqual([]);
	expect(service.warmed).toBe(before);
	expect(said).toMatch(/-# The speech service doesn't support styles/);
	expect(said).toMatch(/-# The speech service doesn't let you choose a language/);
	expect(shown).toMatch(/^The speech service doesn't show its balance\./);
	// Herald tried the key by having a word spoken, for which the key's account pays.
	expect(connected).toMatch(/^Connected/);
});

test("Herald's own service accepts all fields that Herald sends to others", async () => {
	const own = await openServiceWith();
	onTestFinished(() => own.close());
	const body = {
		store: false,
		contents: [{ role: "user", parts: [{ text: "Hello.", speechMetadata: { style: "amused" } }] }],
		generationConfig: {
			responseModalities: ["AUDIO"],
			speechConfig: { voiceConfig: { voice: "Kore" }, languageCode: "en" },
		},
	};
	expect((await ask(own, body)).status).toBe(200);
});
