import { eventually } from "@herald/common/testing/eventually.ts";
import { homeDescription, type Member } from "@herald/playground";
import { openServiceWith } from "@herald/service/testing/open-service.ts";
import type Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { lookInto } from "../support/look-into.ts";
import { type Behaviour, type SeenRequest, sendJson, tone } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

// Speaks one second for any text. For longer texts, Herald takes one second for an error, and requests them again.
const engine = { speak: async () => ({ samples: tone(1), complete: true, voices: [] }) };
const service = await openServiceWith(engine, { credit: 1_000_000 });
const { upstream, herald, playground } = await useWorld({ SPEECH_API_KEY: service.key });
const elsewhere = playground.world.addGuild({ ...homeDescription, name: "Elsewhere" }).owner;
afterAll(async () => {
	await service.close();
});

/** Asks the service itself, which charges for its answer. */
const forward = async ({ path, body, headers }: SeenRequest) => {
	const { authorization = "" } = headers;
	const response = await fetch(`${service.origin}${path}`, {
		method: "POST",
		headers: { authorization, "content-type": "application/json" },
		body,
	});
	return (await response.json()) as { candidates: unknown[]; usageMetadata: unknown };
};

/** A change to one answer on its way to Herald. */
type Fault = (answer: Awaited<ReturnType<typeof forward>>) => object;
const intact: Fault = (answer) => answer;
const withoutSound: Fault = ({ usageMetadata }) => ({
	candidates: [{ finishReason: "OTHER" }],
	usageMetadata,
});
const blocked: Fault = ({ usageMetadata }) => ({
	promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
	usageMetadata,
});
const unreadable: Fault = ({ usageMetadata, ...answer }) => ({
	...answer,
	usageMetadata,
	candidates: [{ content: { parts: [{ inlineData: { mimeType: "audio/mpeg", data: "AAAA" } }] } }],
});

/**
 * Passes requests on to the service, and changes its answers: the first by the first fault and so on, later ones by the
 * last fault. For "down", the service isn't asked, and the answer is 503.
 */
const suffer =
	(...faults: readonly (Fault | "down")[]): Behaviour =>
	async (response, attempt, request) => {
		const fault = faults[Math.min(attempt, faults.length) - 1] ?? intact;
		if (fault === "down") sendJson(response, 503, { error: {} });
		else sendJson(response, 200, fault(await forward(request)));
	};

const sumTokens = (database: Database.Database, table: string) => {
	const select = `SELECT total(prompt_tokens) AS prompt, total(audio_tokens) AS audio FROM ${table}`;
	return database.prepare(select).get() as { readonly prompt: number; readonly audio: number };
};
/** The tokens of all guilds' months, as Herald counted them. */
const readOwnMonths = () => lookInto(herald.dataDir, (database) => sumTokens(database, "speech_months"));
const readLedger = () => sumTokens(service.database, "ledger WHERE kind = 'speech'");

let texts = 0;
const say = (member: Member, length = 3) =>
	herald.say(member, `${"word ".repeat(length)} number ${++texts}`).firstAnswer();

test.each<[string, ...(Fault | "down")[]]>([
	["whole answers", intact],
	["an answer without sound, and another try", withoutSound, intact],
	["answers without sound, as often as Herald tries", withoutSound],
	["a text that is refused", blocked],
	["sound that nobody can read", unreadable],
	["a service that is down for a while", "down", intact],
	["a service that fails after it was silent", withoutSound, "down"],
])("the months of all servers add up to the service's ledger, after %s", async (_, ...faults) => {
	const before = readLedger();
	for (const member of [playground.home.ordinary, elsewhere]) {
		upstream.behave(suffer(...faults));
		await say(member);
	}
	await eventually(() => expect(readOwnMonths()).toEqual(readLedger()));
	expect(readLedger().prompt).toBeGreaterThan(before.prompt);
});

test.each([
	["too short a sound was requested again", "something that takes much longer than a second to say", 1, 2],
	["members of two servers request the same text at once", "the same words", 2, 1],
])("the months also add up to the ledger if %s", async (_, text, members, requests) => {
	upstream.behave(suffer(intact));
	const askers = [elsewhere, playground.home.ordinary].slice(0, members);
	await Promise.all(askers.map((member) => herald.say(member, text).firstAnswer()));
	expect(upstream.requests).toHaveLength(requests);
	await eventually(() => expect(readOwnMonths()).toEqual(readLedger()));
});
