import { execFileSync } from "node:child_process";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@herald/common/testing/eventually.ts";
import type { InteractionTrace, Member } from "@herald/playground";
import Database from "better-sqlite3";
import { beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { serverPanel } from "../support/server-panel.ts";
import { sendJson, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const { upstream, herald, playground, owner, member } = await useWorld();
upstream.behave((...how) => {
	if (how[2].path.includes("generateContent")) return speakWell(...how);
	return sendJson(how[0], 200, { success: true, message: "", data: 500_000 });
});
playground.voice.join(owner);
beforeEach(() => herald.advance(24 * 60 * 60_000));

const use = (who: Member, name: string, values: Record<string, string> = {}): InteractionTrace =>
	playground.command(who, name, values);
const answerTo = async (who: Member, name: string, values: Record<string, string> = {}) =>
	(await use(who, name, values).message((seen) => !seen.thinking)).content;
const troubles = () => herald.logs.filter(({ level }) => Number(level) >= 40);

/** Limits the size to which files of this process may grow, in bytes. */
const limitFiles = (bytes: number | "unlimited"): void => {
	execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
};
/** With a listener for this signal, a write beyond the limit fails with EFBIG. */
process.on("SIGXFSZ", () => {});

/** By name, functions that make the database unwritable. Each returns a function that makes it writable again. */
const hindrances = {
	"another program holds it": () => {
		const other = new Database(join(herald.dataDir, "bot.db"));
		other.exec("BEGIN IMMEDIATE");
		return () => other.close();
	},
	"the disk is full": () => {
		limitFiles(statSync(join(herald.dataDir, "bot.db-wal")).size);
		return () => limitFiles("unlimited");
	},
};

test.skipIf(process.platform !== "linux").each(Object.entries(hindrances))(
	"while %s, every command answers, nothing is half written, and the log says it once",
	async (_, hinder) => {
		await answerTo(owner, "voice me", { voice: "Leda" });
		const before = troubles().length;
		const program = openSqliteStore(join(herald.dataDir, "bot.db"));
		const end = hinder();
		const isKnown = expect(program.checkWritable()).rejects.toThrow("could not be written");
		const answers = await Promise.all([
			answerTo(owner, "voice me", { voice: "Puck" }),
			serverPanel(playground, owner).set({ names: "off" }),
			serverPanel(playground, owner).add("words", { words: "blast" }),
			answerTo(member, "say", { text: "As a file", as: "file" }),
			answerTo(owner, "say", { text: "In a channel", as: "channel" }),
			answerTo(owner, "redeem", { code: "REDEEM123456" }),
		]);
		expect(answers).toEqual(answers.map(() => expect.stringMatching(/couldn't save that, so nothing was/)));
		expect(await answerTo(owner, "voice show")).toContain("Leda");
		expect(await answerTo(owner, "credit history")).toContain("Nobody has redeemed");
		expect(await answerTo(member, "queue")).toMatch(/isn't in a voice channel/);
		expect(troubles().slice(before)).toEqual([
			expect.objectContaining({ event: "not_stored", file: "bot.db", code: expect.any(String) }),
		]);
		await isKnown;
		end();
		await program.checkWritable();
		await program.close();
		expect(await answerTo(owner, "voice me", { voice: "Puck" })).toContain("Puck");
		await use(member, "say", { text: "As a file", as: "file" }).message(
			(seen) => seen.attachments.length === 1,
		);
	},
);

test("a cache damaged while Herald runs is made anew, and everyone hears their texts", async () => {
	const say = (text: string) =>
		use(member, "say", { text, as: "file" }).message((seen) => seen.attachments.length === 1);
	await say("Kept in the cache");
	const file = join(herald.dataDir, "clips.db");
	const other = new Database(file);
	other.pragma("wal_checkpoint(TRUNCATE)");
	other.close();
	const opened = openSync(file, "r+");
	writeSync(opened, Buffer.alloc(statSync(file).size - 4_096, 0xff), 0, undefined, 4_096);
	closeSync(opened);
	await say("Kept in the cache");
	await eventually(() => expect(troubles().some(({ event }) => event === "clips_damaged")).toBe(true));
	await say("Kept in the cache");
	const { length: asked } = upstream.requests;
	await say("Kept in the cache");
	expect(upstream.requests).toHaveLength(asked);
});
