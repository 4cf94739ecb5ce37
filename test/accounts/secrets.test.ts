import { randomBytes } from "node:crypto";
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { expectOwnersAlone } from "@herald/common/testing/owners-alone.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { AccountSecrets } from "../../src/accounts/account-secrets.ts";
import { keyTrialAt } from "../../src/accounts/key-trial.ts";
import { keepOwnAccounts, type OwnAccounts } from "../../src/accounts/own-accounts.ts";
import { elsewhere, partyWith } from "../../src/shared/party.ts";
import type { Store } from "../../src/store/store.ts";
import { databases, useDatabase } from "../support/databases.ts";

const operators = { baseUrl: "https://speech.example", apiKey: "sk-operators" };
const key = "sk-a-key-that-must-not-be-read";
const token = "a-token-that-must-not-be-read";
const newSecret = (): string => randomBytes(32).toString("base64");

describe.each(databases)("on $database,", ({ start }) => {
	const used = useDatabase(start);
	let store: Store;
	let dataDir: string;
	beforeEach(async () => {
		store = await used.open();
		dataDir = newFolder();
	});

	/** Opens the secrets as another start of Herald would. */
	const open = async (accountsSecrets: readonly string[] = [], folder = dataDir): Promise<AccountSecrets> => {
		const secrets = new AccountSecrets({ dataDir: folder, accountsSecrets });
		await secrets.check(store.accountLinks);
		return secrets;
	};
	const accountsWith = (
		secrets: AccountSecrets,
		baseUrl = operators.baseUrl,
		{ accountLinks: links } = store,
	): OwnAccounts => {
		const now = Date.now;
		const account = { ...operators, baseUrl };
		return keepOwnAccounts({
			operators: account,
			links,
			secrets,
			trial: keyTrialAt({ operators: account, models: [], now }),
			secret: Buffer.alloc(32),
			isAllowed: () => true,
			standsIn: false,
			logger: createLogger("test", "silent"),
			now,
		});
	};
	const connect = async (accounts: OwnAccounts, guildId = "1"): Promise<void> =>
		accounts.connect(partyWith(guildId), "42", { apiKey: key, topupToken: token, topupUserId: "7" });
	const keyOf = async (accounts: OwnAccounts, guildId = "1"): Promise<string> =>
		(await accounts.of(partyWith(guildId))).apiKey;
	const file = () => join(dataDir, "accounts.secret");

	test("the first start makes a secret that only its owner can read, and the next start uses it", async () => {
		await connect(accountsWith(await open()));
		expectOwnersAlone(file());
		expect(readFileSync(file())).toHaveLength(32);
		expect(await keyOf(accountsWith(await open()))).toBe(key);
	});

	test("a lost or changed secret stops the start, and the accounts are kept", async () => {
		await connect(accountsWith(await open()));
		const kept = readFileSync(file());
		rmSync(file());
		await expect(open()).rejects.toThrow(
			/^There is no .*accounts\.secret, the secret that connected accounts/,
		);
		writeFileSync(file(), randomBytes(32));
		await expect(open()).rejects.toThrow(
			/^The file .*accounts\.secret isn't the secret .*: restore it from a backup/,
		);
		writeFileSync(file(), kept.subarray(0, 31));
		await expect(open()).rejects.toThrow(/doesn't hold secrets of 32 bytes/);
		await expect(open([newSecret()])).rejects.toThrow(/^ACCOUNTS_SECRET isn't the secret/);
		writeFileSync(file(), kept);
		expect(await keyOf(accountsWith(await open()))).toBe(key);
		expect(await store.accountLinks.clear()).toBe(1);
		expect(await accountsWith(await open([newSecret()])).describe(partyWith("1"))).toBeUndefined();
	});

	test("a second machine with another secret doesn't start, even before any server has an account", async () => {
		const other = newFolder();
		await open();
		await expect(open([], other)).rejects.toThrow(/^There is no .*accounts\.secret/);
		await store.accountLinks.clear();
		const shared = newSecret();
		await open([shared]);
		await connect(accountsWith(await open([shared], other)));
		expect(await keyOf(accountsWith(await open([shared])))).toBe(key);
	});

	test("a running Herald goes on while its secret is changed, and the old secret then opens nothing", async () => {
		const running = accountsWith(await open());
		await connect(running, "1");
		const old = readFileSync(file());
		expect(await new AccountSecrets({ dataDir, accountsSecrets: [] }).rotate(store.accountLinks)).toBe(1);
		expect(readFileSync(file())).toHaveLength(32);
		running.forget(partyWith("1"));
		expect(await keyOf(running, "1")).toBe(key);
		await connect(running, "2");
		expect(await keyOf(accountsWith(await open()), "2")).toBe(key);
		writeFileSync(file(), old);
		await expect(open()).rejects.toThrow(/isn't the secret/);
	});

	test.runIf(process.getuid?.() === 0)("a secret that root changes still belongs to Herald", async () => {
		await connect(accountsWith(await open()));
		chownSync(file(), 1_000, 1_001);
		await new AccountSecrets({ dataDir, accountsSecrets: [] }).rotate(store.accountLinks);
		const { uid, gid, mode } = statSync(file());
		expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 1_000, gid: 1_001, mode: 0o600 });
	});

	test("ACCOUNTS_SECRET is changed one machine after the other, with both secrets set meanwhile", async () => {
		const [before, after] = [newSecret(), newSecret()];
		const machine = accountsWith(await open([before]));
		await connect(machine, "1");
		const updated = accountsWith(await open([after, before]));
		await connect(updated, "2");
		machine.forget(partyWith("2"));
		expect(await keyOf(machine, "2")).toBe(key);
		expect(
			await new AccountSecrets({ dataDir, accountsSecrets: [after, before] }).rotate(store.accountLinks),
		).toBe(2);
		const last = accountsWith(await open([after]));
		expect([await keyOf(last, "1"), await keyOf(last, "2")]).toEqual([key, key]);
		await expect(open([before])).rejects.toThrow(/^ACCOUNTS_SECRET isn't/);
	});

	test("a copied database reveals neither key nor token, and a moved row opens for no other server or service", async () => {
		const secrets = await open();
		await connect(accountsWith(secrets));
		const [row] = await used.query("SELECT * FROM account_links");
		const bytes = Object.values(row ?? {}).map((value) =>
			value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
		);
		for (const hidden of [key, token, Buffer.from(key).toString("base64")])
			expect(bytes.join("\n")).not.toContain(hidden);
		await used.query("UPDATE account_links SET guild_id = '2'");
		await expect(keyOf(accountsWith(secrets), "2")).rejects.toMatchObject({ detail: { whose: "server" } });
		expect(await accountsWith(secrets).describe(partyWith("2"))).toMatchObject({ trouble: "unreadable" });
		await used.query("UPDATE account_links SET guild_id = '1', service = 'https://thief.example'");
		const thief = accountsWith(secrets, "https://thief.example");
		await expect(keyOf(thief)).rejects.toMatchObject({ kind: "unauthorized" });
	});

	test("a member's row opens for no other member, and for no server with the same id", async () => {
		const secrets = await open();
		await connect(accountsWith(secrets), "@42");
		expect(await keyOf(accountsWith(secrets), "@42")).toBe(key);
		for (const other of ["@43", "42"]) {
			await used.query(`UPDATE account_links SET guild_id = '${other}'`);
			await expect(keyOf(accountsWith(secrets), other)).rejects.toMatchObject({
				detail: { whose: other === "42" ? "server" : "member" },
			});
		}
	});

	test("when one process connects or ends a member's account, another process knows at once", async () => {
		const secrets = await open();
		const processes = [accountsWith(secrets), accountsWith(secrets, operators.baseUrl, await used.open())];
		const [one, other] = processes as [OwnAccounts, OwnAccounts];
		expect(await keyOf(other, "@42")).toBe(operators.apiKey);
		await connect(one, "@42");
		expect(await keyOf(other, "@42")).toBe(key);
		expect(await other.payerIdOf(partyWith("@42"))).toBeDefined();
		await one.disconnect(partyWith("@42"));
		expect([await keyOf(other, "@42"), await other.payerIdOf(partyWith("@42"))]).toEqual([
			operators.apiKey,
			undefined,
		]);
	});

	test("an account isn't used at a service other than the one it was connected at", async () => {
		const secrets = await open();
		await connect(accountsWith(secrets));
		const moved = accountsWith(secrets, "https://other.example");
		await expect(keyOf(moved)).rejects.toMatchObject({ kind: "unauthorized" });
		expect(await moved.describe(partyWith("1"))).toMatchObject({
			trouble: "other_service",
			connectedBy: "42",
		});
	});

	test("an account is kept while Herald may come back, and erased with all else of a server that it left", async () => {
		const accounts = accountsWith(await open());
		await connect(accounts, "1");
		await connect(accounts, "2");
		await connect(accounts, "@3");
		expect((await store.departures.listKept()).toSorted()).toEqual(["1", "2"]);
		await store.departures.note("1", 1_000);
		await store.departures.erase(1_000);
		expect(await store.accountLinks.list()).toHaveLength(3);
		await store.departures.erase(1_001);
		expect((await store.accountLinks.list()).map(({ guildId }) => guildId)).toEqual(["2", "@3"]);
	});

	test("however many processes and members try keys at once, a server has five tries and a member twenty", async () => {
		const secrets = await open();
		const other = await used.open();
		const processes = [accountsWith(secrets), accountsWith(secrets, operators.baseUrl, other)];
		const inOneServer = await Promise.all(
			Array.from({ length: 12 }, (_, n) => processes[n % 2]?.takeTry(partyWith("1"), `member ${n}`)),
		);
		expect(inOneServer.filter((refused) => refused === undefined)).toHaveLength(5);
		expect(new Set(inOneServer.flatMap((refused) => refused?.whose ?? []))).toEqual(new Set(["owner"]));
		const byOneMember = [];
		// Six at a time: more could take longer than the second that a process waits for earlier writes.
		for (const round of ["a", "b", "c", "d", "e"])
			byOneMember.push(
				...(await Promise.all(
					Array.from({ length: 6 }, (_, n) =>
						processes[n % 2]?.takeTry(partyWith(`server ${round}${n}`), "somebody"),
					),
				)),
			);
		expect(byOneMember.filter((refused) => refused === undefined)).toHaveLength(20);
		expect(new Set(byOneMember.flatMap((refused) => refused?.whose ?? []))).toEqual(new Set(["member"]));
		const rows = await used.query("SELECT member FROM account_tries");
		expect(JSON.stringify(rows)).not.toContain("somebody");
	});

	test("a forgotten member is no longer named at the account they connected, and once all links are removed a new account can be connected", async () => {
		const accounts = accountsWith(await open());
		await connect(accounts);
		expect((await accounts.describe(partyWith("1")))?.connectedBy).toBe("42");
		await store.forgetMember({ place: elsewhere, userId: "42", today: 1 });
		accounts.forget(partyWith("1"));
		await expect.poll(async () => (await accounts.describe(partyWith("1")))?.connectedBy).toBeNull();
		await (await used.open()).accountLinks.clear();
		await connect(accounts);
		expect(await keyOf(accounts)).toBe(key);
	});
});
