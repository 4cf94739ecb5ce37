import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommandLine } from "@herald/common/testing/run-command.ts";
import { homeDescription, type Member, type SeenMessage } from "@herald/playground";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openQuestions } from "../../commands/services.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { sendJson, speakWell } from "../support/upstream.ts";
import { accountPanel, operatorsKey, pressFirst, serversKey, startGateway, topupPath } from "./gateway.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
let herald: Herald;

/** Starts a Herald for this test alone, so that other tests' accounts, speech and tries don't count. */
const begin = async (environment: Readonly<Record<string, string>> = {}): Promise<void> => {
	herald = await gateway.start(environment);
	onTestFinished(() => herald.stop());
};
beforeEach(async () => {
	gateway = await startGateway();
	return () => gateway.upstream.close();
});

const ordinary = (): Member => herald.playground.home.ordinary;
const say = (text: string, who = ordinary()): Promise<SeenMessage> => herald.say(who, text).firstAnswer();
const redeem = (code: string, who = ordinary()): Promise<SeenMessage> =>
	herald.playground.command(who, "redeem", { code }).firstAnswer();
/** Agrees to use a code for the connected account. @returns the answer */
const agree = (asked: SeenMessage): Promise<SeenMessage> => pressFirst(herald, ordinary(), asked);
const nineSeconds = (word: string): string => `${`${word} and more of it `.repeat(5)}at last.`;

test("the operator's limits end a long text if the server's account is taken away while it is spoken", async () => {
	await begin({ GUILD_SECONDS_PER_DAY: "60", MEMBER_SECONDS_PER_DAY: "0" });
	await accountPanel(herald).connect();
	const held: (() => void)[] = [];
	gateway.speakAs((...asked) => void held.push(() => speakWell(...asked)));
	const paragraphs = Array.from({ length: 20 }, (_, n) => `${`Word${n} and so on `.repeat(26)}at last.`);
	const file = herald.playground.upload("book.txt", Buffer.from(paragraphs.join("\n\n")));
	const status = await herald.playground.command(ordinary(), "say", { file }).firstAnswer();
	const yes = status.components.find(({ label }) => /Read it aloud/.test(String(label)));
	if (yes) await herald.playground.click(ordinary(), status, String(yes.custom_id)).firstAnswer();
	await expect.poll(() => held.length).toBeGreaterThan(0);
	await accountPanel(herald).disconnect();
	gateway.speakAs(speakWell);
	for (const answer of held) answer();
	const told = () =>
		herald.playground.messagesFor(ordinary()).find(({ id }) => id === status.id)?.content ?? "";
	await expect.poll(told).toMatch(/speaking time for today is used up/);
	const spoken = gateway.spokenBy();
	expect(spoken.filter((key) => key === serversKey)).toHaveLength(held.length);
	expect(spoken.filter((key) => key === operatorsKey).length).toBeLessThanOrEqual(2);
});

test("a text that waits for its turn isn't paid by a server's account that was taken away meanwhile", async () => {
	await begin();
	await accountPanel(herald).connect();
	const held: (() => void)[] = [];
	gateway.speakAs((...asked) => void held.push(() => speakWell(...asked)));
	const said = ["one", "two", "three"].map((word) => say(`The text of number ${word}.`));
	await expect.poll(() => held.length).toBe(2);
	await accountPanel(herald).disconnect();
	gateway.speakAs(speakWell);
	for (const answer of held) answer();
	await Promise.all(said);
	expect(gateway.spokenBy()).toEqual([serversKey, serversKey, operatorsKey]);
});

test("with ACCOUNTS_FALLBACK=on, the operator pays for a refused account within all servers' limit, until it is tried again", async () => {
	await begin({ ACCOUNTS_FALLBACK: "on", ALL_SECONDS_PER_DAY: "12", GUILD_SECONDS_PER_DAY: "0" });
	await accountPanel(herald).connect();
	for (const word of ["one", "two", "three"])
		expect((await say(nineSeconds(word))).attachments).toHaveLength(1);
	gateway.refuse(serversKey, 401);
	expect((await say(nineSeconds("four"))).attachments).toHaveLength(1);
	expect((await say(nineSeconds("five"))).content).toMatch(/shared by everyone who uses it, is used up/);
	expect(gateway.spokenBy().slice(3)).toEqual([serversKey, operatorsKey]);
	expect(await accountPanel(herald).read()).toContain("doesn't accept its key any more");
	gateway.allow(serversKey);
	herald.advance(11 * 60_000);
	await say("And now the server again.");
	expect(gateway.spokenBy().at(-1)).toBe(serversKey);
	await expect.poll(() => accountPanel(herald).read()).not.toContain("⚠️");
});

test("while ACCOUNTS is off, there is no /account, and no server's account pays", async () => {
	await begin();
	await accountPanel(herald).connect();
	await herald.restart({ ACCOUNTS: "off" });
	expect(herald.playground.commands.list().map(({ name }) => name)).not.toContain("account");
	await say("Who pays?");
	expect((await redeem("CODE-1")).content).toMatch(/^Added 500,000/);
	expect(gateway.spokenBy()).toEqual([operatorsKey]);
	expect(gateway.accounts.get(operatorsKey)?.codes).toEqual(["CODE-1"]);
});

describe("an attacker", () => {
	test("a member who loses the right to manage the server connects nothing, even while their key is tried", async () => {
		await begin();
		const { playground } = herald;
		const { guild } = playground.home;
		const { id } = playground.world.addRole(guild, { name: "Managers", permissions: ["ManageGuild"] });
		const manager = playground.world.addMember(guild, { username: "mia", roles: ["Managers"] });
		const panel = accountPanel(herald, manager);
		const opened = await panel.open();
		const open = () => playground.click(manager, opened, "account:connect");
		const modal = await open().modal();
		const refusal = /^Only members with \*\*Manage Server\*\* can do that\./;
		playground.world.changeMember(manager, { roles: [] });
		const asked = gateway.upstream.requests.length;
		const submitted = playground.submitModal(manager, modal, { key: serversKey });
		for (const trace of [submitted, open()]) expect((await trace.firstAnswer()).content).toMatch(refusal);
		expect(gateway.upstream.requests).toHaveLength(asked);

		playground.world.changeMember(manager, { roles: [id] });
		const arrived = Promise.withResolvers<void>();
		const answer = gateway.hold("/v1/models", () => arrived.resolve());
		const connected = panel.connect();
		await arrived.promise;
		playground.world.changeMember(manager, { roles: [] });
		answer();
		expect(await connected).toMatch(refusal);
		expect(await accountPanel(herald).read()).toContain("paid for by whoever hosts this bot");
	});

	test("the manager of another server changes nothing here with the same buttons, and hears nothing that this server's account paid for", async () => {
		await begin();
		const stranger = herald.playground.world.addGuild({ ...homeDescription, name: "Elsewhere" }).owner;
		gateway.accounts.set("sk-strangers", { units: 1_000, codes: [] });
		await accountPanel(herald).connect();
		const theirs = accountPanel(herald, stranger);
		expect(await theirs.read()).toContain("paid for by whoever hosts this bot");
		expect(await theirs.connect("sk-strangers")).toMatch(/^Connected/);
		expect(await theirs.disconnect()).toMatch(/^Disconnected/);
		// Speech that one server's account paid for isn't reused in another server.
		await say("The same words.");
		await say("The same words.", stranger);
		expect(gateway.spokenBy()).toEqual([serversKey, operatorsKey]);
	});

	test("a member can confirm only their own code, in their own server, once and in time", () => {
		let now = 0;
		const { codesToConfirm: codes } = openQuestions(() => now);
		const asked = { code: "CODE", answer: "", ownId: "account" };
		const id = codes.ask("server member", asked);
		expect(codes.take("server stranger", id)).toBeUndefined();
		expect(codes.take("other member", id)).toBeUndefined();
		expect(codes.take("server member", "another")).toBeUndefined();
		expect(codes.take("server member", id)).toMatchObject(asked);
		expect(codes.take("server member", id)).toBeUndefined();
		const late = codes.ask("server member", asked);
		now = 15 * 60_000;
		expect(codes.take("server member", late)).toBeUndefined();
	});
});

test("keys are in no metric, log, error or backup, even if the service repeats them", async () => {
	const token = "the-servers-token";
	await begin({ TOPUP_TOKEN: "the-operators-token", OPERATIONS_PORT: "0" });
	const { upstream } = gateway;
	let status = 200;
	upstream.behave((response, attempt, request) => {
		const repeated = { message: `Refused: ${JSON.stringify(request.headers)}`, type: "new_api_error" };
		if (request.path === "/api/user/self")
			return sendJson(response, 200, { success: true, data: { quota: 500_000 } });
		if (request.path === "/v1/models")
			return sendJson(response, request.headers.authorization === `Bearer ${serversKey}` ? 200 : 401, {
				error: repeated,
			});
		if (request.path === topupPath) return sendJson(response, 200, { success: false, ...repeated });
		return status === 200
			? speakWell(response, attempt, request)
			: sendJson(response, status, { error: { ...repeated, code: "" } });
	});
	const panel = accountPanel(herald);
	const told = [await panel.connect("sk-a-wrong-key", { token }), await panel.connect(serversKey, { token })];
	for (status of [200, 400, 500, 403, 401]) {
		told.push((await say(`Answered with ${status}.`)).content);
		herald.advance(61_000);
	}
	told.push((await agree(await redeem("CODE-1"))).content, await panel.read());
	const { port } = herald.logs.find(({ event }) => event === "operations_listening") as {
		readonly port: number;
	};
	const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
	expect(metrics).toContain("herald_");
	const copy = `${herald.dataDir}/copy`;
	const backup = await runCommandLine("backup", herald.dataDir, copy);
	const copied = readdirSync(copy, { recursive: true, withFileTypes: true })
		.filter((file) => file.isFile())
		.map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
	expect(copied.join("")).toContain("account_links");
	const everywhere = [told, metrics, JSON.stringify(herald.logs), backup.out, copied].flat().join("\n");
	for (const secret of [serversKey, token, "sk-a-wrong-key"])
		for (const encoding of ["utf8", "base64", "hex"] as const)
			expect(everywhere).not.toContain(Buffer.from(secret).toString(encoding));
});

test("a code that is on its way when an account is connected goes where it was sent, once", async () => {
	await begin();
	const arrived = Promise.withResolvers<void>();
	const answer = gateway.hold(topupPath, () => arrived.resolve());
	const redeemed = redeem("CODE-1");
	await arrived.promise;
	expect(await accountPanel(herald).connect()).toMatch(/^Connected/);
	answer();
	expect((await redeemed).content).toMatch(
		/^Added 500,000 units .* to the account that pays for this bot's speech/,
	);
	expect(gateway.accounts.get(operatorsKey)?.codes).toEqual(["CODE-1"]);
	expect((await agree(await redeem("CODE-1"))).content).toMatch(/^This code has already been used/);
	const { owner } = herald.playground.home;
	const history = await herald.playground.command(owner, "credit history").firstAnswer();
	// A code sent for the operator's account isn't in the history of the server's account.
	expect(history.content).toMatch(/^<t:\d+:f> · <@\d+> · refused: already used$/);
});

test("a code redeemed for two accounts at once is sent once", async () => {
	await begin();
	const stranger = herald.playground.world.addGuild({ ...homeDescription, name: "Elsewhere" }).owner;
	await accountPanel(herald).connect();
	const asked = await redeem("CODE-1");
	const arrived = Promise.withResolvers<void>();
	const answer = gateway.hold(topupPath, () => arrived.resolve());
	const theirs = redeem("CODE-1", stranger);
	await arrived.promise;
	expect((await agree(asked)).content).toBe("This code is already being redeemed.");
	answer();
	expect((await theirs).content).toMatch(
		/^Added 500,000 units .* to the account that pays for this bot's speech/,
	);
	expect(gateway.upstream.requests.filter(({ path }) => path === "/api/user/topup")).toHaveLength(1);
	expect(gateway.codes()).toEqual(["CODE-1"]);
});

test("while Herald runs, npm run links shows and ends accounts without their keys, and npm run accounts-secret changes their secret", async () => {
	await begin();
	await accountPanel(herald).connect();
	const { id } = herald.playground.home.guild;
	const listed = await runCommandLine("links", herald.dataDir, "list");
	expect(listed.out).toMatch(new RegExp(`^${id}  ${gateway.upstream.baseUrl}  20\\d\\d-.*Z  \\d+\\n$`));
	const rotated = await runCommandLine("accounts-secret", herald.dataDir, "rotate");
	expect(rotated).toEqual({
		code: 0,
		out: "Encrypted 1 accounts with the new secret. Make a new backup of accounts.secret.\n",
		err: "",
	});
	herald.advance(6_000);
	await say("With the new secret.");
	await herald.restart();
	await say("And after a restart.");
	const copy = `${herald.dataDir}/copy`;
	const secrets = `${herald.dataDir}/keys`;
	const backUp = async (...args: readonly string[]) =>
		(await runCommandLine("backup", herald.dataDir, ...args)).out;
	const keysIn = (folder: string) => new RegExp(`accounts\\.secret[^/]* to ${folder}\\W*$`);
	expect(await backUp(copy)).toMatch(keysIn(`${copy}/secrets`));
	expect(await backUp(`${copy}2`, "--secrets", secrets)).toMatch(keysIn(secrets));
	expect((await runCommandLine("links", herald.dataDir, "remove", "1")).err).toBe(
		"1 has connected no account.\n",
	);
	expect((await runCommandLine("links", herald.dataDir, "remove", id)).out).toBe(`Disconnected ${id}.\n`);
	herald.advance(6_000);
	await say("Nobody's but the operator's.");
	expect(gateway.spokenBy()).toEqual([serversKey, serversKey, operatorsKey]);
	expect((await runCommandLine("links", herald.dataDir, "list")).out).toBe("No account is connected.\n");
});

test("if anybody may list the service's models, a key is tried by speaking one word, and the panel says so", async () => {
	await begin();
	const { upstream } = gateway;
	upstream.behave((response, attempt, request) => {
		if (request.path === "/v1/models") return sendJson(response, 200, { data: [] });
		if (!request.path.includes("generateContent")) return sendJson(response, 404, {});
		return request.headers.authorization === `Bearer ${serversKey}`
			? speakWell(response, attempt, request)
			: sendJson(response, 401, { error: { message: "", type: "new_api_error", code: "" } });
	});
	const panel = accountPanel(herald);
	expect(await panel.read()).toContain(
		"Herald tries it with one word of speech, which the account pays for.",
	);
	expect(await panel.connect("sk-wrong")).toMatch(
		/^The service doesn't accept this key\. Nothing was saved\./,
	);
	expect(await panel.connect()).toMatch(/^Connected/);
});

test("if topups need the account's own token and user id, the panel asks for them and tries them", async () => {
	await begin({ TOPUP_TOKEN: "the-operators-token", TOPUP_USER_ID: "1" });
	const { upstream } = gateway;
	let faulty: object | undefined;
	upstream.behave((response, _attempt, request) => {
		const { authorization, "new-api-user": user } = request.headers;
		if (request.path === "/v1/models")
			return sendJson(response, authorization === `Bearer ${serversKey}` ? 200 : 401, { error: {} });
		if (faulty) return sendJson(response, 500, faulty);
		const isOwner = authorization === "Bearer the-servers-token" && user === "7";
		if (!isOwner) return sendJson(response, 200, { success: false, message: "无权进行此操作" });
		if (request.path === "/api/user/self")
			return sendJson(response, 200, { success: true, data: { quota: 500_000 } });
		return sendJson(response, 200, { success: true, message: "", data: 500_000 });
	});
	const panel = accountPanel(herald);
	expect(await panel.connect(serversKey, { token: "the-operators-token", user: "7" })).toMatch(
		/^The service doesn't accept this access token or user ID\. Nothing was saved\./,
	);
	faulty = { success: false, message: "Database error, please try again later", code: "AUTH_INTERNAL_ERROR" };
	expect(await panel.connect(serversKey, { token: "a-token-unchecked", user: "7" })).toMatch(
		/^Herald couldn't check the key at the service\. Nothing was saved\. Try again later\./,
	);
	faulty = undefined;
	expect(await panel.connect(serversKey, { token: "the-servers-token", user: "7" })).toMatch(/^Connected/);
	expect((await agree(await redeem("CODE-1"))).content).toMatch(/^Added 500,000 units/);
});

test("an account without a balance is connected with a note: a subscription may pay, or speech be free", async () => {
	await begin({ TOPUP_TOKEN: "the-operators-token", TOPUP_USER_ID: "1" });
	gateway.upstream.behave((response, attempt, request) => {
		if (request.path === "/v1/models") return sendJson(response, 200, { data: [] });
		return request.path === "/api/user/self"
			? sendJson(response, 200, { success: true, data: { quota: 0 } })
			: speakWell(response, attempt, request);
	});
	const { upstream } = gateway;
	const connected = await accountPanel(herald).connect(serversKey, { token: "token", user: "7" });
	expect(connected).toMatch(
		/^Connected\. From now on, this account pays\. It has no credit left: unless a subscription pays or speech is free there, add credit or redeem a code\./,
	);
	await say("Paid by a subscription.");
	expect(upstream.requests.at(-1)?.headers.authorization).toBe(`Bearer ${serversKey}`);
});

test("an account at Herald's own service is tried without speaking, pays, and gets the server's codes", async () => {
	herald = await startHerald({ ACCOUNTS: "servers", EMBEDDED_CREDIT: "1000000" });
	onTestFinished(() => herald.stop());
	const made = await runCommandLine("accounts", herald.dataDir, "create", "ada", "--units", "1000000");
	expect(made.err).toContain("Created account");
	const key = made.out.trim();
	const panel = accountPanel(herald);
	expect(await panel.read()).not.toContain("one word");
	expect(await panel.connect("sk-unknown")).toMatch(/^The service doesn't accept this key/);
	expect(await panel.connect(key)).toMatch(/^Connected/);
	await say("Paid by the server.");
	const minted = await runCommandLine("codes", herald.dataDir, "mint", "--units", "500000");
	const asked = await redeem(minted.out.trim().split("\n").at(-1) ?? "");
	expect((await agree(asked)).content).toMatch(
		/^Added 500,000 units .* to the connected account\. Thank you! Balance: 1,499,\d{3}/,
	);
	const { out } = await runCommandLine("accounts", herald.dataDir, "list", "--format", "json");
	const accounts = JSON.parse(out) as {
		readonly name: string;
		readonly requests: number;
		readonly balance: number;
	}[];
	expect(accounts.find(({ name }) => name === "own")).toMatchObject({ balance: 1_000_000 });
});
