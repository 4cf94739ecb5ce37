import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Member, SeenMessage } from "@herald/playground";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";
import { textOf } from "../support/server-panel.ts";
import { type SeenRequest, sendJson, speakWell, startUpstream, type Upstream } from "../support/upstream.ts";

const operatorsKey = "sk-operators-own-key";
const day = 24 * 60 * 60_000;

/** Accounts at a gateway by their keys: what they have, in quota units, and the codes that they redeemed. */
interface GatewayAccount {
	units: number;
	readonly codes: string[];
	refusal?: { readonly status: number; readonly code: string };
}

let upstream: Upstream;
let accounts: Map<string, GatewayAccount>;
let herald: Herald;

const keyOf = ({ headers }: SeenRequest): string => String(headers.authorization).replace("Bearer ", "");
const refuse = (status: number, code: string) => ({
	status,
	body: { error: { message: "", type: "new_api_error", code } },
});

/** A gateway whose list of models tells a good key from a wrong one. */
const serve = (): void =>
	upstream.behave((response, attempt, request) => {
		const account = accounts.get(keyOf(request));
		const answer = (status: number, body: unknown) => sendJson(response, status, body);
		if (!account) return answer(401, refuse(401, "").body);
		if (account.refusal) return answer(account.refusal.status, refuse(0, account.refusal.code).body);
		if (request.path === "/v1/models") return answer(200, { data: [{ id: "gemini-3.8-flash-tts" }] });
		if (request.path === "/api/usage/token/")
			return answer(200, { code: true, data: { total_available: account.units, unlimited_quota: false } });
		if (request.path === "/api/user/topup") {
			account.codes.push(JSON.parse(request.body).key);
			account.units += 500_000;
			return answer(200, { success: true, message: "", data: 500_000 });
		}
		return speakWell(response, attempt, request);
	});
const start = (environment: Readonly<Record<string, string>> = {}) =>
	startHerald({
		SPEECH_BASE_URL: upstream.baseUrl,
		SPEECH_API_KEY: operatorsKey,
		ACCOUNTS: "servers",
		...environment,
	});
const spoken = (): string[] =>
	upstream.requests.filter(({ path }) => path.includes("generateContent")).map(keyOf);
const owner = (): Member => herald.playground.home.owner;
const shown = ({ texts, thinking }: SeenMessage): boolean => !thinking && texts.length > 0;
const open = (): Promise<SeenMessage> => herald.playground.command(owner(), "account").message(shown);
const press = (panel: SeenMessage, id: string): Promise<SeenMessage> =>
	herald.playground.click(owner(), panel, id).message(shown);
const connect = async (fields: Readonly<Record<string, string>>): Promise<string> => {
	const modal = await herald.playground.click(owner(), await open(), "account:connect").modal();
	return textOf(await herald.playground.submitModal(owner(), modal, fields).message(shown));
};
const say = async (text: string): Promise<SeenMessage> =>
	herald.playground.command(herald.playground.home.ordinary, "say", { text }).firstAnswer();
/** All bytes of what Herald stores and logs. */
const everything = (): string =>
	[
		...readdirSync(herald.dataDir)
			.filter((name) => name.includes(".db"))
			.map((name) => readFileSync(join(herald.dataDir, name), "latin1")),
		JSON.stringify(herald.logs),
	].join("\n");

beforeAll(async () => {
	upstream = await startUpstream();
	return () => upstream.close();
});
beforeEach(() => {
	accounts = new Map([
		[operatorsKey, { units: 1_000_000, codes: [] }],
		["sk-the-servers-key", { units: 2_000_000, codes: [] }],
		["sk-an-empty-account", { units: 0, codes: [] }],
	]);
	serve();
});

describe("a server's own account", () => {
	beforeAll(async () => {
		herald = await start();
		return () => herald.stop();
	});
	beforeEach(() => herald.advance(day));

	test("pays for the server's speech from its connection to its end, and its key is nowhere to be read", async () => {
		await say("Before.");
		expect(textOf(await open())).toMatch(/^Speech in this server is paid by this bot's operator\./);
		expect(await connect({ key: " sk-the-servers-key " })).toMatch(
			/^Connected\..*\nSpeech in this server is paid by the server's own account\. <@\d+> connected it <t:\d+:R>\./,
		);
		await say("In between.");
		expect(everything()).not.toContain("sk-the-servers-key");
		await herald.restart();
		await say("After a restart.");
		const panel = await press(await press(await open(), "account:disconnect"), "account:disconnectNow");
		expect(textOf(panel)).toMatch(
			/^Disconnected\. The key is erased\.\nSpeech in this server is paid by this bot's/,
		);
		await say("In the end.");
		expect(spoken()).toEqual([operatorsKey, "sk-the-servers-key", "sk-the-servers-key", operatorsKey]);
		expect(everything()).not.toContain("sk-the-servers-key");
	});

	test.each([
		["a wrong key", "sk-unknown", /The service doesn't accept this key\. Nothing was kept\./],
		["a key that can't be one", "two words", /The service doesn't accept this key\. Nothing was kept\./],
		["an empty account", "sk-an-empty-account", /This account has no credit\. Nothing was kept\./],
	])("%s isn't kept, and nothing is spoken to find that out", async (_, key, sentence) => {
		const told = await connect({ key });
		expect(told).toMatch(sentence);
		expect(told).toContain("paid by this bot's operator");
		expect(spoken()).toEqual([]);
	});

	test("keys can be tried five times a day in a server, also over a restart", async () => {
		for (let tries = 0; tries < 3; tries += 1) await connect({ key: "sk-unknown" });
		await herald.restart();
		for (let tries = 0; tries < 2; tries += 1) await connect({ key: "sk-unknown" });
		const asked = upstream.requests.length;
		expect(await connect({ key: "sk-the-servers-key" })).toMatch(
			/^Five keys have been tried in this server today\. You can try the next one <t:\d+:R>\./,
		);
		expect(upstream.requests).toHaveLength(asked);
		herald.advance(day);
		expect(await connect({ key: "sk-the-servers-key" })).toMatch(/^Connected/);
		await press(await press(await open(), "account:disconnect"), "account:disconnectNow");
	});

	describe("once it is connected,", () => {
		const { ordinary } = { ordinary: () => herald.playground.home.ordinary };
		beforeEach(async () => {
			expect(await connect({ key: "sk-the-servers-key" })).toMatch(/^Connected/);
		});

		test("a code is for it once its member has agreed to that, and the balance is its own", async () => {
			const asked = await herald.playground.command(ordinary(), "redeem", { code: "CODE-1" }).firstAnswer();
			expect(asked.content).toMatch(
				/^This code would top up this server's own account, not this bot's or yours\. <@\d+> connected it/,
			);
			expect([...accounts.values()].flatMap(({ codes }) => codes)).toEqual([]);
			const [yes] = asked.components;
			const trace = herald.playground.click(ordinary(), asked, String(yes?.custom_id));
			const done = await trace.message(({ content }) => content.includes("Thank you"));
			expect(done.content).toMatch(
				/^Added 500,000 units .* to this server's own account\. Thank you! Balance: 2,500,000/,
			);
			expect(accounts.get("sk-the-servers-key")?.codes).toEqual(["CODE-1"]);
			expect(accounts.get(operatorsKey)?.codes).toEqual([]);
			const history = await herald.playground.command(owner(), "credit history").firstAnswer();
			expect(history.content).toMatch(/· redeemed \(500,000\)$/);
		});

		test("a member who declines sends no code, and nobody can agree for them or twice", async () => {
			const asked = await herald.playground.command(ordinary(), "redeem", { code: "CODE-2" }).firstAnswer();
			const [yes, no] = asked.components.map(({ custom_id: id }) => String(id));
			const declined = await herald.playground
				.click(ordinary(), asked, no ?? "")
				.message(({ content }) => content.includes("Nothing was sent"));
			expect(declined.content).toBe("Nothing was sent. Your code is still good.");
			// The id is one of a question that is over.
			const forged = await herald.playground.command(ordinary(), "redeem", { code: "CODE-3" }).firstAnswer();
			expect(String(forged.components[0]?.custom_id)).not.toBe(yes);
			expect([...accounts.values()].flatMap(({ codes }) => codes)).toEqual([]);
		});

		test("a code that a member agreed to isn't sent to an account that was connected meanwhile", async () => {
			accounts.set("sk-another-key", { units: 1_000, codes: [] });
			const asked = await herald.playground.command(ordinary(), "redeem", { code: "CODE-4" }).firstAnswer();
			expect(await connect({ key: "sk-another-key" })).toMatch(/^Connected/);
			const [yes] = asked.components;
			const trace = herald.playground.click(ordinary(), asked, String(yes?.custom_id));
			const again = await trace.message(
				({ components }) => String(components[0]?.custom_id) !== yes?.custom_id,
			);
			expect(again.content).toMatch(/^This code would top up/);
			expect([...accounts.values()].flatMap(({ codes }) => codes)).toEqual([]);
		});

		test.each([
			[401, "", "unauthorized", /doesn't accept its key any more/],
			[403, "insufficient_user_quota", "out_of_credit", /The account is empty/],
		])(
			"a %i of it is told, shown in the panel, and never paid by the operator",
			async (status, code, _, trouble) => {
				const account = accounts.get("sk-the-servers-key");
				if (account) account.refusal = { status, code };
				const told = await say(`Refused with ${status}.`);
				expect(told.content).toMatch(
					status === 401
						? /^The speech service refuses this server's own account\./
						: /^The account that pays for speech is empty/,
				);
				expect(spoken()).toEqual(["sk-the-servers-key"]);
				await expect.poll(async () => textOf(await open())).toMatch(trouble);
				if (account) delete account.refusal;
				herald.advance(61_000);
				await say(`Works again after ${status}.`);
				await expect.poll(async () => textOf(await open())).not.toContain("⚠️");
			},
		);

		test("who connected it is forgotten with them, and the account goes on paying", async () => {
			const ask = await herald.playground.command(owner(), "forget-me").firstAnswer();
			const [yes] = ask.components;
			const done = await herald.playground
				.click(owner(), ask, String(yes?.custom_id))
				.message(({ content }) => content.startsWith("Erased"));
			expect(done.content).toContain("your name at this server's account");
			expect(textOf(await open())).toMatch(/^Speech in this server is paid by the server's own account\.\n/);
			await say("Still paid.");
			expect(spoken()).toEqual(["sk-the-servers-key"]);
		});
	});
});
