import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ears, makeCertificate, noTroubles, VoiceServer } from "@herald/playground";
import { writeWav } from "../src/audio/wav.ts";
import { createLogger } from "../src/log.ts";
import type { Result } from "./index.ts";
import type { ChannelsReport, ChannelsTask, TicketRequest, Way } from "./support/voice-channels.ts";

const measureMs = 6_000;
const tasks: readonly (readonly [channels: number, way: Way])[] = [
	[1, "herald"],
	[25, "herald"],
	[50, "herald"],
	[100, "herald"],
	[100, "key as bytes"],
	[200, "herald"],
	[200, "key as bytes"],
];
const ffmpegTasks: typeof tasks = [
	[1, "ffmpeg"],
	[25, "ffmpeg"],
];
const botId = "1000";
const listenerId = "1001";

/** A file of noise as long as the measurement, for the usual pipeline. */
const makeWav = (): Uint8Array =>
	writeWav({
		samples: Int16Array.from({ length: 24_000 * 30 }, () => (Math.random() - 0.5) * 8_000),
		sampleRate: 24_000,
	});

const runTask = async (
	server: VoiceServer,
	certificate: string,
	task: ChannelsTask,
): Promise<ChannelsReport> => {
	const bot = fork(new URL("./support/voice-channels.ts", import.meta.url), {
		env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
	});
	const exit = once(bot, "exit");
	const { promise, resolve, reject } = Promise.withResolvers<ChannelsReport>();
	bot.on("message", (message: TicketRequest | ChannelsReport) => {
		if ("cpuShare" in message) return resolve(message);
		const { guildId } = message;
		server.room({ guildId, channelId: guildId }).addListener(listenerId, new Ears());
		const sessionId = `session ${guildId}`;
		const { token } = server.admit({ guildId, channelId: guildId, userId: botId, sessionId });
		bot.send({ guildId, endpoint: server.endpoint, token });
	});
	exit.then(([code]) => reject(new Error(`The channels ended with ${code}`)));
	bot.send(task);
	const report = await promise;
	await exit;
	return report;
};

export const name = "voice-channels";

/** Every frame is end-to-end encrypted, carried by UDP to a voice server in this process, and decrypted by a listener. */
export const run = async (): Promise<Result> => {
	const directory = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const wav = join(directory, "noise.wav");
	writeFileSync(wav, makeWav());
	const certificate = await makeCertificate();
	const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
	const rows: Result["rows"][number][] = [];
	try {
		for (const [channels, way] of [...tasks, ...(hasFfmpeg ? ffmpegTasks : [])]) {
			const server = new VoiceServer({
				certificate,
				logger: createLogger("voice", "warn"),
				heartbeatMs: 13_750,
				troubles: noTroubles(),
				daveVersion: () => 1,
				mayBeHeard: () => true,
				mayHear: () => true,
				counts: { identified: 0, resumed: 0 },
				onSpeaking: () => {},
			});
			await server.start();
			const report = await runTask(server, certificate.file, { channels, way, wav, measureMs });
			await server.stop();
			rows.push({
				channels,
				way,
				"CPU %": (report.cpuShare * 100).toFixed(1),
				"CPU % a channel": ((report.cpuShare * 100) / channels).toFixed(2),
				"frames/s a channel": ((report.frames / channels / measureMs) * 1_000).toFixed(1),
				"late frames %": ((report.lateFrames / Math.max(1, report.frames)) * 100).toFixed(2),
				"longest gap ms": report.longestGapMs.toFixed(1),
				"loop p50 ms": report.loopDelayMs.p50.toFixed(1),
				"loop p99 ms": report.loopDelayMs.p99.toFixed(1),
				"loop max ms": report.loopDelayMs.max.toFixed(1),
				"RSS MiB": report.rssMiB.toFixed(0),
			});
		}
	} finally {
		certificate.remove();
		rmSync(directory, { recursive: true, force: true });
	}
	return {
		title: `speaking in many channels from one process for ${measureMs / 1_000} s; CPU without ffmpeg's own processes`,
		rows,
	};
};
