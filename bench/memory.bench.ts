import type { Result } from "./index.ts";
import { listChildren, residentBytes, toMegabytes } from "./support/processor-time.ts";
import { openPlayground, startWorld } from "./support/world.ts";

/** How many members wait for an answer at once. */
const inFlight = 16;

/**
 * `npm run bench -- memory N`: N members (by default 9,000) each have a one-line text posted as a file.
 * The goals for the bot's process: 170 MB at the start, 250 MB
 * under load, and less than 1 MB for each further thousand texts.
 */
export const run = async ([given = "9000"]: readonly string[]): Promise<Result> => {
	const texts = Number(given);
	const playground = await openPlayground();
	const { guild } = playground.home;
	const { herald, stop } = startWorld({ playground, reports: true });
	const rows: Record<string, string | number>[] = [];
	const measure = async (moment: string) => {
		const { rss, heapUsed, heapTotal, external, arrayBuffers } = (await herald.report()).memory;
		rows.push({
			moment,
			"RSS MB": toMegabytes(rss),
			"heap used": toMegabytes(heapUsed),
			"heap total": toMegabytes(heapTotal),
			external: toMegabytes(external),
			"array buffers": toMegabytes(arrayBuffers),
			"embedded service RSS": toMegabytes(
				listChildren(herald.pid).reduce((sum, child) => sum + residentBytes(child), 0),
			),
		});
	};
	const say = async (n: number): Promise<void> => {
		const member = playground.world.addMember(guild, { username: `member${n}` });
		const trace = playground.command(member, "say", { text: `This is what member ${n} says.` });
		await trace.message(({ attachments }) => attachments.length > 0);
	};
	try {
		await herald.start();
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
		await stop();
	}
};
