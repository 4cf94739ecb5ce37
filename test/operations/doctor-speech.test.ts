import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { makeCertificate } from "@herald/playground";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { examine } from "../../src/operations/doctor/examine.ts";
import { callGoogle } from "../support/call-google.ts";
import { listen } from "../support/listen.ts";
import { sendJson, speakWell, startUpstream } from "../support/upstream.ts";
import { complain, dayMs, herald, settings, useDoctor } from "./doctor-support.ts";
import findings from "./speech-findings.json" with { type: "json" };

useDoctor();

/**
 * What the doctor says about a service. An answer without a path is that to all other paths; a sentence that ends with
 * "…" is the beginning of one.
 */
type Row = [
	title: string,
	answers: Readonly<Record<string, [status: number, body: object, headers?: Record<string, string>]>>,
	settings: Record<string, string>,
	asked: ("speak" | "ask")[],
	sentences: string[],
];

describe("the speech service", () => {
	/** @returns the settings for a service that `listener` answers for */
	const serve = async (listener: RequestListener, tls?: { readonly key: string; readonly cert: string }) => {
		const port = await listen(listener, tls);
		const address = `http${tls ? "s" : ""}://127.0.0.1:${port}`;
		return { SPEECH_BASE_URL: address, SPEECH_API_KEY: "key", TOPUP_TOKEN: "token", TOPUP_USER_ID: "7" };
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

	test.each(findings as Row[])("%s", async (_, answers, changes, asked, sentences) => {
		const service = await serve((request, response) => {
			const [status, body, headers] = answers[request.url ?? ""] ?? answers[""] ?? [404, {}];
			response.writeHead(status, headers).end(JSON.stringify(body));
		});
		const options = { speak: asked.includes("speak"), ask: asked.includes("ask") };
		expect(await complain({ ...service, ...changes }, options)).toEqual(
			sentences.map((sentence) =>
				sentence.endsWith("…") ? expect.stringContaining(sentence.slice(0, -1)) : sentence,
			),
		);
	});
});
