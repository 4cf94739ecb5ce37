import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Payer } from "../../src/budget/payer.ts";
import { ofGuild, partyKey } from "../../src/shared/party.ts";
import type { SpeechAccount } from "../../src/speech/ask/client.ts";
import { Speech, type SpeechOptions } from "../../src/speech/speech.ts";
import { makePayer } from "../support/payer.ts";
import { type Behaviour, type SeenRequest, sendJson, speakWell, type Upstream } from "../support/upstream.ts";
import { useSpeechBench } from "./speech-bench.ts";

const never = new AbortController().signal;
const timing = { attemptTimeoutMs: 15_000, lineDeadlineMs: 20_000, backoffBaseMs: 1, backoffMaxMs: 2 };
const model = "gemini-3.8-flash-tts";

const bench = useSpeechBench();
let upstream: Upstream;
let speech: Speech;
let connected: Map<string, SpeechAccount>;
let troubles: string[];

const start = (options: Partial<SpeechOptions> = {}): void => {
	const { account, workers } = bench();
	speech = new Speech({
		account,
		accountOf: async (party) => connected.get(partyKey(party)) ?? account,
		onTrouble: (party, { ownId }, trouble) => troubles.push(`${partyKey(party)} ${ownId} ${trouble}`),
		models: [model],
		workers,
		logger: pino({ level: "silent" }),
		timing,
		...options,
	});
};
const connect = (guildId: string, name = guildId): void =>
	void connected.set(guildId, { ...bench().account, apiKey: `sk-${name}`, ownId: name });
const keyOf = ({ headers }: SeenRequest): string => String(headers.authorization).replace("Bearer ", "");
const keysSeen = (): string[] => upstream.requests.map(keyOf).toSorted();
const speak = async (text: string, from: string | Payer, signal = never): Promise<string> => {
	const payer = typeof from === "string" ? makePayer(from).payer : from;
	const result = await speech.speak({ line: { text, voice: "Kore" }, payer, signal });
	return result.ok ? "spoken" : result.problem.kind;
};
/** Answers the requests with this key by `behave`, and others well. */
const only =
	(key: string, behave: Behaviour): Behaviour =>
	(response, attempt, request) =>
		(keyOf(request) === key ? behave : speakWell)(response, attempt, request);
const refuse =
	(status: number, code: string): Behaviour =>
	(response) =>
		sendJson(response, status, { error: { message: "", type: "new_api_error", code } });

beforeEach(() => {
	({ upstream } = bench());
	upstream.behave(speakWell);
	connected = new Map();
	troubles = [];
	start();
});
afterEach(() => speech.close());

test("a guild with a connected account pays for its own speech, and the operator pays for all others", async () => {
	connect("own");
	expect(await speak("Paid by the guild.", "own")).toBe("spoken");
	expect(await speak("Paid by the operator.", "other")).toBe("spoken");
	expect(keysSeen()).toEqual([bench().account.apiKey, "sk-own"].toSorted());
});

test("speech that one account paid for is requested anew for another account, at the same time and later", async () => {
	connect("own");
	const said = "The same for both.";
	await Promise.all([speak(said, "own"), speak(said, "other")]);
	expect(upstream.requests).toHaveLength(2);
	connect("third");
	expect(await speak(said, "third")).toBe("spoken");
	expect(upstream.requests).toHaveLength(3);
	expect(await speak(said, "other")).toBe("spoken");
	expect(upstream.requests).toHaveLength(3);
});

test.each([
	[401, "", "unauthorized"],
	[403, "insufficient_user_quota", "out_of_credit"],
	[402, "", "out_of_credit"],
])(
	"a %i %s of one account ends no texts of another account or the operator's",
	async (status, code, kind) => {
		const refused = only("sk-refused", refuse(status, code));
		upstream.behave((...asked) =>
			keyOf(asked[2]) === "sk-also" ? refuse(status, code)(...asked) : refused(...asked),
		);
		connect("refused");
		connect("also");
		expect(await speak("Refused, too.", "also")).toBe(kind);
		connect("fine");
		expect(await speak("First.", "refused")).toBe(kind);
		const asked = upstream.requests.length;
		expect(await speak("It isn't even asked for.", "refused")).toBe(kind);
		expect(upstream.requests).toHaveLength(asked);
		expect(await speak("Second.", "fine")).toBe("spoken");
		expect(await speak("Third.", "other")).toBe("spoken");
		expect(troubles).toEqual([
			`also also ${kind}`,
			`refused refused ${kind}`,
			`refused refused ${kind}`,
			"fine fine undefined",
		]);
		upstream.behave(speakWell);
		speech.resume(connected.get("refused"));
		expect(await speak("Once it has credit.", "refused")).toBe("spoken");
	},
);

test("one account's 429 takes no requests from another account", async () => {
	const held: (() => void)[] = [];
	upstream.behave(
		only("sk-limited", (response) =>
			sendJson(
				response,
				429,
				{ error: { message: "", type: "new_api_error", code: "" } },
				{ "retry-after": "15" },
			),
		),
	);
	connect("limited");
	const leaving = new AbortController();
	const limited = speak("Too much.", "limited", leaving.signal);
	await expect.poll(() => upstream.requests.length).toBe(1);
	upstream.behave((response, attempt, request) => {
		if (keyOf(request) !== "sk-limited") held.push(() => speakWell(response, attempt, request));
	});
	const others = Array.from({ length: 12 }, (_, n) => speak(`Number ${n}.`, `guild ${n}`));
	await expect.poll(() => held.length).toBe(12);
	for (const answer of held) answer();
	expect(new Set(await Promise.all(others))).toEqual(new Set(["spoken"]));
	leaving.abort();
	await expect(limited).rejects.toThrow("aborted");
});

test("a Line is paid for by the account that its guild connected before the request was sent", async () => {
	const charged: (string | undefined)[] = [];
	const payer: Payer = {
		party: ofGuild("own"),
		charge: async (_estimate, account) => {
			charged.push(account);
			connect("own");
			return account === "own" ? { kind: "charged", settle: async () => {} } : { kind: "other_account" };
		},
	};
	expect(await speak("Who pays?", payer)).toBe("spoken");
	expect(charged).toEqual([undefined, "own"]);
	expect(keysSeen()).toEqual(["sk-own"]);
});
