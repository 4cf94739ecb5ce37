import { createHmac } from "node:crypto";
import { eventually } from "@herald/common/testing/eventually.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { codeBytes, formatCode } from "@herald/common/wire/code-format.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { addKey, disableKey, findAccount, setDisabled } from "../src/accounts/accounts.ts";
import { disableCode, type Mint, mintCodes } from "../src/accounts/redemption-codes.ts";
import {
	addAccount as addTo,
	askApi,
	openRaw,
	openServiceWith,
	readAll,
	readBalance,
	topUp,
	writeHead,
} from "./open-service.ts";

const windowMs = 20 * 60_000;
const refusal = (message: string) => ({ success: false, message });
const unknown = refusal("Redemption failed, invalid redemption code");
const used = refusal("Redemption failed, this redemption code has already been used");
const expired = refusal("This redemption code has expired");
const processing = { success: false, message: "Top-up is processing, please try again later" };

let clock = 0;
const service = await openServiceWith(undefined, { credit: 100, now: () => clock });
beforeEach(() => {
	clock += windowMs;
});

const mint = (mint: Partial<Mint> = {}) => {
	const [minted] = mintCodes(service.database, service.secret, { count: 1, units: 1_000, ...mint });
	if (!minted) throw new Error("No code was minted");
	return minted;
};

const mintDisabled = () => {
	const { id, code } = mint();
	disableCode(service.database, { id });
	return code;
};

const addAccount = (name: string, units = 0) => addTo(service, name, units);

test("a code is credited once before it expires: its units are the answer, and the second time it is refused", async () => {
	const before = await readBalance(service);
	const { code } = mint({ expiresAt: Date.now() + 60_000 });
	const first = await topUp(service, `  ${code}\n`);
	expect(first.status).toBe(200);
	expect(first.body).toEqual({ success: true, message: "", data: 1_000 });
	expect(first.headers.get("x-oneapi-request-id")).toMatch(/\S/);
	expect((await topUp(service, code)).body).toEqual(used);
	const after = await readBalance(service);
	expect(after.quota).toBe(before.quota + 1_000);
	expect(after.ledger).toBe(after.quota);
});

test("a code that another account has redeemed credits nobody again", async () => {
	const other = addAccount("another");
	const { code } = mint();
	expect((await topUp(other, code)).body.success).toBe(true);
	expect((await topUp(service, code)).body).toEqual(used);
});

test.each([
	["in lower case", (code: string) => code.toLowerCase()],
	["without its hyphens", (code: string) => code.replaceAll("-", "")],
	["with O and l for 0 and 1", (code: string) => code.replace(/(?<=-.*)0/g, "O").replace(/(?<=-.*)1/g, "l")],
])("a code is known %s, and credited once", async (_how, write) => {
	const { code } = mint();
	expect((await topUp(service, write(code))).body).toEqual({ success: true, message: "", data: 1_000 });
	expect((await topUp(service, code)).body).toEqual(used);
});

test("every new code ends in a letter or digit, which a double click takes with the rest, and an older one is good", async () => {
	const minted = mintCodes(service.database, service.secret, { count: 500, units: 1 });
	for (const { code } of minted) expect(code).toMatch(/[0-9A-Z]$/);
	const { id, code } = mint();
	let n = 0;
	const draw = () => formatCode(Uint8Array.from({ length: codeBytes }, (_, at) => (at === 0 ? n++ : 7)));
	let older = code;
	while (/[0-9A-Z]$/.test(older)) older = draw();
	service.database
		.prepare("UPDATE codes SET hash = ? WHERE id = ?")
		.run(createHmac("sha256", service.secret).update(older).digest(), id);
	expect((await topUp(service, older)).body.success).toBe(true);
});

test.each([
	["unknown", unknown, () => "HRLD-0000"],
	["disabled", used, () => mintDisabled()],
	["expired", expired, () => mint({ expiresAt: Date.now() - 1 }).code],
	["longer than any code", unknown, () => "x".repeat(10_000)],
])("a code that is %s credits nothing, and the answer says why", async (_name, why, make) => {
	const before = await readBalance(service);
	const { status, body } = await topUp(service, make());
	expect(status).toBe(200);
	expect(body).toEqual(why);
	expect(await readBalance(service)).toEqual(before);
});

test.each([
	...readRows<[string, string, string, string]>(import.meta.url, "bad-topups.tsv"),
	["over 16 KiB", JSON.stringify({ key: "x".repeat(20_000) }), "413", "body"] as const,
])("a body with %s is refused in the family's shape, unquoted", async (_name, body, status, named) => {
	const answer = await askApi(service, "/api/user/topup", { method: "POST", body });
	expect(answer.status).toBe(Number(status));
	expect(answer.body).toEqual({ success: false, message: expect.stringContaining(named) });
	expect(answer.body.message).not.toContain("HRLD");
});

describe("who may ask", () => {
	const paths = [
		["POST", "/api/user/topup"],
		["GET", "/api/user/self"],
		["GET", "/api/usage/token/"],
	] as const;

	test.each(paths)("%s %s wants a key", async (method, path) => {
		for (const authorization of ["", "Bearer sk-wrong", "Basic c2s=", service.key]) {
			const { status, body, headers } = await askApi(service, path, { method, headers: { authorization } });
			expect(status).toBe(401);
			const message = expect.stringMatching(/\S/);
			expect(body).toEqual({ success: false, message, code: "AUTH_UNAUTHORIZED" });
			expect(headers.get("www-authenticate")).toBe("Bearer");
			expect(headers.get("x-oneapi-request-id")).toMatch(/\S/);
		}
	});

	test.each(paths)("%s %s is closed to a disabled account and to an ended key", async (method, path) => {
		const account = addAccount(`closed ${path}`);
		const refusal = async () => {
			const { status, body } = await askApi(account, path, { method });
			return [status, body.success, body.code];
		};
		setDisabled(service.database, account.id, true);
		expect(await refusal()).toEqual([401, false, "AUTH_USER_DISABLED"]);
		setDisabled(service.database, account.id, false);
		disableKey(service.database, account.id, "first");
		expect(await refusal()).toEqual([401, false, "AUTH_UNAUTHORIZED"]);
	});

	test("an address under /api that is none is 404 in the same shape", async () => {
		const { status, body } = await askApi(service, "/api/user/else");
		expect(status).toBe(404);
		expect(body).toEqual({ success: false, message: "Invalid URL (GET /api/user/else)" });
	});
});

test("what is left is shown to any of the account's keys", async () => {
	const account = addAccount("shown", 250);
	const second = { ...account, key: addKey(service.database, account.id, "second") };
	await topUp(account, mint().code);
	expect((await askApi(second, "/api/user/self")).body).toMatchObject({
		success: true,
		data: { username: "shown", quota: 1_250, used_quota: 0 },
	});
	for (const path of ["/api/usage/token", "/api/usage/token/"])
		expect((await askApi(second, path)).body).toMatchObject({
			code: true,
			message: "ok",
			data: {
				name: "second",
				total_granted: 1_250,
				total_used: 0,
				total_available: 1_250,
				unlimited_quota: false,
			},
		});
});

/** Sends the head of a redemption, and its body only when the test does. */
const beginTopUp = async ({ key }: { key: string }, code: string) => {
	const body = JSON.stringify({ key: code });
	const headers = [`Authorization: Bearer ${key}`, `Content-Length: ${body.length}`, "Connection: close"];
	const socket = await openRaw(service, writeHead("POST /api/user/topup", ...headers));
	return { writeBody: () => socket.write(body), hangUp: () => socket.destroy(), answer: readAll(socket) };
};

test("one code in 200 requests at once is one success and one credit", async () => {
	const account = addAccount("crowd");
	const { code } = mint();
	const asked = await Promise.all(Array.from({ length: 200 }, () => beginTopUp(account, code)));
	for (const { writeBody } of asked) writeBody();
	const answers = await Promise.all(asked.map(({ answer }) => answer));
	expect(answers.filter((answer) => answer.includes('"success":true'))).toHaveLength(1);
	expect(answers.filter((answer) => answer.includes('"success":false'))).toHaveLength(199);
	expect(answers.filter((answer) => answer.startsWith("HTTP/1.1 429 "))).toHaveLength(180);
	expect(findAccount(service.database, "crowd")?.balance).toBe(1_000);
	expect(
		service.database.prepare("SELECT count(*) FROM ledger WHERE account_id = ?").pluck().get(account.id),
	).toBe(1);
});

test("while an account redeems, its other redemptions are told so, and other accounts' are not", async () => {
	const account = addAccount("busy");
	const other = addAccount("idle");
	const [one, two, three] = [mint().code, mint().code, mint().code];
	const slow = await beginTopUp(account, one);
	await eventually(async () => expect((await topUp(account, "no code")).body).toEqual(processing), 200);
	expect((await topUp(account, two)).body).toEqual(processing);
	expect((await topUp(other, three)).body.success).toBe(true);
	slow.writeBody();
	expect(await slow.answer).toContain('"success":true');
	clock += windowMs;
	expect((await topUp(account, two)).body.success).toBe(true);
});

test("a client that hangs up before its code arrived holds nobody up", async () => {
	const account = addAccount("gone");
	const gone = await beginTopUp(account, mint().code);
	const { code } = mint();
	// Until the head has arrived, the account isn't locked, and a real code would be redeemed: "no code" is sent instead.
	// It is sent every 300 ms, because attempts are limited.
	const intervalMs = 300;
	await eventually(
		async () => expect((await topUp(account, "no code")).body).toEqual(processing),
		intervalMs,
	);
	clock += windowMs;
	gone.hangUp();
	await eventually(async () => expect((await topUp(account, code)).body.success).toBe(true), intervalMs);
});

describe("attempts", () => {
	test("the 21st in 20 minutes is told when to come back, and then may", async () => {
		const { code } = mint();
		for (let i = 0; i < 20; i += 1) expect((await topUp(service, `wrong ${i}`)).status).toBe(200);
		clock += 60_000;
		const refused = await topUp(service, code);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("retry-after")).toBe(String(19 * 60));
		expect(refused.body).toMatchObject({ success: false });
		clock += 19 * 60_000 - 1;
		expect((await topUp(service, code)).headers.get("retry-after")).toBe("1");
		clock += 1;
		expect((await topUp(service, code)).body.success).toBe(true);
	});

	test("of one account, and of strangers, leave others behind the same address theirs", async () => {
		const account = addAccount("guesser");
		for (let i = 0; i < 20; i += 1) expect((await topUp(account, `wrong ${i}`)).status).toBe(200);
		expect((await topUp(account, "wrong")).status).toBe(429);
		for (let i = 0; i < 25; i += 1)
			expect((await topUp({ ...account, key: "sk-wrong" }, "wrong")).status).toBe(401);
		expect((await topUp(service, mint().code)).body.success).toBe(true);
	});
});
