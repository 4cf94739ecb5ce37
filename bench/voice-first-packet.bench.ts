import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import { type HeardPacket, startPlayground } from "@herald/playground";
import { serverPanel } from "../test/support/server-panel.ts";
import type { Result } from "./index.ts";
import { median } from "./support/numbers.ts";
import { startTimedService } from "./support/timed-service.ts";

const lengths = [100, 1_000, 6_000];
const repeats = 5;
const token = "bench";

const makeText = (length: number, seed: string): string =>
	Array.from({ length: 200 }, (_, n) => `This is sentence ${n} of ${seed}, which nobody has said before.`)
		.join(" ")
		.slice(0, length);

/** Opus silence: sent before a first word, and left over from the previous text. */
const silenceBytes = 3;

/** @returns when the first packet that isn't silence arrived */
const firstSound = async (packets: AsyncIterable<HeardPacket>): Promise<number> => {
	for await (const { opus, arrivedAt } of packets) if (opus.length > silenceBytes) return arrivedAt;
	throw new Error("Nothing was heard");
};

/** The time must not grow with the length of the text: only its short first Line is awaited. */
export const run = async (): Promise<Result> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const logger = createLogger("bench", "error");
	const playground = await startPlayground({ port: 0, logger, botToken: token });
	const service = await startTimedService(join(dataDir, "service"), logger);
	const bot = fork(new URL("./support/bot.ts", import.meta.url), {
		env: {
			...process.env,
			DATA_DIR: dataDir,
			DISCORD_TOKEN: token,
			DISCORD_API_URL: playground.apiUrl,
			NODE_EXTRA_CA_CERTS: playground.certificateFile,
			SPEECH_BASE_URL: service.baseUrl,
			SPEECH_API_KEY: service.apiKey,
			MEMBER_SECONDS_PER_DAY: "0",
			GUILD_SECONDS_PER_DAY: "0",
		},
	});
	const { voice, home } = playground;
	let asked = 0;

	/** @returns ms from the interaction to the first sound, and the service's share of it for the first Line */
	const measure = async (text: string): Promise<{ readonly totalMs: number; readonly serviceMs: number }> => {
		// A member has ten texts a minute, so each is from a different member.
		const member = playground.addMember(home.guild, { username: `member${++asked}` });
		voice.join(member);
		const listening = new AbortController();
		const first = firstSound(voice.listen(home.owner, listening.signal));
		service.forget();
		const askedAt = performance.now();
		const trace = playground.command(member, "say", { text, as: "channel" });
		const arrivedAt = await first;
		listening.abort();
		const serviceMs = service.firstMs();
		await trace.message((message) => message.components.length > 0);
		const stopped = playground.command(home.owner, "stop");
		await stopped.firstAnswer();
		// Don't count this text's last packets for the next one.
		while (voice.isSpeaking(home.guild)) await wait(50);
		voice.leave(member);
		return { totalMs: arrivedAt - askedAt, serviceMs };
	};

	try {
		await once(bot, "message");
		voice.join(home.owner);
		await serverPanel(playground, home.owner).set({ textSeconds: 600 });
		await measure("Warm up, please, and take your time with it.");
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
					"the service's own ms": median(runs.map(({ serviceMs }) => (cached ? 0 : serviceMs))).toFixed(1),
					"without it ms": median(
						runs.map(({ totalMs, serviceMs }) => totalMs - (cached ? 0 : serviceMs)),
					).toFixed(1),
				});
			}
		}
		return {
			title: `from the interaction to the first packet of sound, 100 ms of silence before it included; median of ${repeats}`,
			rows,
		};
	} finally {
		const exit = once(bot, "exit");
		bot.disconnect();
		await exit;
		await service.stop();
		await playground.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};
