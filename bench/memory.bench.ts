import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { startPlayground } from "@herald/playground";
import type { Result } from "./index.ts";
import { askMemory, startBot, stopBot, token } from "./support/bot-with-service.ts";
import { toMegabytes } from "./support/numbers.ts";
import { listChildren, residentBytes } from "./support/processor-time.ts";

/** How many members wait for an answer at once. */
const inFlight = 16;

/**
 * `npm run bench -- memory N`: N members (by default 9,000) each have a one-line text posted as a file.
 * The goals for the bot's process: 170 MB at the start, 250 MB
 * under load, and less than 1 MB for each further thousand texts.
 */
export const run = async ([given = "9000"]: readonly string[]): Promise<Result> => {
	const texts = Number(given);
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const playground = await startPlayground({
		port: 0,
		logger: createLogger("playground", "warn"),
		botToken: token,
	});
	const { guild } = playground.home;
	const bot = await startBot(playground, dataDir);
	const { pid = 0 } = bot;
	const rows: Record<string, string | number>[] = [];
	const measure = async (moment: string) => {
		const { rss, heapUsed, heapTotal, external, arrayBuffers } = await askMemory(bot);
		rows.push({
			moment,
			"RSS MB": toMegabytes(rss),
			"heap used": toMegabytes(heapUsed),
			"heap total": toMegabytes(heapTotal),
			external: toMegabytes(external),
			"array buffers": toMegabytes(arrayBuffers),
			"embedded service RSS": toMegabytes(
				listChildren(pid).reduce((sum, child) => sum + residentBytes(child), 0),
			),
		});
	};
	const say = async (n: number): Promise<void> => {
		const member = playground.world.addMember(guild, { username: `member${n}` });
		const trace = playground.command(member, "say", { text: `This is what member ${n} says.` });
		await trace.message(({ attachments }) => attachments.length > 0);
	};
	try {
		await measure("ready");
		let said = 0;
		const sayUntil = async (count: number): Promise<void> => {
			while (said < count) await say(said++);
		};
		for (const share of [1 / 9, 1 / 3, 2 / 3, 1]) {
			const count = Math.round(texts * share);
			await Promise.all(Array.from({ length: inFlight }, () => sayUntil(count)));
			await measure(`after ${count} texts`);
		}
		return { title: "memory of the bot's process, in MB", rows };
	} finally {
		await stopBot(bot);
		await playground.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};
