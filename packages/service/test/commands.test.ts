import { execFileSync } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { expectOwnersAlone } from "@herald/common/testing/owners-alone.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { runCommandLine } from "@herald/common/testing/run-command.ts";
import { checkHeraldCode } from "@herald/common/wire/code-format.ts";
import { beforeAll, expect, test } from "vitest";
import { findAccount } from "../src/accounts/accounts.ts";
import { ask, keepLog, openServiceIn, readBalance, topUp, writeBody } from "./open-service.ts";

const folder = newFolder();
const { lines, logger } = keepLog("trace");
const service = await openServiceIn(folder, { credit: 0, logger });
beforeAll(() => makeAccount("create", "Boundless", "--unlimited"));

const codes = (...args: string[]) => runCommandLine("codes", folder, ...args);
const accounts = (...args: string[]) => runCommandLine("accounts", folder, ...args);
const simulate = (...args: string[]) => runCommandLine("simulate", folder, ...args);

const shown: string[] = [];
const mint = async (...args: string[]) => {
	const { code, out, err } = await codes("mint", "--format", "json", ...args);
	expect(err).toMatch(/won't be shown again/);
	expect(code).toBe(0);
	const minted = JSON.parse(out) as { id: number; code: string; units: number; expires: string | null }[];
	shown.push(...minted.map((one) => one.code));
	return minted;
};
const listCodes = async () =>
	JSON.parse((await codes("list", "--format", "json")).out) as Record<string, unknown>[];
const countRows = () =>
	["codes", "accounts", "api_keys"].map((table) =>
		service.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
	);
const makeAccount = async (...args: string[]) => {
	const { code, out } = await accounts(...args);
	expect(code).toBe(0);
	expect(out).toMatch(/^sk-[\w-]{43}\n$/);
	shown.push(out.trim());
	return { origin: service.origin, key: out.trim() };
};
/** @returns the status of an answer to an account's text */
const say = async (account: Parameters<typeof ask>[0]) => (await ask(account, writeBody("Hello."))).status;

test("codes are minted beside the running service, which redeems them at once", async () => {
	const minted = await mint("--count", "2", "--usd", "2.50");
	expect(minted.map(({ units }) => units)).toEqual([1_250_000, 1_250_000]);
	expect(minted.map((one) => checkHeraldCode(one.code))).toEqual(["valid", "valid"]);
	expect((await topUp(service, minted[0]?.code)).body).toMatchObject({ success: true, data: 1_250_000 });
	expect(await say(service)).toBe(200);
});

test("minting prints bare codes as text, and a table with its heading as CSV", async () => {
	const text = await codes("mint", "--units", "5", "--count", "3");
	const lines = text.out.trimEnd().split("\n");
	shown.push(...lines);
	expect(lines.map(checkHeraldCode)).toEqual(["valid", "valid", "valid"]);
	expect(text.err).toMatch(/3 codes .* 5 units \(\$0\.00\) each, no expiry/);

	const csv = await codes("mint", "--units", "5", "--format", "csv", "--note", 'a "b", c');
	const [heading, row = ""] = csv.out.split("\r\n");
	expect(heading).toBe("id,code,units,expires,note");
	expect(row).toMatch(/^\d+,HRLD-\S+,5,,"a ""b"", c"$/);
	shown.push(row.split(",")[1] ?? "missing");
});

test("the list shows what was redeemed when and by whom, and never a code", async () => {
	const words = "--count 3 --units 700 --expires 30d --note fair";
	const [used, kept, gone] = await mint(...words.split(" "));
	await topUp(service, used?.code);
	expect((await codes("disable", String(kept?.id), gone?.code ?? "")).code).toBe(0);
	const rows = await listCodes();
	const find = (id: number | undefined) => rows.find((row) => row.id === id);
	expect(find(used?.id)).toMatchObject({
		status: "used",
		units: 700,
		note: "fair",
		account: "own",
		redeemed: expect.stringMatching(/^20\d\d-/),
	});
	expect(find(kept?.id)).toMatchObject({ status: "disabled", redeemed: null, expires: used?.expires });
	expect(find(gone?.id)).toMatchObject({ status: "disabled" });
	expect((await topUp(service, kept?.code)).body.success).toBe(false);
	for (const format of ["text", "csv", "json"]) {
		const { out } = await codes("list", "--format", format);
		expect(out).toContain("fair");
		expect(out).not.toMatch(/HRLD/);
	}
});

test("what is used, unknown or disabled can't be disabled, and the exit code says so", async () => {
	const [used] = await mint("--units", "1");
	await topUp(service, used?.code);
	expect(await codes("disable", String(used?.id), "HRLD-0000", "999999")).toMatchObject({
		code: 1,
		err: expect.stringMatching(/Disabled 0 codes\.\n3 were unknown, used or already disabled\./),
	});
});

test("an account is made with a balance, has several keys, and loses them one by one or all at once", async () => {
	const first = await makeAccount("create", "Bob", "--usd", "1");
	const second = await makeAccount("key", "Bob", "--name", "laptop");
	expect(await say(first)).toBe(200);
	expect((await accounts("disable", "Bob", "--key", "first")).code).toBe(0);
	expect(await say(first)).toBe(401);
	expect(await say(second)).toBe(200);
	const listed = JSON.parse((await accounts("list", "--format", "json")).out) as { name: string }[];
	expect(listed.find(({ name }) => name === "Bob")).toEqual({
		name: "Bob",
		status: "enabled",
		balance: 500_000 - 2 * 76,
		unlimited: false,
		used: 2 * 76,
		requests: 2,
		keys: "laptop",
	});
	expect((await accounts("disable", "Bob")).code).toBe(0);
	expect(await say(second)).toBe(403);
	expect((await accounts("enable", "Bob")).code).toBe(0);
	expect(await say(second)).toBe(200);
	const unlimited = await makeAccount("create", "Free", "--unlimited");
	expect([await say(unlimited), await say(await makeAccount("create", "Empty"))]).toEqual([200, 403]);
});

test("a balance is set to what it shall be, and the ledger keeps the difference", async () => {
	const spender = await makeAccount("create", "Spender", "--units", "1000");
	const err = 'Account "Spender" now has 0 units (was 1,000).\n';
	expect(await accounts("balance", "Spender", "--units", "0")).toEqual({ code: 0, out: "", err });
	expect(await say(spender)).toBe(403);
	expect((await accounts("balance", "Spender", "--usd", "0.01")).code).toBe(0);
	expect(await say(spender)).toBe(200);
	expect(findAccount(service.database, "Spender")?.balance).toBe(5_000 - 76);
	expect((await readBalance(service, "Spender")).ledger).toBe(5_000 - 76);
});

test("a simulated failure meets whoever may speak, costs nothing, and ends when it is told to", async () => {
	const rich = await makeAccount("create", "Rich", "--usd", "1");
	expect((await simulate("failing")).err).toMatch(
		/now fails with every text, .*\. End it with npm run simulate -- end/,
	);
	expect((await simulate("show")).out).toBe("failing\n");
	const refused = await ask(rich, writeBody("Hello."));
	expect(refused.status).toBe(500);
	expect(await refused.json()).toMatchObject({ error: { code: "do_request_failed" } });
	expect(await say({ ...rich, key: "sk-nobody" })).toBe(401);
	expect((await simulate("end")).code).toBe(0);
	expect((await simulate("show")).out).toBe("none\n");
	expect(await say(rich)).toBe(200);
	expect(service.database.prepare("SELECT used FROM accounts WHERE name = 'Rich'").pluck().get()).toBe(76);
});

test("npm run rehearse goes on working, and tells its new name", async () => {
	expect(await runCommandLine("rehearse", folder, "show")).toEqual({
		code: 0,
		out: "none\n",
		err: "npm run rehearse is now npm run simulate.\n",
	});
});

const misunderstood = readRows<[line: string]>(import.meta.url, "misunderstood.tsv");

test.each(misunderstood)("%j is not understood: the usage, exit code 2, and nothing made", async (line) => {
	const [name, ...args] = line.split(" ") as ["codes" | "accounts" | "simulate", ...string[]];
	const before = countRows();
	const { code, out, err } = await runCommandLine(name, folder, ...args);
	expect(code).toBe(2);
	expect(out + err).toContain(`npm run ${name} -- `);
	expect(countRows()).toEqual(before);
});

test.each([
	["the name of an account that is taken", ["create", "own"]],
	["an account that is not there", ["key", "Nobody"]],
	["a key that is not there", ["disable", "own", "--key", "none"]],
	["the balance of an account that is not there", ["balance", "Nobody", "--units", "5"]],
	["the balance of an account without a limit", ["balance", "Boundless", "--units", "5"]],
])("%s is told in a sentence, with exit code 1", async (_name, args) => {
	const err = expect.stringMatching(/^[^\n]+\.\n$/);
	expect(await accounts(...args)).toEqual({ code: 1, out: "", err });
});

test("a folder that can't be used is told in a sentence, with exit code 1", async () => {
	const file = join(folder, "a-file");
	await writeFile(file, "");
	const refused = { code: 1, err: expect.stringContaining("can't be opened") };
	expect(await runCommandLine("codes", file, "list")).toMatchObject(refused);
});

test("the secret is its owner's alone, and no code or key that was shown stands in any file or log", async () => {
	const [redeemed] = await mint("--count", "2", "--units", "5");
	await topUp(service, redeemed?.code);
	await makeAccount("create", "Secretive");
	expectOwnersAlone(join(folder, "service.secret"));
	const names = await readdir(folder);
	expect(names).toContain("service.db-wal");
	// Another process reads the files. If this process read and closed one, SQLite would lose its locks on that file.
	const files = names.map((name) => join(folder, name));
	const print = "for (const file of process.argv.slice(1)) process.stdout.write(fs.readFileSync(file));";
	const bytes = execFileSync(process.execPath, ["-e", print, ...files], {
		encoding: "latin1",
		maxBuffer: 64 * 1_024 * 1_024,
	});
	const logged = lines.join("");
	const everything = `${bytes}\n${logged}`.toUpperCase();
	expect(logged).toContain("code redeemed");
	for (const secret of shown) {
		expect(everything).not.toContain(secret.toUpperCase());
		expect(everything).not.toContain(secret.replaceAll("-", "").toUpperCase());
	}
});
