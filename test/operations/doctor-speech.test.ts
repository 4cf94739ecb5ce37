import type { RequestListener } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { makeCertificate } from "@herald/playground";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { examine } from "../../src/operations/doctor/examine.ts";
import { callGoogle } from "../support/call-google.ts";
import { listen } from "../support/listen.ts";
import { sendJson, speakWell, startUpstream } from "../support/upstream.ts";
import { complain, dayMs, ownService, settings, topupNote, useDoctor } from "./doctor-support.ts";

useDoctor();

describe("the speech service", () => {
	/** @returns the settings for a service that `listener` answers for */
	const serve = async (listener: RequestListener, tls?: { readonly key: string; readonly cert: string }) => {
		const port = await listen(listener, tls);
		const address = `http${tls ? "s" : ""}://127.0.0.1:${port}`;
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
