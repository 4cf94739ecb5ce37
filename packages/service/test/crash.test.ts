import { afterwards, newFolder } from "@herald/common/testing/afterwards.ts";
import { expect, test } from "vitest";
import { listCodes, mintCodes, openCodeSecret } from "../src/accounts/redemption-codes.ts";
import { openServiceDatabase } from "../src/config.ts";
import { keepLog, openEmbedded, openServiceIn, pidsIn, topUp } from "./open-service.ts";

/**
 * How many codes are redeemed before each kill: fewer than an account may try in 20 minutes. A restarted service counts
 * from zero.
 */
const codesPerLife = 15;
const lives = 3;
const start = 1_000;

/** Starts the service as Herald does. `kill` kills its process, which isn't started again. */
const live = async (dataDir: string) => {
	const { lines, logger } = keepLog("info");
	const service = await openEmbedded({ dataDir, credit: start, logger });
	const [pid] = pidsIn(lines);
	const kill = () => {
		process.kill(Number(pid), "SIGKILL");
		return service.stop();
	};
	return { ...service, kill };
};

test("a service killed at any moment has credited each code once or not at all, and keeps what it answered", async () => {
	const dataDir = newFolder();
	const database = openServiceDatabase(dataDir);
	afterwards(() => database.close());
	const secret = openCodeSecret(dataDir);
	/** @returns the codes that are used up, each of which has been credited once */
	const check = (): Set<number> => {
		const rows = database.prepare("SELECT code_id AS id, units FROM ledger WHERE kind = 'topup'").all() as {
			id: number;
			units: number;
		}[];
		const used = listCodes(database).flatMap(({ status, id }) => (status === "used" ? [id] : []));
		expect(rows.map(({ id }) => id).toSorted()).toEqual(used.toSorted());
		const sum = rows.reduce((total, { units }) => total + units, start);
		expect(database.prepare("SELECT balance FROM accounts WHERE name = 'own'").pluck().get()).toBe(sum);
		return new Set(used);
	};

	const all: { id: number; code: string }[] = [];
	let interrupted = 0;
	for (let i = 0; i < lives; i += 1) {
		const service = await live(dataDir);
		const codes = mintCodes(database, secret, { count: codesPerLife, units: 10 + i });
		all.push(...codes);
		const answered = new Set<number>();
		// The service is killed during the redemption with this number.
		const doomed = Math.floor(Math.random() * (codesPerLife - 5));
		let killed: Promise<void> | undefined;
		for (const [n, { id, code }] of codes.entries()) {
			if (n === doomed)
				setTimeout(() => {
					killed = service.kill();
				}, Math.random() * 5);
			const answer = await topUp(service, code).catch(() => undefined);
			if (answer) {
				expect(answer.body).toMatchObject({ success: true, data: 10 + i });
				answered.add(id);
			}
			if (killed) break;
		}
		await (killed ?? service.kill());
		if (answered.size < codesPerLife) interrupted += 1;
		const used = check();
		for (const id of answered) expect(used).toContain(id);
		// Only the code that was being redeemed may be credited without an answer.
		expect(codes.filter(({ id }) => used.has(id)).length - answered.size).toBeLessThanOrEqual(1);
	}
	expect(interrupted).toBeGreaterThan(0);

	const before = check();
	expect(before.size).toBeLessThan(all.length);
	for (let i = 0; i < all.length; i += codesPerLife) {
		const service = await openServiceIn(dataDir);
		for (const { id, code } of all.slice(i, i + codesPerLife))
			expect((await topUp(service, code)).body.success).toBe(!before.has(id));
		await service.close();
	}
	expect(check().size).toBe(all.length);
});
