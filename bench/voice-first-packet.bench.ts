import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../src/log.ts";
import { startPlayground } from "../src/playground/index.ts";
import type { HeardPacket } from "../src/playground/voice/heard.ts";
import type { Result } from "./index.ts";
import type { VoiceBotReport, VoiceBotTask } from "./support/voice-bot.ts";

const lengths = [100, 1_000, 6_000];
const repeats = 5;
const token = "bench";

const makeText = (length: number, seed: string): string =>
	Array.from({ length: 200 }, (_, n) => `This is sentence ${n} of ${seed}, which nobody has said before.`)
		.join(" ")
		.slice(0, length);

/** Opus's silence: what comes before a first word, and what was left of the text before. */
const silenceBytes = 3;

/** @returns when the first packet that isn't silence arrived */
const firstSound = async (packets: AsyncIterable<HeardPacket>): Promise<number> => {
	for await (const { opus, arrivedAt } of packets) if (opus.length > silenceBytes) return arrivedAt;
	throw new Error("Nothing was heard");
};

const median = (values: readonly number[]): number =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export const name = "voice-first-packet";

/** The time must not grow with the length of the text: only its first, short Line is waited for. */
export const run = async (): Promise<Result> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const logger = createLogger("playground", "warn");
	const playground = await startPlayground({ port: 0, logger, botToken: token });
	const bot = fork(new URL("./support/voice-bot.ts", import.meta.url), {
		env: {
			...process.env,
			DATA_DIR: dataDir,
			DISCORD_TOKEN: token,
			DISCORD_API_URL: playground.apiUrl,
			NODE_EXTRA_CA_CERTS: playground.certificateFile,
		},
	});
	const { voice, world } = playground;
	const member = world.owner;

	/** @returns ms from the wish to the first sound, and how much of it the first Line took to be made */
	const measure = async (text: string): Promise<{ readonly totalMs: number; readonly madeMs: number }> => {
		const listening = new AbortController();
		const packets = voice.listen(member, listening.signal);
		const first = firstSound(packets);
		const reported = once(bot, "message") as Promise<[VoiceBotReport]>;
		const askedAt = performance.now();
		bot.send({ userId: member.user.id, text } satisfies VoiceBotTask);
		const arrivedAt = await first;
		listening.abort();
		const [{ firstLineMs }] = await reported;
		while (voice.speaking) await new Promise((resolve) => setTimeout(resolve, 50));
		return { totalMs: arrivedAt - askedAt, madeMs: firstLineMs };
	};

	try {
		await once(bot, "message");
		voice.join(member);
		await measure("Warm up, please.");
		const rows = [];
		for (const length of lengths) {
			for (const cached of [false, true]) {
				const runs = [];
				for (let n = 0; n < repeats; n += 1)
					runs.push(await measure(makeText(length, `text ${length} ${n}`)));
				rows.push({
					characters: length,
					cached: cached ? "yes" : "no",
					"first sound ms": median(runs.map(({ totalMs }) => totalMs)).toFixed(1),
					"without the first Line's own ms": median(
						runs.map(({ totalMs, madeMs }) => totalMs - madeMs),
					).toFixed(1),
				});
			}
		}
		return {
			title: `from a wish to the first packet of sound, after 100 ms of silence; median of ${repeats}`,
			rows,
		};
	} finally {
		const exit = once(bot, "exit");
		bot.disconnect();
		await exit;
		await playground.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};
