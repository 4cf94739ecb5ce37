import { eventually } from "@herald/common/testing/eventually.ts";
import { describe, expect, test, vi } from "vitest";
import { ofGuild, type Party } from "../../src/shared/party.ts";
import { RetryBudget } from "../../src/speech/account-state.ts";
import { createRequestLimiter } from "../../src/speech/traffic/request-limiter.ts";
import { makePayer } from "../support/payer.ts";
import { isStream, sendEvents, soundEvents, wholeStream, writeEvent } from "../support/streams.ts";
import { answer, type Behaviour } from "../support/upstream.ts";
import { line, timing } from "./speech-bench.ts";
import { endless, half, samples, sends, soon, text, useStreamBench } from "./stream-bench.ts";

const { bench, asked, streamLike, speak, askFor } = useStreamBench();

const minute = 60_000;
const well = sends(wholeStream(samples));
const both = ["stream", "one piece"];

describe("a stream isn't requested", () => {
	test("of a model that refused one, for an hour, and of a model in trouble, for a minute", async () => {
		let now = 0;
		await bench.restart({ now: () => now });
		const ask = (word: string, stream: Behaviour) => {
			streamLike(stream);
			return askFor(`${text} ${word}`);
		};
		expect(await ask("One.", answer({}, 400))).toEqual(both);
		now += 59 * minute;
		expect(await ask("Two.", well)).toEqual(["one piece"]);
		now += minute;
		expect(await ask("Three.", well)).toEqual(["stream"]);
		expect(await ask("Four.", sends(half))).toEqual(both);
		expect(await ask("Five.", well)).toEqual(["one piece"]);
		now += minute;
		expect(await ask("Six.", well)).toEqual(["stream"]);
	});

	test.each([404, 501])("after a %i, which doesn't count as a retry", async (status) => {
		streamLike(answer({ error: { code: status, message: "the model" } }, status));
		const takeRetry = vi.spyOn(RetryBudget.prototype, "takeRetry");
		expect(await askFor(`${text} One.`)).toEqual(both);
		expect(await askFor(`${text} Two.`)).toEqual([...both, "one piece"]);
		expect(takeRetry).not.toHaveBeenCalled();
		takeRetry.mockRestore();
	});

	test.each([
		["of a Line of more than 260 characters", { text: `${text} `.repeat(7) }],
		["of a Line at another pace", { tempo: 1.5 }],
	])("%s", async (_, wanted) => {
		streamLike(well);
		await speak(wanted);
		expect(asked()).not.toContain("stream");
	});
});

describe("streams are still requested", () => {
	test("after a refusal that also meets requests in one piece", async () => {
		bench.upstream.behave(answer({}, 400));
		await speak();
		streamLike(well);
		await speak();
		expect(asked()).toEqual(["stream"]);
	});

	test("a minute after one of endless sound, which was refused and doesn't count as an overload", async () => {
		let now = 0;
		const limiter = createRequestLimiter();
		const note = vi.spyOn(limiter, "note");
		await bench.restart({ now: () => now, limiter });
		streamLike(sends(endless, { end: false }));
		expect(await askFor("Short.")).toEqual(both);
		expect(note.mock.calls.filter(([{ strained }]) => strained)).toEqual([]);
		streamLike(well);
		now += minute;
		expect(await askFor(text)).toEqual(["stream"]);
	});

	test("with the operator's account while they are refused to another", async () => {
		const own = { ...bench.account, apiKey: "sk-own", ownId: "own" };
		const payerOf = async (party: Party) => (party === ofGuild("own") ? own : bench.account);
		await bench.restart({ connected: { payerOf, noteTrouble: () => {} } });
		streamLike(answer({}, 400));
		expect(await askFor(`${text} Own.`, "own")).toEqual(both);
		streamLike(well);
		expect(await askFor(`${text} Another.`, "another")).toEqual(["stream"]);
	});

	test("for a server while those of others hang", async () => {
		streamLike(sends(half, { end: false }));
		const hung: Promise<unknown>[] = [];
		/** Requests a text, and leaves once the request has arrived. */
		const skip = async (guildId: string, word: string) => {
			const { length } = bench.upstream.requests;
			const leaving = new AbortController();
			const how = { payer: makePayer(guildId).payer, signal: leaving.signal, mayStream: true };
			hung.push(bench.ask(line(`${text} ${guildId} ${word}.`), how).catch(() => {}));
			await eventually(() => expect(bench.upstream.requests).toHaveLength(length + 1));
			leaving.abort(new Error("left"));
		};
		// Each server leaves four streams hanging, more than it may have at once.
		for (const word of ["one", "two", "three", "four"])
			for (const guild of ["a", "b"]) await skip(guild, word);
		await Promise.all(hung);
		streamLike(well);
		expect(await askFor(text, "another")).toEqual(["stream"]);
	});
});

test("a model that is missing for requests in one piece, too, is unavailable", async () => {
	bench.upstream.behave(answer({ error: { code: 404, message: "no", status: "NOT_FOUND" } }, 404));
	expect((await speak()).result).toMatchObject({ ok: false, problem: { kind: "model_unavailable" } });
	expect(asked()).toEqual(both);
});

test("the rest of a Line has one time limit for all attempts together", async () => {
	await bench.restart({ timing: { ...timing, stream: { ...soon, restMs: 300 } } });
	bench.upstream.behave((response, _, request) => isStream(request) && sendEvents(response, half));
	expect((await speak()).result).toMatchObject({ ok: false, problem: { kind: "timeout" } });
	expect(asked()).toEqual(both);
});

const stop = writeEvent({ candidates: [{ finishReason: "STOP" }] });
test.each([
	["its last event", wholeStream(samples)],
	["[DONE]", `${soundEvents(samples).join("")}${stop}data: [DONE]\n\n`],
])(
	"after a stream ends with %s, its connection is reused, and the service doesn't count as overloaded",
	async (_, events) => {
		const limiter = createRequestLimiter();
		const note = vi.spyOn(limiter, "note");
		await bench.restart({
			limiter,
			timing: { ...timing, stream: { firstSoundMs: 60_000, stallMs: 60_000 } },
		});
		const ports: unknown[] = [];
		const spoken = Promise.withResolvers<void>();
		streamLike(async (response) => {
			ports.push(response.socket?.remotePort);
			await sendEvents(response, events, { end: false });
			if (ports.length > 1) return;
			await spoken.promise;
			response.end();
		});
		await askFor(`${text} One.`);
		spoken.resolve();
		await eventually(() => expect(note).toHaveBeenCalledOnce());
		expect(await askFor(`${text} Two.`)).toEqual(["stream", "stream"]);
		await bench.upstream.requests[1]?.closed;
		expect(ports).toEqual([ports[0], ports[0]]);
		expect(note.mock.calls.filter(([{ strained }]) => strained)).toEqual([]);
	},
);

test("finished streams leave no timers", async () => {
	streamLike(well);
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	try {
		await askFor(`${text} One.`);
		// At this point, only the connection's own timers are left.
		const before = vi.getTimerCount();
		for (const word of ["Two", "Three", "Four"]) await askFor(`${text} ${word}.`);
		expect(asked()).toEqual(Array(4).fill("stream"));
		expect(vi.getTimerCount()).toBeLessThanOrEqual(before);
	} finally {
		vi.useRealTimers();
	}
});
