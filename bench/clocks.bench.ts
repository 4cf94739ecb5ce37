import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Result } from "./index.ts";
import { startPostgres } from "./support/postgres.ts";

const hourMs = 3_600_000;
/** How far each program's clock is off. */
const clocksOffMs = [-hourMs, 0, hourMs, 2 * hourMs];
const codesDefault = 50;
/** When PostgreSQL stops after the first program has asked, and for how long: one try in five, before it has written. */
const hangAfterMs = [0, 30, 60, 200, 500];
const hangMs = 300;
const answerAfterMs = 1_000;
/** How long after each other the programs ask. */
const apartMs = 40;

const hear = async (program: ChildProcess): Promise<string> => String((await once(program, "message"))[0]);

/** Takes every code after a second. @returns how often each was sent */
const startService = async () => {
	const sent = new Map<string, number>();
	const server = createServer(async (request, response) => {
		const { key } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { readonly key: string };
		sent.set(key, (sent.get(key) ?? 0) + 1);
		await wait(answerAfterMs);
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify({ success: true, message: "", data: 5 }));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		sent,
		stop: () => server.close().closeAllConnections(),
	};
};

/** `npm run bench -- clocks [CODES]`. */
export const run = async ([codes = codesDefault]: readonly (string | number)[]): Promise<Result> => {
	const [postgres, service] = [await startPostgres(), await startService()];
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	const database = new pg.Client(postgres.url);
	await database.connect();
	const programs: ChildProcess[] = [];
	for (const [number, offMs] of clocksOffMs.entries()) {
		const program = fork(
			new URL("./support/redeem-codes.ts", import.meta.url),
			[folder, postgres.url, service.baseUrl, String(number)],
			{
				execArgv: ["--import", new URL("./support/shift-clock.ts", import.meta.url).href],
				env: { ...process.env, CLOCK_OFF_MS: String(offMs) },
			},
		);
		programs.push(program);
		await hear(program);
	}
	const told = new Map<string, number>();
	let wrong = 0;
	for (let n = 0; n < Number(codes); n += 1) {
		const code = `CLOCKS${String(n).padStart(8, "0")}`;
		const answers = programs.map(async (_, at) => {
			const program = programs[(n + at) % programs.length] as ChildProcess;
			await wait(at * apartMs);
			const answer = hear(program);
			program.send(code);
			return answer;
		});
		await wait(hangAfterMs[n % hangAfterMs.length]);
		postgres.hang();
		await wait(hangMs);
		postgres.resume();
		const kinds = await Promise.all(answers);
		for (const kind of kinds) told.set(kind, (told.get(kind) ?? 0) + 1);
		const redeemed = kinds.filter((kind) => kind === "redeemed").length;
		if (service.sent.get(code) !== 1 || redeemed !== 1) wrong += 1;
		// The account's pace isn't what is tried here.
		await database.query("UPDATE redemptions SET sent_at = 0 WHERE outcome <> 'sent'");
	}
	for (const program of programs) program.disconnect();
	await database.end();
	service.stop();
	await postgres.remove();
	rmSync(folder, { recursive: true });
	const requests = [...service.sent.values()].reduce((sum, count) => sum + count, 0);
	return {
		title: `each code sent by four programs, clocks an hour off either way, PostgreSQL hanging for ${hangMs} ms`,
		rows: [
			{
				codes: Number(codes),
				requests,
				...Object.fromEntries(told),
				"without one request and one success": wrong,
			},
		],
	};
};
