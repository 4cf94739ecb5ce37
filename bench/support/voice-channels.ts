/** Many voice channels in one process: speaks in all of them for a while, and reports what that cost. */

import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import {
	createAudioPlayer,
	createAudioResource,
	type DiscordGatewayAdapterLibraryMethods,
	joinVoiceChannel,
	type VoiceConnection,
} from "@discordjs/voice";
import { createLogger } from "../../src/log.ts";
import { canBeHeard } from "../../src/voice/dave.ts";
import { useKeyObject } from "../../src/voice/key-object.ts";
import { warmUpPlayback } from "../../src/voice/lead-in.ts";
import { Playback } from "../../src/voice/playback.ts";

/** How the channels speak: like Herald, like the plain library, or like most bots, through ffmpeg. */
export type Way = "herald" | "key as bytes" | "ffmpeg";

export interface ChannelsTask {
	readonly channels: number;
	readonly way: Way;
	/** What ffmpeg plays. */
	readonly wav: string;
	readonly measureMs: number;
}

export interface ChannelsReport {
	/** Of one core, for all channels together. */
	readonly cpuShare: number;
	readonly frames: number;
	/** More than 30 ms after the frame before. */
	readonly lateFrames: number;
	/** Between two frames of one channel, in ms. */
	readonly longestGapMs: number;
	readonly loopDelayMs: { readonly p50: number; readonly p99: number; readonly max: number };
	readonly rssMiB: number;
}

/** What the parent is asked for; it answers with a ticket. */
export interface TicketRequest {
	readonly guildId: string;
}
export interface Ticket extends TicketRequest {
	readonly endpoint: string;
	readonly token: string;
}

const userId = "1000";
const lateMs = 30;
const adapters = new Map<string, DiscordGatewayAdapterLibraryMethods>();

const giveTicket = ({ guildId, endpoint, token }: Ticket): void => {
	const adapter = adapters.get(guildId);
	const state = { guild_id: guildId, channel_id: guildId, user_id: userId, session_id: `session ${guildId}` };
	adapter?.onVoiceStateUpdate(state as Parameters<typeof adapter.onVoiceStateUpdate>[0]);
	adapter?.onVoiceServerUpdate({ guild_id: guildId, endpoint, token });
};

const connect = async (guildId: string, keyObject: boolean): Promise<VoiceConnection> => {
	const connection = joinVoiceChannel({
		guildId,
		channelId: guildId,
		adapterCreator: (methods) => {
			adapters.set(guildId, methods);
			return {
				sendPayload: () => process.send?.({ guildId } satisfies TicketRequest) ?? false,
				destroy: () => adapters.delete(guildId),
			};
		},
	});
	connection.on("error", (error) => process.stderr.write(`${error.stack}\n`));
	while (!canBeHeard(connection)) await wait(10);
	if (keyObject && !useKeyObject(connection)) throw new Error("The key is not an object");
	return connection;
};

const clip = {
	packets: Array.from({ length: 250 }, (_, n) => Buffer.alloc(160, n)),
	levels: [],
	complete: true,
};
const logger = createLogger("bench", "warn");

const speakAsHerald = (connection: VoiceConnection): void => {
	const playback = new Playback(logger);
	const { signal } = new AbortController();
	const add = (): void => {
		playback.add(clip, signal).ended.then(add);
	};
	add();
	add();
	connection.subscribe(playback.player);
};

const speakThroughFfmpeg = (connection: VoiceConnection, wav: string): void => {
	const player = createAudioPlayer();
	player.play(createAudioResource(wav));
	connection.subscribe(player);
};

/** Counts frames and late frames as they are sent, by watching the library's own clock. */
const watchFrames = (connections: readonly VoiceConnection[]) => {
	const counts = { frames: 0, late: 0, longestMs: 0 };
	for (const connection of connections) {
		let last: number | undefined;
		const dispatch = connection.dispatchAudio.bind(connection);
		connection.dispatchAudio = () => {
			const sent = dispatch();
			const now = performance.now();
			if (sent) {
				counts.frames += 1;
				if (last !== undefined) {
					if (now - last > lateMs) counts.late += 1;
					counts.longestMs = Math.max(counts.longestMs, now - last);
				}
				last = now;
			}
			return sent;
		};
	}
	return counts;
};

warmUpPlayback();
const [task] = (await once(process, "message")) as [ChannelsTask];
process.on("message", giveTicket);
const connections: VoiceConnection[] = [];
for (let n = 0; n < task.channels; n += 1)
	connections.push(await connect(String(2_000 + n), task.way === "herald"));
for (const connection of connections) {
	if (task.way === "ffmpeg") speakThroughFfmpeg(connection, task.wav);
	else speakAsHerald(connection);
}
// Don't measure the start, while the code is still cold.
await wait(1_000);
const counts = watchFrames(connections);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const cpu = process.cpuUsage();
const startedAt = performance.now();
await wait(task.measureMs);
const { user, system } = process.cpuUsage(cpu);
const toMs = (nanoseconds: number): number => nanoseconds / 1e6;
process.send?.({
	cpuShare: (user + system) / 1_000 / (performance.now() - startedAt),
	frames: counts.frames,
	lateFrames: counts.late,
	longestGapMs: counts.longestMs,
	loopDelayMs: { p50: toMs(delay.percentile(50)), p99: toMs(delay.percentile(99)), max: toMs(delay.max) },
	rssMiB: process.memoryUsage().rss / 2 ** 20,
} satisfies ChannelsReport);
process.disconnect();
process.exit(0);
