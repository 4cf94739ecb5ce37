import type { SeenMessage } from "@herald/playground";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { button, withSound } from "../support/answers.ts";
import { readMetrics, sumOf } from "../support/read-metrics.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { sendJson } from "../support/upstream.ts";
import {
	accountPanel,
	everythingOf,
	type GatewayAccount,
	operatorsKey,
	pressFirst,
	serversKey,
	startGateway,
} from "./gateway.ts";

const day = 24 * 60 * 60_000;

const gateway = await startGateway();
const herald = await gateway.start({ OPERATIONS_PORT: "0" });
afterAll(async () => {
	await herald.stop();
	await gateway.upstream.close();
});
const { playground } = herald;
const { owner, ordinary } = playground.home;
beforeEach(() => {
	gateway.reset();
	herald.advance(day);
});

const panel = () => accountPanel(herald);
const say = (text: string): Promise<SeenMessage> => herald.say(ordinary, text).firstAnswer();
const insteadOfModels = (status: number, body = "{}") => ({ instead: { status, body } });
const redeem = (code: string): Promise<SeenMessage> =>
	playground.command(ordinary, "redeem", { code }).firstAnswer();

test("a server's own account pays for its speech while it is connected, and its key can't be read anywhere", async () => {
	await say("Before.");
	expect(await panel().read()).toMatch(/^Speech in this server is paid for by whoever hosts this bot\./);
	expect(await panel().connect(` ${serversKey} `)).toMatch(
		/^Connected\..*\nSpeech in this server is paid for by the server's own account\. <@\d+> connected it <t:\d+:R>\./,
	);
	await say("In between.");
	expect(everythingOf(herald)).not.toContain(serversKey);
	await herald.restart();
	await say("After a restart.");
	expect(await panel().disconnect()).toMatch(
		/^Disconnected\. The key is erased\.\nSpeech in this server is paid for by whoever hosts/,
	);
	await say("In the end.");
	expect(gateway.spokenBy()).toEqual([operatorsKey, serversKey, serversKey, operatorsKey]);
	expect(everythingOf(herald)).not.toContain(serversKey);
});

test.each<[what: string, key: string, account: Partial<GatewayAccount> | undefined, told: RegExp]>([
	["a wrong key", "sk-unknown", undefined, /The service doesn't accept this key\. Nothing was saved\./],
	["no key", "two words", undefined, /The service doesn't accept this key\. Nothing was saved\./],
	["an empty account", "sk-1", { units: 0 }, /This account has no credit left\. Nothing was saved\./],
	[
		"a refused account",
		"sk-1",
		insteadOfModels(403),
		/The service refuses this account\. Nothing was saved\./,
	],
	[
		"an account at its limit",
		"sk-1",
		insteadOfModels(429),
		/doesn't take requests from this account right now\. Nothing was saved\./,
	],
	[
		"an account that gets a web page",
		"sk-1",
		insteadOfModels(200, "<html>"),
		/Herald couldn't check the key at the service\. Nothing was saved\./,
	],
])("%s isn't connected, and nothing is spoken to find that out", async (_, key, account, sentence) => {
	if (account) gateway.accounts.set(key, { units: 1_000_000, codes: [], ...account });
	const told = await panel().connect(key);
	expect(told).toMatch(sentence);
	expect(told).toContain("paid for by whoever hosts this bot");
	expect(gateway.spokenBy()).toEqual([]);
});

test("keys can be tried five times a day in a server, counted across restarts", async () => {
	for (let tries = 0; tries < 3; tries += 1) await panel().connect("sk-unknown");
	await herald.restart();
	for (let tries = 0; tries < 2; tries += 1) await panel().connect("sk-unknown");
	const asked = gateway.upstream.requests.length;
	expect(await panel().connect()).toMatch(
		/^Five keys have been tried here today\. You can try the next one <t:\d+:R>\./,
	);
	expect(gateway.upstream.requests).toHaveLength(asked);
	herald.advance(day);
	expect(await panel().connect()).toMatch(/^Connected/);
	await panel().disconnect();
});

describe("once it is connected,", () => {
	beforeEach(async () => {
		expect(await panel().connect()).toMatch(/^Connected/);
		return () => panel().disconnect();
	});

	test("a code goes to it once the code's member agrees, and the balance shown is its own", async () => {
		const asked = await redeem("CODE-1");
		expect(asked.content).toMatch(
			/^This code would top up this server's own account, not this bot's or yours\. <@\d+> connected it/,
		);
		expect(gateway.codes()).toEqual([]);
		expect((await pressFirst(herald, ordinary, asked)).content).toMatch(
			/^Added 500,000 units .* to the connected account\. Thank you! Balance: 2,500,000/,
		);
		expect(gateway.accounts.get(serversKey)?.codes).toEqual(["CODE-1"]);
		expect(gateway.accounts.get(operatorsKey)?.codes).toEqual([]);
		const history = await playground.command(owner, "credit history").firstAnswer();
		expect(history.content).toMatch(/· redeemed \(500,000\)$/);
	});

	test("the operator's seconds a day don't apply to it, nor show in the panel", async () => {
		const server = serverPanel(playground, owner);
		const day = /\*\*Speaking time per day:\*\* (.*)/;
		expect(day.exec(textOf(await server.open("limits")))?.[1]).toBe("no limit (default)");
		expect(day.exec(await server.set({ secondsPerDay: 86_400 }))?.[1]).toBe("24 hours");
		await server.set({ secondsPerDay: null });
		await panel().disconnect();
		expect(await server.set({ secondsPerDay: 86_400 })).toContain("Whoever hosts this bot allows at most");
		await panel().connect();
	});

	test("the metrics count its refusals apart from the operator's", async () => {
		gateway.refuse(serversKey, 402, "insufficient_user_quota");
		await say("Refused.");
		const port = herald.logs.findLast(({ event }) => event === "operations_listening")?.port;
		const samples = await readMetrics(`http://127.0.0.1:${port}`);
		const refused = (account: string) =>
			sumOf(samples, "herald_speech_requests_total", { account, status: "402" });
		expect(refused("operators")).toBe(0);
		expect(refused("connected")).toBeGreaterThan(0);
	});

	test("an account out of credit can be topped up with a code and then pays for the same text", async () => {
		gateway.refuse(serversKey, 403, "insufficient_user_quota");
		const refused = await say("Paid in the end.");
		const modal = await playground.click(ordinary, refused, button(refused, "redeem:open")).modal();
		const asked = await playground.submitModal(ordinary, modal, { code: "CODE-5" }).firstAnswer();
		const done = await pressFirst(herald, ordinary, asked);
		const again = String(done.components[0]?.custom_id);
		const spoken = await withSound(playground.click(ordinary, done, again));
		expect(spoken.content).toContain("Paid in the end.");
		expect(gateway.spokenBy()).toEqual([serversKey, serversKey]);
	});

	test("a member who declines sends no code, and nobody can agree for them or agree twice", async () => {
		const asked = await redeem("CODE-2");
		const [yes, no] = asked.components.map(({ custom_id: id }) => String(id));
		const declined = await herald.playground
			.click(ordinary, asked, no ?? "")
			.message(({ content }) => content.includes("Nothing was sent"));
		expect(declined.content).toBe("Nothing was sent. Your code is still good.");
		// The new question's button differs from `yes`, which belongs to the declined question.
		const forged = await redeem("CODE-3");
		expect(String(forged.components[0]?.custom_id)).not.toBe(yes);
		expect(gateway.codes()).toEqual([]);
	});

	test("a code isn't sent to an account that was connected after its member agreed", async () => {
		gateway.accounts.set("sk-another-key", { units: 1_000, codes: [] });
		const asked = await redeem("CODE-4");
		expect(await panel().connect("sk-another-key")).toMatch(/^Connected/);
		const yes = asked.components[0]?.custom_id;
		const trace = playground.click(ordinary, asked, String(yes));
		const again = await trace.message(({ components }) => components[0]?.custom_id !== yes);
		expect(again.content).toMatch(/^This code would top up/);
		expect(gateway.codes()).toEqual([]);
	});

	test.each([
		[401, "", "unauthorized", /doesn't accept its key any more/],
		[403, "insufficient_user_quota", "out_of_credit", /The account has no credit left/],
	])(
		"a %i for it is told, shown in the panel, and never paid by the operator",
		async (status, code, _, trouble) => {
			gateway.refuse(serversKey, status, code);
			const told = await say(`Refused with ${status}.`);
			expect(told.content).toMatch(
				status === 401
					? /^The speech service refuses this server's own account\./
					: /^The account that pays for speech has no credit left/,
			);
			expect(gateway.spokenBy()).toEqual([serversKey]);
			await expect.poll(async () => await panel().read()).toMatch(trouble);
			gateway.allow(serversKey);
			herald.advance(61_000);
			await say(`Works again after ${status}.`);
			await expect.poll(async () => await panel().read()).not.toContain("⚠️");
		},
	);

	test("a dead key of the gateway's channel isn't taken for trouble with the account", async () => {
		const message = "API key expired. Please renew the API key.";
		gateway.speakAs((response) =>
			sendJson(response, 400, { error: { message, type: "upstream_error", code: 400 } }),
		);
		expect((await say("Nobody's fault here.")).content).toMatch(/having problems/);
		expect(await panel().read()).not.toContain("⚠️");
	});

	test("its member's name is erased by /forget-me, and the account goes on paying", async () => {
		const others = await playground.command(ordinary, "forget-me").firstAnswer();
		expect(others.content).not.toContain("account");
		const ask = await playground.command(owner, "forget-me").firstAnswer();
		expect(ask.content).toContain("You connected this server's account: your name there is erased");
		const { content } = await pressFirst(herald, owner, ask);
		expect(content).toContain("your name at a server's account");
		expect(await panel().read()).toMatch(
			/^Speech in this server is paid for by the server's own account\.\n/,
		);
		await say("Still paid.");
		expect(gateway.spokenBy()).toEqual([serversKey]);
	});
});
