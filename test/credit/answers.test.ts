import { readRows } from "@herald/common/testing/read-rows.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { describeRedemption } from "../../src/credit/describe-redemption.ts";
import type { Redemption } from "../../src/credit/redemption.ts";
import { onMeasure } from "../../src/shared/measures.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { textsFor } from "../../src/texts/index.ts";
import { type Behaviour, sendJson } from "../support/upstream.ts";
import { loseAnswer, refuse, startFixture, succeed, useFixture } from "./fixture.ts";

type Outcome = [kind: Redemption["kind"], detail: string];

/** @param detail - the amount, the reason, or how long to wait, in ms */
const outcomeOf = ([kind, detail]: Outcome, now: number): Redemption => {
	if (kind === "redeemed") return detail === "" ? { kind } : { kind, units: Number(detail) };
	if (kind === "rate_limited") return { kind, retryAt: now + Number(detail) };
	if (kind === "unauthorized") return { kind };
	return { kind, [kind === "refused" ? "reason" : "why"]: detail } as Redemption;
};

/**
 * Answers of gateways and of other services about a code. `more`: a code of authentication, or a header. `body`: the
 * message of a refusal in JSON, or a whole body. Gateways refuse in the languages of their members.
 */
type Row = [name: string, status: string, more: string, body: string, ...outcome: Outcome];

const behaviourOf =
	([, status, more, body]: Row): Behaviour =>
	(response) => {
		const [name = "", value] = more.split(": ");
		const type = body.startsWith("<") ? "text/html" : "application/json";
		response.writeHead(Number(status), {
			"content-type": type,
			...(value !== undefined && { [name]: value }),
		});
		if (body === "nothing") return response.end();
		const refusal = { success: false, message: body, code: value === undefined && more ? more : undefined };
		return response.end(/^[{<]/.test(body) ? body : JSON.stringify(refusal));
	};

/** Begins an answer that is longer, and cuts the connection. */
const cut =
	(status: number, beginning: string): Behaviour =>
	(response) => {
		response.writeHead(status, { "content-length": "60" });
		response.write(beginning, () => response.socket?.destroy());
	};
/** Answers that are more than a status and a body. */
const others: readonly (readonly [name: string, behave: Behaviour, ...outcome: Outcome])[] = [
	["a connection cut before the answer", loseAnswer, "unknown", "lost"],
	["a success cut in its middle", cut(200, '{"success":true,"message":"","da'), "unknown", "lost"],
	["a refusal cut in its middle", cut(401, '{"success":false'), "unauthorized", ""],
	["a page for 300 cut in its middle", cut(300, "<h1>"), "unavailable", "not_served"],
	["a body beyond 64 KiB", succeed("1".repeat(70_000)), "unknown", "unclear"],
	["an answer that never comes", () => {}, "unknown", "lost"],
	["a body that never ends", (response) => response.writeHead(200).write("{"), "unknown", "lost"],
];

/** What members are told, by outcome and detail. */
const sentences: Readonly<Record<string, RegExp>> = {
	redeemed: /^(?:Added [\d,]+ units|Code redeemed)/,
	"refused rejected": /mistyped, already used or expired, or the service couldn't redeem it/,
	"refused used": /already been used\. Nothing was added this time/,
	"refused expired": /has expired/,
	"refused unknown_code": /doesn't know this code/,
	"unknown lost": /answer was lost, so the code may or may not have been redeemed/,
	"unknown unclear": /answered in a way that Herald doesn't know.*`\/credit show`/,
	unauthorized: /doesn't let Herald redeem codes\. Your code is still good/,
	"unavailable closed": /can't be redeemed at this speech service for now\. Your code is still good/,
	"unavailable fault": /has a problem of its own, so nothing was redeemed\. Your code is still good/,
	"unavailable not_served": /doesn't redeem codes here/,
	rate_limited: /isn't accepting codes at the moment\. Your code is still good/,
};

const closedAdvice = /System Settings, Payment Gateway, Confirm compliance/;

describe("one request is sent, and its outcome is told, kept, logged and measured:", () => {
	const rows = readRows<Row>(import.meta.url, "answers.tsv");
	let shared: Awaited<ReturnType<typeof startFixture>>;
	let party = 0;
	beforeAll(async () => {
		shared = await startFixture();
		return () => shared.stop();
	});

	test.each([
		...rows.map((row) => [`${row[0]}: ${row[3]}`, behaviourOf(row), row[4], row[5], Number(row[1])] as const),
		...others.map((row) => [...row, undefined] as const),
	])("%s", async (name, behave, kind, detail, status) => {
		// After more than a day, no limit from an earlier answer applies.
		shared.pass(25 * 60 * 60_000);
		shared.logLines.length = 0;
		shared.upstream.behave(behave);
		const measured: string[] = [];
		const stopMeasuring = onMeasure("codeRedeemed", ({ outcome }) => void measured.push(outcome));
		const topupMs = /never/.test(name) ? 500 : 60_000;
		const { redeem, journal, credit } = shared.start({ timeouts: { topupMs, backoffMs: 1 } });
		party += 1;
		const outcome = outcomeOf([kind, detail], shared.now());
		const told = await redeem(`code ${party}`, "1", `${party}`);
		stopMeasuring();

		expect(told).toEqual(outcome);
		expect(shared.upstream.requests).toHaveLength(1);
		expect(describeRedemption(told, undefined, textsFor("en-US"), "en-US")).toMatch(
			sentences[kind] ?? sentences[`${kind} ${detail}`] ?? /^$/,
		);
		const guild = ofGuild(`${party}`);
		expect(await journal.list(guild, 10)).toMatchObject([
			{
				userId: "1",
				outcome: kind,
				units: kind === "redeemed" && detail !== "" ? Number(detail) : null,
				reason: ["refused", "unknown", "unavailable"].includes(kind) ? detail : null,
			},
		]);
		// The outcome wasn't shown to the member, so it is kept to be told later if it concerns the code.
		const untold = await credit.listUnanswered({ party: guild, userId: "1" });
		const isKept = ["redeemed", "refused", "unknown"].includes(kind);
		expect(untold.map(({ redemption }) => redemption)).toEqual(isKept ? [outcome] : []);
		const lines = shared.logLines.map((line) => JSON.parse(line));
		expect(lines.filter(({ event }) => event === "redemption")).toMatchObject([
			{
				level: detail === "closed" ? 40 : 30,
				msg: expect.stringMatching(detail === "closed" ? closedAdvice : /^redemption$/),
				outcome: kind,
				...(status !== undefined && { status }),
			},
		]);
		expect(measured).toEqual([kind]);
	});
});

describe("for a member's limits", () => {
	const fixture = useFixture();
	const denied: Behaviour = (response) =>
		sendJson(response, 401, { success: false, code: "AUTH_UNAUTHORIZED" });
	const stopsAfter = (tries: number, why: string) => [tries, { kind: "too_fast", why }] as const;

	test.each([
		["a refusal is one of three", refuse("This redemption code has expired"), ...stopsAfter(3, "refusals")],
		["an unclear answer is one of five tries", refuse("in progress"), ...stopsAfter(5, "member")],
		["a lost answer is one of five tries", loseAnswer, ...stopsAfter(5, "member")],
		["a fault of the service counts nothing", refuse("Database error"), 5, { kind: "redeemed" }],
		["a service that redeems nothing counts nothing", refuse("该功能未启用"), 5, { kind: "redeemed" }],
		["a refused key counts nothing", denied, 5, { kind: "redeemed" }],
	])("%s", async (_, behave, tries, then) => {
		const { redeem } = fixture.start();
		fixture.upstream.behave(behave);
		for (let n = 0; n < tries; n += 1)
			expect(await redeem(`code ${n}`)).not.toMatchObject({ kind: "too_fast" });
		fixture.upstream.behave(succeed());
		expect(await redeem("another")).toMatchObject(then);
	});
});
