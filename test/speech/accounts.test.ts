import { beforeEach, expect, test } from "vitest";
import { partyKey } from "../../src/shared/party.ts";
import type { SpeechAccount } from "../../src/speech/ask/client.ts";
import { makePayer } from "../support/payer.ts";
import { type Behaviour, refuse, type SeenRequest, speakWell } from "../support/upstream.ts";
import { line, useSpeechBench } from "./speech-bench.ts";

/** Each guild's connected account, and what was reported of accounts. */
let connected: Map<string, SpeechAccount>;
let troubles: string[];
const bench = useSpeechBench({
	connected: {
		payerOf: async (party) => connected.get(partyKey(party)) ?? bench.account,
		noteTrouble: (party, { ownId }, trouble) => troubles.push(`${partyKey(party)} ${ownId} ${trouble}`),
	},
});
beforeEach(() => {
	connected = new Map();
	troubles = [];
});

const connect = (name: string): void =>
	void connected.set(name, { ...bench.account, apiKey: `${bench.account.apiKey}-${name}`, ownId: name });
/** The key without the part of the test, which has its own: the services of two tests may get the same port. */
const keyOf = ({ headers }: SeenRequest): string => String(headers.authorization).replace(/^.*-/, "sk-");
const speak = async (text: string, guild: string, signal?: AbortSignal): Promise<string> => {
	const result = await bench.ask(line(text), { payer: makePayer(guild).payer, ...(signal && { signal }) });
	return result.ok ? "spoken" : result.problem.kind;
};
/** Answers the requests with these keys by `behave`, and others well. */
const only =
	(keys: readonly string[], behave: Behaviour): Behaviour =>
	(response, attempt, request) =>
		(keys.includes(keyOf(request)) ? behave : speakWell)(response, attempt, request);

test("speech that one account paid for is requested anew for another account, at the same time and later", async () => {
	connect("own");
	const said = "The same for both.";
	await Promise.all([speak(said, "own"), speak(said, "other")]);
	expect(bench.upstream.requests).toHaveLength(2);
	connect("third");
	expect(await speak(said, "third")).toBe("spoken");
	expect(bench.upstream.requests).toHaveLength(3);
	expect(await speak(said, "other")).toBe("spoken");
	expect(bench.upstream.requests).toHaveLength(3);
});

test.each([
	[401, "", "unauthorized"],
	[403, "insufficient_user_quota", "out_of_credit"],
	[402, "", "out_of_credit"],
])(
	"a %i %s of one account ends no texts of another account or the operator's",
	async (status, code, kind) => {
		bench.upstream.behave(only(["sk-refused", "sk-also"], refuse(status, code)));
		connect("refused");
		connect("also");
		expect(await speak("Refused, too.", "also")).toBe(kind);
		connect("fine");
		expect(await speak("First.", "refused")).toBe(kind);
		const asked = bench.upstream.requests.length;
		expect(await speak("It isn't even asked for.", "refused")).toBe(kind);
		expect(bench.upstream.requests).toHaveLength(asked);
		expect(await speak("Second.", "fine")).toBe("spoken");
		expect(await speak("Third.", "other")).toBe("spoken");
		expect(troubles).toEqual([
			`also also ${kind}`,
			`refused refused ${kind}`,
			`refused refused ${kind}`,
			"fine fine undefined",
		]);
		bench.upstream.behave(speakWell);
		bench.speech.resume(connected.get("refused"));
		expect(await speak("Once it has credit.", "refused")).toBe("spoken");
	},
);

test("one account's 429 takes no requests from another account", async () => {
	const held: (() => void)[] = [];
	bench.upstream.behave(
		only(["sk-limited"], (response) => response.writeHead(429, { "retry-after": "15" }).end()),
	);
	connect("limited");
	const leaving = new AbortController();
	const limited = speak("Too much.", "limited", leaving.signal);
	await expect.poll(() => bench.upstream.requests.length).toBe(1);
	bench.upstream.behave((response, attempt, request) => {
		if (keyOf(request) !== "sk-limited") held.push(() => speakWell(response, attempt, request));
	});
	const others = Array.from({ length: 12 }, (_, n) => speak(`Number ${n}.`, `guild ${n}`));
	await expect.poll(() => held.length).toBe(12);
	for (const answer of held) answer();
	expect(new Set(await Promise.all(others))).toEqual(new Set(["spoken"]));
	leaving.abort();
	await expect(limited).rejects.toThrow("aborted");
});
