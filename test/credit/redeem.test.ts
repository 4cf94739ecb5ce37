import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@herald/common/testing/eventually.ts";
import { runCommandLine } from "@herald/common/testing/run-command.ts";
import type { Member } from "@herald/playground";
import { ManualClock } from "@herald/playground";
import { mintCodes, openCodeSecret, openServiceDatabase } from "@herald/service/testing/internals.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alone } from "../support/answers.ts";
import { findSecrets } from "../support/find-secrets.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { type Behaviour, sendJson, startUpstream, type Upstream } from "../support/upstream.ts";
import { byPath, refuse, succeed } from "./fixture.ts";

let herald: Herald;
const hour = 61 * 60_000;

const redeem = (code: string, who: Member = herald.playground.home.ordinary) =>
	herald.playground.command(who, "redeem", { code }).firstAnswer();

describe("with Herald's own service", () => {
	const used: string[] = [];

	/** Opens the service's database for a moment. */
	const inService = <T>(act: (database: ReturnType<typeof openServiceDatabase>) => T): T => {
		const database = openServiceDatabase(herald.dataDir);
		try {
			return act(database);
		} finally {
			database.close();
		}
	};
	const mint = (count: number, units: number): string[] => {
		const minted = inService((database) =>
			mintCodes(database, openCodeSecret(herald.dataDir), { count, units }).map(({ code }) => code),
		);
		used.push(...minted);
		return minted;
	};
	const select = (what: string) =>
		inService((database) => database.prepare(`SELECT ${what}`).pluck().get() as number);
	const balance = () => select("balance FROM accounts WHERE name = 'own'");
	const setBalance = (units: number) =>
		inService((database) =>
			database.prepare("UPDATE accounts SET balance = ? WHERE name = 'own'").run(units),
		);

	beforeAll(async () => {
		const environment = {
			EMBEDDED_CREDIT: "100",
			PRICE_PER_MILLION_PROMPT_TOKENS: "250000",
			PRICE_PER_MILLION_AUDIO_TOKENS: "500000",
		};
		// The playground's clock stands still, so that Discord's three seconds for an answer never pass.
		herald = await startHerald(environment, undefined, new ManualClock());
	});
	afterAll(() => herald.stop());
	beforeEach(() => herald.advance(hour));

	test("a member speaks, runs out of credit, redeems a code and says the text again", async () => {
		const { ordinary: member, owner } = herald.playground.home;
		const [code = ""] = mint(1, 1_000_000);
		setBalance(100);
		await herald.say(member, "This uses up the little credit there is").firstAnswer();
		const refused = await herald.say(member, "This one is not paid for").firstAnswer();
		expect(refused).toMatchObject({
			ephemeral: true,
			content: expect.stringMatching(/account that pays for speech has no credit left/),
		});
		const [button] = refused.components;
		const modal = await herald.playground.click(member, refused, String(button?.custom_id)).modal();
		expect(JSON.stringify(modal)).toContain("Code (up to 200 characters)");
		const done = await herald.playground
			.submitModal(member, modal, { code: ` ${code.toLowerCase()} ` })
			.firstAnswer();
		expect(done.content).toMatch(
			/^Added 1,000,000 units \(about \$2\.00\) to the account that pays for this bot's speech\..* Balance: 999,\d{3} units \(about \$2\.00\)\.$/,
		);
		expect(done.ephemeral).toBe(true);
		const again = herald.playground.click(member, done, String(done.components[0]?.custom_id));
		const spoken = await again.message((message) => message.attachments.length === 1);
		expect(spoken).toMatchObject({
			ephemeral: false,
			content: expect.stringMatching(/> This one is not paid for\n-# For <@\d+>$/),
		});

		const shown = await herald.playground.command(owner, "credit show").firstAnswer();
		expect(shown.content).toMatch(
			/^Balance: 999,\d{3} units[\s\S]*2 messages, \d+ seconds of speech, about \$\d+\.\d\d\.$/,
		);
		const [, usd] = /about \$([\d.]+)\.$/.exec(shown.content) ?? [];
		const [prompt, audio] = [
			select("sum(prompt_tokens) FROM ledger"),
			select("sum(audio_tokens) FROM ledger"),
		];
		expect(prompt * audio).toBeGreaterThan(0);
		expect(usd).toBe((prompt * 0.25 + audio * 0.5).toFixed(2));
		const history = await herald.playground.command(owner, "credit history").firstAnswer();
		expect(history.content).toMatch(
			new RegExp(`^<t:\\d+:f> · <@${member.user.id}> · redeemed \\(1,000,000\\)$`, "m"),
		);
		expect(() => herald.playground.command(member, "credit show")).toThrow();
	});

	test.each([
		["used", "refused: already used", /^This code has already been used\./],
		["expired", "refused: expired", /^This code has expired\./],
		["unknown", "refused: unknown code", /^The service doesn't know this code\. Check it for typos/],
	])(
		"a code that is %s is named so in the answer and in /credit history",
		async (what, inHistory, answer) => {
			const [code = ""] = mint(1, 1_000);
			const change = {
				used: "UPDATE codes SET status = 'used', used_at = 1, used_by = 1 WHERE status = 'enabled'",
				expired: "UPDATE codes SET expires_at = 1 WHERE status = 'enabled'",
				unknown: "DELETE FROM codes WHERE status = 'enabled'",
			}[what];
			inService((database) => database.prepare(String(change)).run());
			const { owner } = herald.playground.home;
			expect((await redeem(code, owner)).content).toMatch(answer);
			const history = await herald.playground.command(owner, "credit history").firstAnswer();
			expect(history.content.split("\n")[0]).toMatch(
				new RegExp(`^<t:\\d+:f> · <@${owner.user.id}> · ${inHistory}$`),
			);
		},
	);

	describe("a redemption whose answer to the member is lost", () => {
		const answer = { method: ["PATCH", "POST"], path: /^\/webhooks\// };
		const added = /Added 1,000,000 units \(about \$2\.00\)/;
		/** Redeems a code while Discord refuses every answer about it. */
		const redeemUnheard = async (code: string, who: Member) => {
			const plan = herald.playground.faults.fail({ ...answer, times: 2 }, 403, 50_013);
			const { interaction, messages } = herald.playground.command(who, "redeem", { code });
			await eventually(() =>
				expect(herald.logs.find((line) => line.interaction === interaction.id)).toBeDefined(),
			);
			expect(plan.isWaiting()).toBe(false);
			expect(messages.map(({ content }) => content).join()).not.toContain("Something went wrong");
		};
		afterEach(() => herald.playground.faults.clear());

		test("is told, and not sent again, when the code is entered again, even after a restart", async () => {
			const [code = ""] = mint(1, 1_000_000);
			const before = balance();
			await redeemUnheard(code, herald.playground.home.owner);
			await herald.restart();
			expect((await redeem(code, herald.playground.home.owner)).content).toMatch(added);
			expect(balance()).toBe(before + 1_000_000);
			// Once Herald has told the outcome, the code is like any other used one.
			expect((await redeem(code, herald.playground.home.owner)).content).toMatch(/already been used/);
		});

		test("is told before the outcome of another code, and only to its member", async () => {
			const { owner, ordinary } = herald.playground.home;
			const [first = "", second = "", third = ""] = mint(3, 1_000_000);
			await redeemUnheard(first, owner);
			expect((await redeem(second, ordinary)).content).toMatch(/^Added/);
			const { content } = await redeem(third, owner);
			expect(content).toMatch(
				/^You never got the result of your last code\. Here it is: Added 1,000,000 units/,
			);
			expect(content.match(/Added/g)).toHaveLength(2);
		});

		test("is told by the button that asks for another code", async () => {
			const { owner } = herald.playground.home;
			const [code = "", empty = ""] = mint(2, 1_000_000);
			await redeemUnheard(code, owner);
			const credit = balance();
			setBalance(0);
			const refused = await herald.say(owner, "Nothing pays for this").firstAnswer();
			setBalance(credit);
			const open = String(refused.components[0]?.custom_id);
			const told = await herald.playground
				.click(owner, refused, open)
				.message(({ content }) => added.test(content));
			const labels = told.components.map(({ label }) => label);
			expect(labels).toEqual(["Say it now", "Redeem a code"]);
			const modal = await herald.playground.click(owner, told, String(told.components[1]?.custom_id)).modal();
			const done = herald.playground.submitModal(owner, modal, { code: empty });
			expect((await done.firstAnswer()).content).toMatch(/^Added/);
		});
	});

	test('a code is good once, a mistyped one isn\'t sent, and forgotten members become "someone"', async () => {
		const { ordinary: member, owner } = herald.playground.home;
		const [code = "", other = ""] = mint(2, 1_000_000);
		expect((await redeem(code)).content).toMatch(/^Added/);
		expect((await redeem(code)).content).toMatch(/already been used/);
		const slip = `${other.slice(0, 6)}${other[6] === "A" ? "B" : "A"}${other.slice(7)}`;
		used.push(slip);
		expect((await redeem(slip)).content).toMatch(/has a typo/);
		const asked = await herald.playground.command(member, "forget-me").firstAnswer();
		const forgotten = herald.playground.click(member, asked, "forget-me:erase");
		expect((await forgotten.message((seen) => seen.components.length === 0)).content).toContain(
			"your name next to redeemed codes",
		);
		const history = await herald.playground.command(owner, "credit history").firstAnswer();
		expect(history.content).toContain("· someone · redeemed");
		expect(history.content).not.toContain(`<@${member.user.id}>`);
	});

	test("three refusals in a row stop a member for an hour", async () => {
		const { owner } = herald.playground.home;
		for (let n = 0; n < 3; n++)
			expect((await redeem(`not-a-code-${n}`, owner)).content).toMatch(/know this code/);
		expect((await redeem("not-a-code-4", owner)).content).toMatch(
			/Three codes in a row were refused\. You can try another <t:\d+:R>/,
		);
		herald.advance(hour);
		expect((await redeem("not-a-code-5", owner)).content).toMatch(/know this code/);
	});

	describe("with a trouble that the operator simulates", () => {
		const simulate = (trouble: string) => runCommandLine("simulate", herald.dataDir, trouble);
		beforeEach(() => {
			setBalance(1_000_000);
			return async () => void (await simulate("end"));
		});

		test.each([
			["terms", /^Codes can't be redeemed at this speech service for now\. Your code is still good\./],
			[
				"database",
				/^The service has a problem of its own, so nothing was redeemed\. Your code is still good\./,
			],
		])(
			"a code that meets a gateway's %s is still good, and is redeemed afterwards",
			async (trouble, told) => {
				const [code = ""] = mint(1, 1_000);
				await simulate(trouble);
				expect((await redeem(code)).content).toMatch(told);
				await simulate("end");
				expect((await redeem(code)).content).toMatch(/^Added 1,000 units/);
			},
		);

		test("two members' codes at a gateway that locks the account are both redeemed", async () => {
			await simulate("lock");
			const [one = "", two = ""] = mint(2, 1_000);
			const told = await Promise.all([redeem(one), redeem(two, herald.playground.home.owner)]);
			for (const { content } of told) expect(content).toMatch(/^Added 1,000 units/);
		});

		test.each([
			["channel", /having problems/],
			["key", /^(?!.*`\/redeem`).*reached its own limit/],
			["subscription", /^(?!.*`\/redeem`)The subscription that pays for speech is used up/],
		])("a text that meets a gateway's %s is spoken afterwards", async (trouble, told) => {
			const say = async (text: string) =>
				(await herald.say(herald.playground.home.ordinary, text).firstAnswer()).content;
			await simulate(trouble);
			expect(await say(`This text meets the trouble that is called ${trouble}.`)).toMatch(told);
			await simulate("end");
			herald.advance(61_000);
			expect(await say(`This text comes after the trouble that is called ${trouble}.`)).toMatch(
				/\*\*Kore\*\*/,
			);
		});
	});

	test("no code, key or token is in any log, database or answer", async () => {
		const [code = ""] = mint(1, 1_000_000);
		expect((await redeem(code)).content).toMatch(/^Added/);
		const key = readFileSync(join(herald.dataDir, "speech-service.key"), "utf8").trim();
		const { owner } = herald.playground.home;
		const answers = herald.playground
			.messagesFor(owner)
			.map(({ content, components }) => [content, components]);
		const secrets = [...used, ...used.map((code) => code.toLowerCase()), key, "test-bot-token"];
		const traces = { secrets, logs: herald.logs, dataDir: herald.dataDir, publicAnswers: answers };
		expect(findSecrets(traces)).toEqual([]);
		// Proves that the search works: it finds this word, which is in the data.
		expect(findSecrets({ ...traces, secrets: ["redemptions"] })).not.toEqual([]);
	});
});

describe("with a service that answers", () => {
	let upstream: Upstream;
	beforeAll(async () => {
		upstream = await startUpstream();
		herald = await startHerald({
			SPEECH_BASE_URL: upstream.baseUrl,
			SPEECH_API_KEY: "sk-speech",
			TOPUP_TOKEN: "account-token",
			TOPUP_USER_ID: "42",
		});
	});
	afterAll(async () => {
		await herald.stop();
		await upstream.close();
	});
	beforeEach(() => herald.advance(hour));
	afterEach(() => {
		expect(JSON.stringify(herald.logs)).not.toMatch(/account-token|sk-speech|some-code/);
	});

	const lastOfHistory = async () => {
		const { owner } = herald.playground.home;
		return (await herald.playground.command(owner, "credit history").firstAnswer()).content.split("\n")[0];
	};
	const noBalance: Behaviour = (response) => sendJson(response, 404, {});
	test("a code is sent once, with the account's token and user id, and its amount is told", async () => {
		upstream.behave(byPath(succeed(), noBalance));
		const answer = await redeem("some-code with an amount");
		expect(answer).toMatchObject(alone(/^Added 500,000 units \(about \$1\.00\)/));
		const sent = upstream.requests.filter(({ path }) => path === "/api/user/topup");
		expect(sent).toMatchObject([
			{ headers: { authorization: "Bearer account-token", "new-api-user": "42" } },
		]);
		expect(JSON.parse(sent[0]?.body ?? "")).toEqual({ key: "some-code with an amount" });
	});

	test("a refusal after a lost answer stays unknown and says why", async () => {
		upstream.behave((response) => response.destroy());
		expect((await redeem("some-code lost")).content).toMatch(/answer was lost/);
		upstream.behave(refuse("Redemption failed, please try again later"));
		expect((await redeem("some-code lost")).content).toMatch(/answer to an earlier try was lost/);
	});

	test("a German member is thanked in a complete sentence", async () => {
		upstream.behave(byPath(succeed(1_000_000), noBalance));
		const { playground } = herald;
		const { content } = await playground
			.command(playground.home.ordinary, "redeem", { code: "some-code good" }, { locale: "de" })
			.firstAnswer();
		expect(content).toBe(
			"Du hast das Konto, das die Sprachausgabe dieses Bots bezahlt, mit 1.000.000 Einheiten (etwa 2,00\u00a0$) aufgeladen. Danke!",
		);
	});

	test("if the service can't be reached, the code is still good", async () => {
		const { port } = new URL(upstream.baseUrl);
		await upstream.close();
		expect((await redeem("some-code unreachable")).content).toMatch(
			/can't reach the service, so the code wasn't sent/,
		);
		expect(await lastOfHistory()).toMatch(/· not redeemed$/);
		upstream = await startUpstream(Number(port));
	});
});
