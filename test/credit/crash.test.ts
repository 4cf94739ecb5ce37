import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import { mintCodes, openCodeSecret, openServiceDatabase } from "@herald/service/testing/internals.ts";
import { expect, test } from "vitest";

const units = 7;

interface JournalRow {
	readonly name: string;
	readonly outcome: string;
}

/** @param compiled - a folder for compiled code, because a program that is killed doesn't save it itself */
const start = async <T>(
	program: string,
	args: readonly string[],
	compiled: string,
): Promise<{ child: ChildProcess; told: T }> => {
	const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
	const child = fork(new URL(program, import.meta.url), [...args], { env, execArgv: [] });
	const [told] = await once(child, "message");
	return { child, told };
};

const kill = async (child: ChildProcess): Promise<void> => {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, "exit");
	child.kill("SIGKILL");
	await exit;
};

/**
 * Redeems codes while the bot's store and credit, or the service, is killed at random moments and restarted.
 *
 * @returns what both sides have recorded
 */
const runCrashes = async (kills: number) => {
	const root = mkdtempSync(join(tmpdir(), "herald-crash-"));
	const [serviceDir, botDir] = [join(root, "service"), join(root, "bot")];
	const { NODE_COMPILE_CACHE: cache } = process.env;
	const compiled = cache ? `${cache}-crash` : join(root, "compiled");
	const serviceDatabase = openServiceDatabase(serviceDir);
	// Two codes for each kill, and one for the end.
	const codes = mintCodes(serviceDatabase, openCodeSecret(serviceDir), { count: kills * 2 + 1, units });
	let service = await start<{ origin: string; key: string }>("./crash-service.ts", [serviceDir], compiled);
	const { origin, key } = service.told;
	let life = 0;
	const startCredit = () =>
		start<string>("./crash-credit.ts", [botDir, origin, key, String(life++)], compiled);
	let credit = await startCredit();
	try {
		for (let killed = 0; killed < kills; ) {
			// Sometimes a code is chosen that was tried before and whose outcome may be unknown.
			const n =
				Math.random() < 0.3
					? Math.floor(Math.random() * killed * 2)
					: killed * 2 + Math.floor(Math.random() * 2);
			const { code } = codes[Math.min(n, codes.length - 1)] as { code: string };
			const answer = once(credit.child, "message");
			answer.catch(() => {});
			credit.child.send({ code, name: String(n) });
			if (Math.random() < 0.4) {
				await Promise.race([answer, wait(2_000)]);
				continue;
			}
			await wait(Math.random() * 12);
			killed += 1;
			if (Math.random() < 0.5) {
				await kill(credit.child);
				credit = await startCredit();
			} else {
				await kill(service.child);
				service = await start("./crash-service.ts", [serviceDir, new URL(origin).port], compiled);
				await Promise.race([answer, wait(3_000)]);
			}
		}
		await kill(credit.child);
		// Another start turns the journal's `sent` rows into `unknown` ones.
		credit = await startCredit();
		const answer = once(credit.child, "message");
		credit.child.send({ code: codes[kills * 2]?.code, name: String(kills * 2) });
		await answer;
	} finally {
		await kill(credit.child);
		await kill(service.child);
	}

	const ledger = serviceDatabase
		.prepare("SELECT code_id AS id, count(*) AS times FROM ledger WHERE kind = 'topup' GROUP BY code_id")
		.all() as { id: number; times: number }[];
	const creditedIds = new Set(ledger.map(({ id }) => id));
	const balance = serviceDatabase
		.prepare("SELECT balance FROM accounts WHERE name = 'own'")
		.pluck()
		.get() as number;
	serviceDatabase.close();
	const bot = openDatabase(join(botDir, "bot.db"), new URL("../../migrations/bot", import.meta.url));
	const rows = bot
		.prepare("SELECT guild_id AS name, outcome FROM redemptions ORDER BY id")
		.all() as JournalRow[];
	bot.close();
	rmSync(root, { recursive: true });

	const isCredited = (name: string): boolean =>
		creditedIds.has(codes[Math.min(Number(name), codes.length - 1)]?.id ?? -1);
	const redeemedBefore = (at: number, name: string): boolean =>
		rows.slice(0, at).some((row) => row.name === name && row.outcome === "redeemed");
	return {
		outcomes: rows.map(({ outcome }) => outcome),
		creditedTwice: ledger.filter(({ times }) => times > 1).map(({ id }) => String(id)),
		/** Codes that are redeemed in the journal, but not credited by the service. */
		falselyRedeemed: rows
			.filter(({ outcome, name }) => outcome === "redeemed" && !isCredited(name))
			.map(({ name }) => name),
		/** Credited codes that the journal calls refused, although it has no earlier redemption of them. */
		falselyRefused: rows
			.filter(
				({ outcome, name }, at) => outcome === "refused" && isCredited(name) && !redeemedBefore(at, name),
			)
			.map(({ name }) => name),
		/** The difference between the balance and what was credited. */
		balanceOff: balance - creditedIds.size * units,
	};
};

test("whatever is killed and when, a code is credited at most once, and the journal never claims more than is known", async () => {
	const report = await runCrashes(10);
	expect(report).toMatchObject({ creditedTwice: [], falselyRedeemed: [], falselyRefused: [], balanceOff: 0 });
	expect(report.outcomes).toContain("redeemed");
	expect(report.outcomes).not.toContain("sent");
});
