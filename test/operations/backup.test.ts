import { spawnSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { markSecret } from "@herald/common/storage/private-file.ts";
import { expectOwnersAlone } from "@herald/common/testing/owners-alone.ts";
import { programEnvironment } from "@herald/common/testing/program-environment.ts";
import { runCommandLine, runCommandWith } from "@herald/common/testing/run-command.ts";
import { mintCodes, openServiceDatabase, writeVoicesFile } from "@herald/service/testing/internals.ts";
import { openServiceIn, topUp } from "@herald/service/testing/open-service.ts";
import { pretendVoice } from "@herald/service/testing/voices/make-voice.ts";
import { expect, test } from "vitest";
import { AccountSecrets } from "../../src/accounts/account-secrets.ts";
import { inGuild, ofGuild } from "../../src/shared/party.ts";
import { lockDataDir } from "../../src/store/data-folder.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { admission } from "../support/admission.ts";
import { folder, useFolder } from "../support/folder.ts";
import { newStore } from "../support/new-store.ts";

useFolder();
const at = (...names: string[]) => join(folder, ...names);
const backup = (...args: string[]) => runCommandLine("backup", at("data"), ...args);
const restore = (dataDir: string, ...args: string[]) => runCommandLine("restore", dataDir, ...args);

const openStore = (dataDir: string) => newStore({}, join(dataDir, "bot.db"));
/** Makes a data folder in which a guild has chosen a voice, and in which nothing runs. */
const keepVoice = async (dataDir: string, voice: string) => {
	const store = openSqliteStore(join(dataDir, "bot.db"));
	await store.settings.changeGuild(inGuild("1"), { voice });
	await store.close();
};
/** Matches the outcome of a command that is refused with this in its sentence. */
const refusedAs = (sentence: RegExp | string) => ({ code: 1, err: expect.stringMatching(sentence) });
/** @returns the folder with what a restore moved aside */
const asideIn = (dataDir: string) =>
	join(dataDir, readdirSync(dataDir).find((name) => name.startsWith("replaced-")) ?? "none");
const readVoice = async (dataDir: string) =>
	(await openStore(dataDir).settings.readGuild(inGuild("1"))).voice;

test("a backup made while Herald writes has the preferences of one moment, and a restore elsewhere brings them back", async () => {
	const store = openStore(at("data"));
	await store.settings.changeGuild(inGuild("0"), { voice: "Puck" });
	let isDone = false;
	const copying = backup(at("copy")).finally(() => (isDone = true));
	let written = 1;
	while (!isDone) {
		await store.settings.changeGuild(inGuild(String(written)), { voice: "Puck" });
		written += 1;
		await new Promise(setImmediate);
	}
	const out = expect.stringMatching(/^Copied bot\.db \(\d+ rows\) to \S+copy\.\n$/);
	expect(await copying).toEqual({ code: 0, err: "", out });
	expect((await restore(at("other"), at("copy"))).code).toBe(0);
	const other = openStore(at("other"));
	const kept = await other.departures.listKept();
	expect(kept.length).toBeLessThanOrEqual(written);
	// Everything written before the copy began is there, without a gap.
	expect(new Set(kept)).toEqual(new Set(kept.map((_, index) => String(index))));
	expect((await other.settings.readGuild(inGuild("0"))).voice).toBe("Puck");
});

test("the data that a crash left is backed up from a read-only folder, and stays unchanged", async () => {
	await openStore(at("running")).settings.changeGuild(inGuild("1"), { voice: "Puck" });
	mkdirSync(at("data"));
	for (const name of ["bot.db", "bot.db-wal"]) cpSync(at("running", name), at("data", name));
	// The link to nowhere keeps SQLite from making its -shm file, as a read-only folder does. A real one wouldn't keep
	// root from writing.
	symlinkSync(at("nowhere", "shm"), at("data", "bot.db-shm"));
	const out = expect.stringMatching(/^Copied bot\.db \(/);
	expect(await backup(at("copy"))).toMatchObject({ code: 0, out });
	expect(readdirSync(at("copy"))).toEqual(["bot.db"]);
	expect(await readVoice(at("copy"))).toBe("Puck");
	expect(readdirSync(at("data"))).toEqual(["bot.db", "bot.db-shm", "bot.db-wal", "last-backup"]);
});

test("after a restore elsewhere, an account has its old balance, and its codes can be redeemed once", async () => {
	const service = await openServiceIn(at("data"), { credit: 100 });
	const [first, second] = mintCodes(service.database, service.secret, { count: 2, units: 70 });
	expect((await topUp(service, first?.code)).body).toMatchObject({ success: true });
	const { out, err } = await backup(at("copy"), "--secrets", at("keys"));
	expect(err).toBe("");
	expect(out).toMatch(/ to \S+copy, and service\.secret and speech-service\.key to \S+keys\.\n$/);
	await service.close();
	expect(readdirSync(at("copy"))).toEqual(["service.db"]);
	expect(readdirSync(at("keys")).sort()).toEqual(["service.secret", "speech-service.key"]);
	for (const file of [at("copy", "service.db"), at("keys", "service.secret")]) expectOwnersAlone(file);

	expect((await restore(at("other"), at("copy"), "--secrets", at("keys"))).err).toBe("");
	const other = await openServiceIn(at("other"));
	expect(other.key).toBe(service.key);
	expect((await topUp(other, first?.code)).body).toMatchObject({ success: false });
	expect((await topUp(other, second?.code)).body).toMatchObject({ success: true, data: 70 });
	expect(other.database.prepare("SELECT sum(units) FROM ledger").pluck().get()).toBe(240);
});

test("a restored backup as cron makes it redeems a sold code, and the doctor finds nothing wrong", async () => {
	const service = await openServiceIn(at("data"), { credit: 100 });
	const [sold] = mintCodes(service.database, service.secret, { count: 1, units: 70 });
	const { out } = await backup(at("copy"));
	expect(out).toMatch(/ to \S+copy, and service\.secret and speech-service\.key to \S+copy\/secrets\.\n$/);
	await service.close();
	expectOwnersAlone(at("copy", "secrets", "service.secret"));

	expect((await restore(at("drill"), at("copy"))).err).toBe("");
	expect((await restore(at("drill"), at("copy"), "--replace")).code).toBe(0);
	// A key file that equals the backup's stays in place.
	expect(readdirSync(asideIn(at("drill")))).toEqual(["service.db"]);
	expect((await runCommandLine("doctor", at("drill"))).out).toContain("Nothing is wrong.");
	const other = await openServiceIn(at("drill"));
	expect((await topUp(other, sold?.code)).body).toMatchObject({ success: true, data: 70 });
});

test("a restore says if the backup has no keys, and the doctor says what that costs", async () => {
	const service = await openServiceIn(at("data"), { credit: 100 });
	mintCodes(service.database, service.secret, { count: 2, units: 70 });
	await backup(at("copy"));
	await service.close();
	rmSync(at("copy", "secrets"), { recursive: true });
	expect((await restore(at("drill"), at("copy"))).out).toContain("The backup has no keys: ");
	const missing = /^wrong {2}\S+service\.secret is missing: 2 codes .* are refused\. Stop Herald/m;
	const out = expect.stringMatching(missing);
	expect(await runCommandLine("doctor", at("drill"))).toMatchObject({ code: 1, out });
	writeFileSync(at("drill", "service.secret"), Buffer.alloc(32, 7));
	expect((await runCommandLine("doctor", at("drill"))).out).toMatch(
		/^wrong {2}\S+service\.secret isn't the secret of what is stored: 2 codes /m,
	);
});

test("the doctor reports missing and wrong secrets of a bot", async () => {
	const store = openStore(at("data"));
	const redemption = { party: ofGuild("1"), userId: "2", member: "member", code: "code" };
	const secret = await store.openSecret();
	await store.redemptions.begin({ ...redemption, secret: markSecret(secret) }, admission);
	const accounts = new AccountSecrets({ dataDir: at("data"), accountsSecrets: [] });
	await accounts.check(store.accountLinks);
	const complain = async () => {
		const environment = { DATA_DIR: at("data"), ACCOUNTS: "servers" };
		const { out } = await runCommandWith("doctor", environment);
		return out.split("\n").flatMap((line) => (line.startsWith("wrong") ? [line.split(/[:,]/)[0]] : []));
	};
	expect(await complain()).toEqual([]);
	const kept = readFileSync(at("data", "accounts.secret"));
	for (const name of ["bot.secret", "accounts.secret"]) rmSync(at("data", name));
	expect(await complain()).toEqual([
		`wrong  ${at("data", "bot.secret")} is missing`,
		`wrong  There is no ${at("data", "accounts.secret")}`,
	]);
	expect(existsSync(at("data", "accounts.secret"))).toBe(false);
	writeFileSync(at("data", "bot.secret"), Buffer.alloc(32, 7));
	writeFileSync(at("data", "accounts.secret"), Buffer.alloc(32, 7));
	expect(await complain()).toEqual([
		`wrong  ${at("data", "bot.secret")} isn't the secret of what is stored`,
		`wrong  The file ${at("data", "accounts.secret")} isn't the secret that connected accounts are encrypted with here`,
	]);
	writeFileSync(at("data", "bot.secret"), secret);
	writeFileSync(at("data", "accounts.secret"), kept);
	expect(await complain()).toEqual([]);
});

test("a restore is refused while Herald or another program uses the data", async () => {
	await keepVoice(at("data"), "Puck");
	await backup(at("copy"));
	const unlock = lockDataDir(at("data"));
	expect(await restore(at("data"), at("copy"), "--replace")).toMatchObject(
		refusedAs(/^Herald runs on the data of \S+: stop it first\.\n$/),
	);
	unlock();
	const store = openStore(at("data"));
	expect(await restore(at("data"), at("copy"), "--replace")).toMatchObject(
		refusedAs(/^Another program uses \S+bot\.db: stop it first\.\n$/),
	);
	expect((await store.settings.readGuild(inGuild("1"))).voice).toBe("Puck");
});

/** Adds a voice with these bytes as its model, as `npm run voices` does. */
const addVoice = (dataDir: string, model: string) => {
	const { length: bytes } = model;
	const amy = pretendVoice(dataDir, "amy", { sizes: { "model.onnx": bytes }, bytes }, model);
	writeVoicesFile(dataDir, { format: 1, voices: [amy], cast: {} });
};
/** Makes a backup of a database and a voice. */
const backUpVoice = async () => {
	await keepVoice(at("data"), "Puck");
	addVoice(at("data"), "model");
	return backup(at("copy"), "--voices");
};
const readModel = (dataDir: string) => readFileSync(join(dataDir, "voices", "amy", "model.onnx"), "utf8");

test("a restore moves aside the write-ahead log of a database that was moved away", async () => {
	await keepVoice(at("data"), "Puck");
	await backup(at("copy"));
	rmSync(at("data", "bot.db"));
	// If the log that a crash left stayed, SQLite would apply it to the restored database.
	writeFileSync(at("data", "bot.db-wal"), "of the old one");
	await restore(at("data"), at("copy"));
	expect(existsSync(at("data", "bot.db-wal"))).toBe(false);
	expect(readFileSync(join(asideIn(at("data")), "bot.db-wal"), "utf8")).toBe("of the old one");
	expect(await readVoice(at("data"))).toBe("Puck");
});

test("a backup has only the list of voices, and a restore says which voices are missing", async () => {
	await keepVoice(at("data"), "Puck");
	addVoice(at("data"), "model");
	const { out } = await backup(at("copy"));
	expect(out).toMatch(/ and the list of voices to \S+copy\. It leaves out the voice amy \(1 MB\): --voices /);
	expect(readdirSync(at("copy", "voices"))).toEqual(["voices.json"]);
	const restored = await restore(at("other"), at("copy"));
	expect(restored).toMatchObject({ code: 0, out: expect.stringContaining("missing: the voice amy (1 MB)") });
	// If the model is still in the data folder, nothing is missing.
	const back = await restore(at("data"), at("copy"), "--replace");
	expect(back).toMatchObject({ code: 0, out: expect.not.stringContaining("missing") });
	expect(readModel(at("data"))).toBe("model");
});

test("with --voices, a backup also has the voices, and a restore moves existing ones aside", async () => {
	expect((await backUpVoice()).out).toMatch(
		/, the list of voices and the voice amy \(1 MB\) to \S+copy\.\n$/,
	);
	addVoice(at("data"), "another");
	expect(await restore(at("data"), at("copy"))).toMatchObject(
		refusedAs("already holds bot.db, voices/voices.json and voices/amy"),
	);
	const { out } = await restore(at("data"), at("copy"), "--replace");
	expect(out).toContain("Restored bot.db, voices/voices.json and voices/amy");
	expect(readModel(at("data"))).toBe("model");
	expect(readModel(asideIn(at("data")))).toBe("another");
	expect(readdirSync(at("data", "voices")).sort()).toEqual(["amy", "voices.json"]);
});

test("a damaged voice or list of voices isn't backed up, and no part of the backup is left", async () => {
	await keepVoice(at("data"), "Puck");
	addVoice(at("data"), "model");
	writeFileSync(at("data", "voices", "amy", "model.onnx"), "mod");
	expect((await backup(at("copy"), "--voices")).err).toMatch(
		/The voice amy in \S+ is damaged \(model\.onnx has 3 bytes instead of 5\)/,
	);
	expect(readdirSync(at("copy"))).toEqual([]);
	writeFileSync(at("data", "voices", "voices.json"), "{");
	expect(await backup(at("copy"))).toMatchObject(refusedAs(/voices\.json can't be read/));
	expect(readdirSync(at("copy"))).toEqual([]);
});

test("a damaged database isn't backed up, and a restore replaces it", async () => {
	await keepVoice(at("data"), "Puck");
	await backup(at("copy"));
	writeFileSync(at("data", "bot.db"), readFileSync(at("data", "bot.db")).fill(0x2a, 4_096, 12_288));
	rmSync(at("data", "bot.db-wal"), { force: true });
	expect(await backup(at("second"))).toMatchObject(refusedAs("bot.db is damaged"));
	expect(readdirSync(at("second"))).toEqual([]);
	expect((await restore(at("data"), at("copy"), "--replace")).code).toBe(0);
	expect(await readVoice(at("data"))).toBe("Puck");
});

test("if a check finds one database damaged, no part of the backup is left", async () => {
	await keepVoice(at("data"), "Puck");
	const service = openServiceDatabase(at("data"));
	service.pragma("ignore_check_constraints = ON");
	service.exec("INSERT INTO simulated_trouble (id, trouble) VALUES (1, 'none of its values')");
	service.close();
	expect(await backup(at("copy"))).toMatchObject(
		refusedAs(
			/^The database \S+service\.db is damaged \(CHECK constraint failed in simulated_trouble\)\.\n$/,
		),
	);
	expect(readdirSync(at("copy"))).toEqual([]);
});

test("a damaged backup isn't restored, and the existing data stays", async () => {
	await keepVoice(at("data"), "Puck");
	mkdirSync(at("copy"));
	writeFileSync(at("copy", "bot.db"), "plainly no database ".repeat(999));
	expect(await restore(at("data"), at("copy"), "--replace")).toMatchObject(
		refusedAs("copy/bot.db is damaged"),
	);
	expect(await readVoice(at("data"))).toBe("Puck");
	expect(readdirSync(at("data")).filter((name) => name.startsWith("replaced-"))).toEqual([]);
});

test.each([
	["a link in a database's place", "bot.db", "bot.db"],
	["a link in the place of the list of voices", "voices/voices.json", "voices/voices.json"],
	["a link in a key's place", "bot.db", "keys/service.secret"],
	["a model outside of the backup", "voices/amy/model.onnx", "voices/amy/model.onnx"],
	["a folder of voices outside of the backup", "voices", "voices"],
])("a backup with %s is refused, and nothing of it is restored", async (_, of, link) => {
	await backUpVoice();
	mkdirSync(at("copy", "keys"));
	cpSync(at("copy", of), at("elsewhere"), { recursive: true });
	rmSync(at("copy", link), { recursive: true, force: true });
	symlinkSync(at("elsewhere"), at("copy", link));
	expect(await restore(at("other"), at("copy"), "--secrets", at("copy", "keys"))).toMatchObject({
		code: 1,
		err: `${at("copy", link)} is a link or a device: a backup has files and folders alone.\n`,
	});
	expect(existsSync(at("other"))).toBe(false);
});

test("a backup whose voice is larger than its list says is refused", async () => {
	await backUpVoice();
	writeFileSync(at("copy", "voices", "amy", "more"), "more");
	expect(await restore(at("other"), at("copy"))).toMatchObject(
		refusedAs(/voices\/amy has 9 bytes, more than the 5 it may have/),
	);
	expect(readdirSync(at("other")).filter((name) => !name.startsWith("bot.lock"))).toEqual([]);
});

test("a restore that fails half-way leaves everything unchanged", async () => {
	await backUpVoice();
	await keepVoice(at("other"), "Kore");
	mkdirSync(at("other", "voices"));
	// The link leads nowhere: the restore doesn't see it, but can't put a folder in its place.
	symlinkSync(at("nowhere"), at("other", "voices", "amy"));
	expect(await restore(at("other"), at("copy"), "--replace")).toMatchObject(refusedAs("amy"));
	expect(await readVoice(at("other"))).toBe("Kore");
	expect(readdirSync(at("other", "voices"))).toEqual(["amy"]);
});

test("move-store reads its address from the input, and refuses one on the command line", async () => {
	const address = "postgres://herald:secret@127.0.0.1:1/herald";
	const spoken = await runCommandLine("move-store", at("data"), address);
	expect(spoken).toMatchObject({ code: 2, err: expect.stringContaining("DATABASE_URL") });
	const entry = fileURLToPath(new URL("../../src/operations/move-store.ts", import.meta.url));
	const env = { ...programEnvironment, DATA_DIR: at("data") };
	const typed = spawnSync(process.execPath, [entry], { env, input: `${address}\n`, encoding: "utf8" });
	expect(typed).toMatchObject({ status: 1, stderr: expect.stringContaining("bot.db") });
	expect(typed.stderr).not.toContain("secret");
});

test("a backup overwrites no other backup, and keeps keys out of the databases' folder", async () => {
	await keepVoice(at("data"), "Puck");
	await backup(at("copy"));
	expect((await backup(at("copy"))).err).toMatch(/already holds bot\.db: choose another folder/);
	expect((await backup(at("next"), "--secrets", at("next"))).err).toMatch(/folder of its own/);
	expect((await backup()).code).toBe(2);
});

test("if a key can't be copied, no part of the backup is left, not even in a folder of its own for keys", async () => {
	await keepVoice(at("data"), "Puck");
	writeFileSync(at("data", "bot.secret"), "the first key");
	mkdirSync(at("data", "accounts.secret"));
	expect((await backup(at("copy"), "--secrets", at("keys"))).code).toBe(1);
	expect(readdirSync(at("copy"))).toEqual([]);
	expect(readdirSync(at("keys"))).toEqual([]);
});
