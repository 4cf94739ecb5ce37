import { setTimeout as wait } from "node:timers/promises";
import { serverPanel } from "../test/support/server-panel.ts";
import type { Result } from "./index.ts";
import { percentile } from "./support/processor-time.ts";
import { startSpeakingUpstream } from "./support/speaking-upstream.ts";
import { openPlayground, startWorld } from "./support/world.ts";

const memberCount = 30;
const messageCount = 200;
const writingMs = 60_000;
const requestMs = 1_500;
const requestsAtOnce = 2;
/** The benchmark ends after this long without another message being read, in ms. */
const quietMs = 20_000;

interface ReadLine {
	readonly time: number;
	readonly messages: readonly string[];
	readonly shortened: number;
}

/** @returns the same messages in every run: most have a few words, some several sentences */
const write = (n: number): string => {
	const sentences = n % 11 === 0 ? 3 : n % 3 === 0 ? 2 : 1;
	const words = ["well", "I think so", "nobody has seen it since yesterday", "and on we go"];
	return Array.from(
		{ length: sentences },
		(_, k) => `${k === 0 ? `Number ${n}, ` : ""}${words[(n + k) % words.length]}.`,
	).join(" ");
};

/** Measures how much of a chat is read aloud if members write faster than Herald can speak, with a slow service. */
export const run = async (): Promise<Result> => {
	const service = await startSpeakingUpstream();
	service.slowDown(requestMs, requestsAtOnce);
	const playground = await openPlayground();
	const { herald, stop } = startWorld({
		playground,
		upstream: service,
		environment: { LOG_LEVEL: "debug" },
	});
	const readLines = () =>
		herald.log.filter(({ event }) => event === "messages_read") as unknown as readonly ReadLine[];
	try {
		await herald.start();
		const { owner, guild, voice } = playground.home;
		const crowd = Array.from({ length: memberCount }, (_, n) =>
			playground.world.addMember(guild, { username: `member${n}` }),
		);
		playground.voice.join(owner);
		await serverPanel(playground, owner).set({ voiceChat: true, listenersOnly: false });
		await playground.command(owner, "join").firstAnswer();
		const written = new Map<string, number>();
		for (let n = 0; n < messageCount; n += 1) {
			// Members who write often send two or three messages in a row.
			const author = crowd[(Math.floor((n * 2) / 5) * 13) % memberCount];
			if (author) written.set(playground.post(author, write(n), { channel: voice }).id, Date.now());
			await wait(writingMs / messageCount);
		}
		for (let seen = -1; seen < readLines().length; await wait(quietMs)) seen = readLines().length;
		const events = readLines();

		const ids = [...written.keys()];
		const read = events.flatMap(({ messages, time }) => messages.map((id) => ({ id, at: time })));
		const order = read.map(({ id }) => ids.indexOf(id));
		const waits = read.map(({ id, at }) => (at - (written.get(id) ?? at)) / 1_000).sort((a, b) => a - b);
		const asked = service.texts.flatMap((text) => [...text.matchAll(/Number (\d+)/g)].map(([, n]) => n));
		const row = (measure: string, value: string | number) => ({ measure, value });
		return {
			title: `${memberCount} members write ${messageCount} messages in a minute; a request takes ${requestMs} ms, ${requestsAtOnce} at a time`,
			rows: [
				row("waiting, p50 s", percentile(waits, 0.5).toFixed(1)),
				row("waiting, p95 s", percentile(waits, 0.95).toFixed(1)),
				row("waiting, max s", (waits.at(-1) ?? 0).toFixed(1)),
				row("requests", service.texts.length),
				row("messages read", read.length),
				row(
					"of these merged",
					events.reduce((sum, { messages }) => sum + Math.max(0, messages.length - 1), 0),
				),
				row(
					"of these shortened",
					events.reduce((sum, { shortened }) => sum + shortened, 0),
				),
				row("left out", messageCount - new Set(order).size),
				row("asked for and not read", new Set(asked).size - new Set(order).size),
				row("read twice", read.length - new Set(order).size),
				row("out of order", order.filter((at, index) => index > 0 && at < (order[index - 1] ?? 0)).length),
			],
		};
	} finally {
		await stop();
	}
};
