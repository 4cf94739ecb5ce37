import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import tls from "node:tls";
import { decodeOpus } from "@herald/common/audio/opus.ts";
import { writeWav } from "@herald/common/audio/wav.ts";
import type { Member } from "@herald/playground";
import { onMeasure } from "../src/shared/measures.ts";
import { startHerald } from "../test/support/herald.ts";
import { endEvent, soundEvents, speakWords, words, writeEvent } from "../test/support/streams.ts";
import { answerBody, sendJson } from "../test/support/upstream.ts";
import type { Result } from "./index.ts";
import { percentile } from "./support/numbers.ts";

const repeats = 10;
/** Gemini's, streamed and as a whole alike: the first sound is made then, and the rest so many times as fast as it is heard. */
const firstMs = 900;
const usualPace = 3.4;
/** Longer than listeners' jitter buffers stay settled. */
const pauseMs = 3_200;
/** Opus silence. */
const silenceBytes = 3;
/** −50 dBFS. */
const audible = 100;

const rows: readonly { readonly what: string; readonly kilobytes?: number; readonly pace: number }[] = [
	{ what: "in one piece", pace: usualPace },
	{ what: "streamed, events of 1 KB", kilobytes: 1, pace: usualPace },
	{ what: "streamed, events of 16 KB", kilobytes: 16, pace: usualPace },
	{ what: "streamed, events of 64 KB", kilobytes: 64, pace: usualPace },
	{ what: "in one piece, 0.8 times real time", pace: 0.8 },
	{ what: "streamed, events of 16 KB, 0.8 times real time", kilobytes: 16, pace: 0.8 },
];

/** A service that makes speech at a pace, and sends it as it is asked. */
const startPacedService = async () => {
	let pace = usualPace;
	let kilobytes = 16;
	const samples = speakWords([...words, ...words]);
	const seconds = samples.length / 24_000;
	const stream = async (response: ServerResponse): Promise<void> => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		const bytes = (kilobytes * 1024 * 3) / 4;
		const begunAt = performance.now() + firstMs;
		for (const [index, event] of soundEvents(samples, bytes).entries()) {
			const madeAt = begunAt + (((index * bytes) / 48_000) * 1_000) / pace;
			await wait(Math.max(0, madeAt - performance.now()));
			response.write(event);
		}
		response.end(writeEvent(endEvent(samples.length)));
	};
	const server = createServer(async (incoming, response) => {
		await once(incoming.resume(), "end");
		if (incoming.url?.includes("streamGenerateContent")) {
			await stream(response);
			return;
		}
		if (incoming.method === "POST") await wait(firstMs + (seconds * 1_000) / pace);
		sendJson(response, 200, answerBody(writeWav({ samples, sampleRate: 24_000 })));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		behave(next: { readonly pace: number; readonly kilobytes?: number }): void {
			pace = next.pace;
			kilobytes = next.kilobytes ?? kilobytes;
		},
		stop(): void {
			server.closeAllConnections();
			server.close();
		},
	};
};

/** From a command to the first packet of its sound, and to the first that is loud enough to be heard, in ms. */
const speakOnce = async (herald: Awaited<ReturnType<typeof startHerald>>, member: Member, text: string) => {
	const { playground } = herald;
	const listening = new AbortController();
	const packets: { opus: Uint8Array; arrivedAt: number }[] = [];
	const listened = (async () => {
		for await (const packet of playground.voice.listen(member, listening.signal)) packets.push(packet);
	})().catch(() => {});
	const from = performance.now();
	await playground
		.command(member, "say", { text, as: "channel" })
		.message(({ content }) => /· finished/.test(content));
	listening.abort();
	await listened;
	const samples = decodeOpus(packets.map(({ opus }) => opus));
	const loud = samples.findIndex((sample) => Math.abs(sample) > audible);
	const first = packets.find(({ opus }) => opus.length > silenceBytes);
	const heard = packets[Math.floor(loud / 480)];
	if (!first || !heard) throw new Error("Nothing was heard");
	return { first: first.arrivedAt - from, heard: heard.arrivedAt - from };
};

/** From the interaction to the first word, of 5.6 s of speech. */
export const run = async (
	args: readonly string[],
	tell: (row: Result["rows"][number]) => void,
): Promise<Result> => {
	const count = Number(args[0] ?? repeats);
	const service = await startPacedService();
	let underruns = 0;
	const unfollow = onMeasure("soundLate", () => {
		underruns += 1;
	});
	const measured: Result["rows"][number][] = [];
	let number = 0;
	for (const { what, kilobytes, pace } of rows) {
		service.behave({ pace, ...(kilobytes && { kilobytes }) });
		const herald = await startHerald({
			SPEECH_BASE_URL: service.baseUrl,
			SPEECH_API_KEY: "sk",
			SPEECH_STREAM: kilobytes ? "on" : "off",
			MEMBER_TEXTS_PER_MINUTE: "0",
			MEMBER_SECONDS_PER_DAY: "0",
		});
		tls.setDefaultCACertificates([herald.playground.voice.certificate.certificate]);
		const { ordinary: member } = herald.playground.home;
		herald.playground.voice.join(member);
		const first: number[] = [];
		const heard: number[] = [];
		// Without the first one, which joins the channel.
		for (let n = 0; n <= count; n += 1) {
			if (n === 1) underruns = 0;
			number += 1;
			const times = await speakOnce(herald, member, `Text ${number} of ten short words, or about that many`);
			if (n > 0) {
				first.push(times.first);
				heard.push(times.heard);
			}
			await wait(pauseMs);
		}
		for (const times of [first, heard]) times.sort((a, b) => a - b);
		const row = {
			what,
			"first packet p50": percentile(first, 0.5).toFixed(0),
			p95: percentile(first, 0.95).toFixed(0),
			"first audible p50": percentile(heard, 0.5).toFixed(0),
			"audible p95": percentile(heard, 0.95).toFixed(0),
			"stood still": underruns,
		};
		measured.push(row);
		tell(row);
		await herald.stop();
	}
	unfollow();
	service.stop();
	return { title: `from /say to its first word, 5.6 s of speech, in ms; ${count} each`, rows: measured };
};
