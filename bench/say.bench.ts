import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../src/log.ts";
import { startPlayground } from "../src/playground/index.ts";
import type { Result } from "./index.ts";
import type { LoopDelay } from "./support/bot.ts";

const texts = 20;
const token = "bench";

const percentile = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

const longText = (n: number): string =>
	Array.from(
		{ length: 40 },
		(_, k) => `This is sentence ${k} of text ${n}, which nobody has said before.`,
	).join(" ");

export const name = "say";

/** The goals are a p99 under 200 ms for acknowledgements and under 10 ms for the event loop. */
export const run = async (): Promise<Result> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const playground = await startPlayground({
		port: 0,
		logger: createLogger("playground", "warn"),
		botToken: token,
	});
	const bot = fork(new URL("./support/bot.ts", import.meta.url), {
		env: {
			...process.env,
			DATA_DIR: dataDir,
			DISCORD_TOKEN: token,
			DISCORD_API_URL: playground.apiUrl,
			MEMBER_SECONDS_PER_DAY: "0",
			GUILD_SECONDS_PER_DAY: "0",
		},
	});
	try {
		await once(bot, "message");
		const { owner, ordinary } = playground.world;
		await playground.command(owner, "say", { text: "Warm up, please." }).firstAnswer();
		bot.send("reset");
		const startedAt = performance.now();
		const runs = Array.from({ length: texts }, (_, n) => {
			const sentAt = performance.now();
			const trace = playground.command(n % 2 === 0 ? owner : ordinary, "say", { text: longText(n) });
			const acknowledged = trace.acknowledged().then(() => performance.now() - sentAt);
			return { acknowledged, trace };
		});
		const acknowledgements = (await Promise.all(runs.map((each) => each.acknowledged))).sort((a, b) => a - b);
		for (const { trace } of runs) {
			let answered = false;
			// One trace waits for 15 s at most; the last of twenty long texts takes longer.
			while (!answered)
				answered = await trace
					.message((message) => message.attachments.length > 0)
					.then(
						() => true,
						() => trace.interaction.state === "failed",
					);
		}
		const seconds = (performance.now() - startedAt) / 1_000;
		bot.send("delay");
		const [delay] = (await once(bot, "message")) as [LoopDelay];
		const row = (measure: string, p50: number, p99: number, max: number) => ({
			measure,
			"p50 ms": p50.toFixed(1),
			"p99 ms": p99.toFixed(1),
			"max ms": max.toFixed(1),
		});
		return {
			title: `${texts} members say ${longText(0).length} characters each at once; all answered after ${seconds.toFixed(1)} s`,
			rows: [
				row(
					"acknowledgement",
					percentile(acknowledgements, 0.5),
					percentile(acknowledgements, 0.99),
					acknowledgements.at(-1) ?? 0,
				),
				row("event-loop delay", delay.p50, delay.p99, delay.max),
			],
		};
	} finally {
		const exit = once(bot, "exit");
		bot.disconnect();
		await exit;
		await playground.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};
