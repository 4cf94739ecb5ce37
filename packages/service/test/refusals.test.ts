import { eventually } from "@herald/common/testing/eventually.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { expect, test } from "vitest";
import {
	ask,
	holdEngine,
	newModel,
	oldModel,
	openRaw,
	openServiceWith,
	readAll,
	writeBody,
} from "./open-service.ts";
import refused from "./refused.json" with { type: "json" };
import refusedHttp from "./refused-http.json" with { type: "json" };
import refusedKeys from "./refused-keys.json" with { type: "json" };

const { held: spoken, engine } = holdEngine();
const service = await openServiceWith(engine);

const good = writeBody("Hello.");
const speakerVoiceConfigs = ["A", "B"].map((speaker) => ({
	speaker,
	voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } },
}));
const dialogue = {
	contents: [{ parts: [{ text: "A:\nB:\n".repeat(501) }] }],
	generationConfig: {
		responseModalities: ["AUDIO"],
		speechConfig: { multiSpeakerVoiceConfig: { speakerVoiceConfigs } },
	},
};
const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);
const modalities = { ...good.generationConfig, responseModalities: many(2_000, 1) };
/**
 * A body, or what is changed in a good one. By default, the newest model is asked, and refuses with 400 and
 * `invalid_request`.
 */
type Refused = [
	what: string,
	body: object | string,
	named: string,
	model?: string,
	status?: number,
	code?: string,
];
test.each<Refused>([
	...(refused as Refused[]),
	["no contents", { contents: undefined }, "contents"],
	["text of over 8,192 tokens", writeBody("word ".repeat(6_600)), "8192"],
	["wrong parts without end", { contents: many(900, { parts: [1, 1, 1] }) }, "contents: Too big"],
	["wrong modalities without end", { generationConfig: modalities }, "Modalities: Too big"],
	["a dialogue of over 1,000 turns", dialogue, "1000 turns", oldModel],
	["over 64 KiB", writeBody("a".repeat(64 * 1024)), "65536", newModel, 413, "read_request_body_failed"],
])("%s is refused in the gateway's shape", async (_, body, named, model = newModel, ...expected) => {
	const [status = 400, code = "invalid_request"] = expected;
	const response = await ask(service, typeof body === "string" ? body : { ...good, ...body }, { model });
	expect(response.status).toBe(status);
	const id = response.headers.get("x-oneapi-request-id") ?? "missing";
	const { error } = (await response.json()) as { error: { message: string; type: string; code: string } };
	expect(error).toMatchObject({ type: "new_api_error", code, message: expect.stringMatching(named) });
	expect(error.message).toContain(id);
});

test.each(refusedKeys as [string, Record<string, string>][])("%s is 401", async (_name, headers) => {
	const response = await ask(service, good, { headers });
	expect(response.status).toBe(401);
	expect(response.headers.get("www-authenticate")).toBe("Bearer");
	expect(response.headers.get("x-oneapi-request-id")).toMatch(/\S/);
	expect(await response.json()).toMatchObject({ error: { type: "new_api_error", code: "" } });
});

test("a key in the URL is no key", async () => {
	const url = `${service.origin}/v1beta/models/${oldModel}:generateContent?key=${service.key}`;
	expect((await fetch(url, { method: "POST", body: JSON.stringify(good) })).status).toBe(401);
});

test.each(readRows<[method: string, path: string]>(import.meta.url, "not-found.tsv"))(
	"%s %s is 404",
	async (method, path) => {
		const response = await fetch(service.origin + path, { method });
		expect(response.status).toBe(404);
		expect(response.headers.get("x-oneapi-request-id")).toMatch(/\S/);
		expect(await response.json()).toMatchObject({
			error: { message: expect.stringContaining("Invalid URL"), type: "invalid_request_error" },
		});
	},
);

const notAllowed = readRows<[method: string, path: string, allowed: string]>(
	import.meta.url,
	"not-allowed.tsv",
);

test.each(notAllowed)("%s %s is 405, with what is possible", async (method, path, allowed) => {
	const response = await fetch(service.origin + path, { method });
	expect(response.status).toBe(405);
	expect(response.headers.get("allow")?.split(", ").sort().join(", ")).toBe(allowed);
	const { error, success } = (await response.json()) as { error?: object; success?: boolean };
	if (path.startsWith("/api/")) expect(success).toBe(false);
	else expect(error).toMatchObject({ type: "invalid_request_error" });
});

test("more than 64 waiting is 429 with the time to come back, and those who wait are served", async () => {
	const sent = 64 + 64;
	const answers: Response[] = [];
	const all = Promise.all(Array.from({ length: sent }, async () => answers.push(await ask(service, good))));
	await eventually(() => {
		expect(spoken.length).toBeGreaterThan(0);
		expect(answers).toHaveLength(sent - spoken.length - 64);
	});
	for (const refused of answers) {
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await refused.json()).toMatchObject({ error: { type: "new_api_error" } });
	}

	const served = spoken.length + 64;
	await eventually(() => {
		for (const { finish } of spoken) finish();
		expect(answers).toHaveLength(sent);
	});
	await all;
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(served);
	expect(spoken).toHaveLength(served);
});

const longHeader = ["GET / HTTP/1.1", "Host: a", `X-Long: ${"a".repeat(70_000)}`];

test.each([
	...(refusedHttp as [what: string, status: number, ...lines: string[]][]),
	["headers beyond all measure", 431, ...longHeader] as const,
])("%s is refused in the gateway's shape, with an id: %i", async (_name, status, ...lines) => {
	const answer = await readAll(await openRaw(service, [...lines, "", ""].join("\r\n")));
	const [head = "", body = ""] = answer.split("\r\n\r\n");
	expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
	const id = /^x-oneapi-request-id: (\S+)$/im.exec(head)?.[1] ?? "missing";
	const { error, success, message } = JSON.parse(body.replace(/^[0-9a-f]+\r\n/, "").split("\r\n")[0] ?? "");
	if (success === false) expect(message).toMatch(/\S/);
	else
		expect(error).toMatchObject({ message: expect.stringContaining(id), type: expect.stringMatching(/\S/) });
});
