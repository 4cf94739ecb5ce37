import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import tls from "node:tls";
import { createLogger } from "@herald/common/log.ts";
import { startPlayground } from "@herald/playground";
import { ChannelType, type Client, Events } from "discord.js";
import { createClient, destroyClient } from "../src/discord/client.ts";
import { UnderWay } from "../src/shared/under-way.ts";
import { ClipWorkers } from "../src/speech/clips/clip-workers.ts";
import type { Line, LineSpeaker } from "../src/speech/line.ts";
import { Speech } from "../src/speech/speech.ts";
import { openSqliteStore } from "../src/store/sqlite/store.ts";
import { SessionControl, SessionRegistry } from "../src/voice/sessions.ts";
import { ItemNews } from "../src/voice/voice-channels.ts";
import { anyPayer } from "../test/support/payer.ts";
import type { Result } from "./index.ts";
import { readText, send, serveSpeech, writeAnswer } from "./support/speaking-upstream.ts";
import { token } from "./support/world.ts";

/** Herald's voice sessions in a guild of a playground, with a member who listens. */
const startVoiceWorld = async (speech: LineSpeaker) => {
	const logger = createLogger("voice-world", process.env.LOG_LEVEL ?? "fatal");
	const playground = await startPlayground({ port: 0, logger, botToken: token, botName: "Herald" });
	tls.setDefaultCACertificates([
		...tls.getCACertificates("default"),
		playground.voice.certificate.certificate,
	]);
	const guild = playground.world.addGuild({
		name: "Guild",
		members: [{ username: "person" }],
		channels: [{ name: "one", type: ChannelType.GuildVoice }],
	});
	const client = createClient(playground.apiUrl, logger) as Client<true>;
	const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
	await client.login(token);
	await ready;
	const dataDir = mkdtempSync(join(tmpdir(), "herald-voice-world-"));
	const store = openSqliteStore(join(dataDir, "bot.db"));
	const registry = new SessionRegistry({
		client,
		speech,
		underWay: new UnderWay(),
		logger,
		settings: store.settings,
		places: store.voicePlaces,
	});
	const sessions = new SessionControl(registry);
	const person = [...guild.members.values()].find(({ user }) => !user.bot);
	const asMember = person && (await client.guilds.cache.get(guild.id)?.members.fetch(person.user.id));
	const [channel] = [...guild.channels.values()].filter(({ type }) => type === ChannelType.GuildVoice);
	if (!asMember || !channel) throw new Error("The guild isn't as it should be");
	return {
		playground,
		sessions,
		guild,
		person,
		channel,
		asMember,
		stop: async () => {
			await sessions.registry.close();
			await destroyClient(client);
			await playground.stop();
			await store.close();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
};

const repeats = 5;
/**
 * The pause between texts, in ms: longer than a listener's jitter buffer stays filled, so that every text begins with
 * silence.
 */
const pauseMs = 3_200;
/** The size of a packet of Opus silence, in bytes. */
const silenceBytes = 3;

const makeAnswer = (seconds: number): string => {
	const samples = Int16Array.from(
		{ length: seconds * 24_000 },
		(_, n) => 12_000 * Math.sin(n / 17) * (1 + Math.sin(n / 9_000)),
	);
	return writeAnswer({ samples, sampleRate: 24_000 });
};

/** A service that holds its answers back until they are released. */
const startHeldService = async (answers: ReadonlyMap<string, string>) => {
	const held: { text: string; response: ServerResponse }[] = [];
	const server = await serveSpeech((_request, body, response) =>
		held.push({ text: readText(body), response }),
	);
	const kindOf = (text: string): string => text.split(" ")[0] as string;
	return {
		...server,
		/** Answers a text, once it is requested. @returns the time of the answer, in ms */
		async release(text: string): Promise<number> {
			for (;;) {
				const at = held.findIndex((each) => each.text === text);
				const [found] = at === -1 ? [] : held.splice(at, 1);
				if (!found) {
					await wait(5);
					continue;
				}
				send(found.response, 200, answers.get(kindOf(text)) as string);
				return performance.now();
			}
		},
	};
};

/**
 * Measures the time from the service's answer (for cached sound, from the request) to the first packet of a text's
 * body.
 */
export const run = async (): Promise<Result> => {
	const answers = new Map([
		["name", makeAnswer(0.6)],
		["short", makeAnswer(3)],
		["long", makeAnswer(45)],
	]);
	const service = await startHeldService(answers);
	const folder = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const workers = new ClipWorkers({ cacheFile: join(folder, "clips.db"), cacheBytes: 100_000_000 });
	const speech = new Speech({
		account: { baseUrl: service.baseUrl, apiKey: "sk-bench" },
		models: ["gemini-3.8-flash-tts"],
		workers,
		logger: createLogger("bench", "error"),
	});
	const world = await startVoiceWorld(speech);
	const { guild, person } = world;
	const { voice } = world.playground;
	voice.join(person, world.channel);
	await wait(500);
	await world.sessions.join(world.asMember);
	// A long text has enough words for its sound, because Herald refuses sound that is too long for its text.
	const makeLine = (kind: string, number: number): Line => ({
		text: `${kind} ${number}${kind === "long" ? " and another word".repeat(40) : ""}`,
		voice: "Kore",
	});
	const makeKnown = async (line: Line): Promise<void> => {
		const { result } = speech.speak({ line, payer: anyPayer, signal: new AbortController().signal });
		await service.release(line.text);
		await result;
	};

	const measure = async (body: Line, lead: readonly Line[], cached: boolean): Promise<number> => {
		await wait(pauseMs);
		const listening = new AbortController();
		let from = Number.POSITIVE_INFINITY;
		const heard = (async () => {
			for await (const { opus, arrivedAt } of voice.listen(person, listening.signal))
				if (opus.length > silenceBytes && arrivedAt >= from) return arrivedAt;
			throw new Error("Nothing was heard");
		})();
		if (cached) from = performance.now();
		const ended = Promise.withResolvers<void>();
		const text = world.sessions.readInto(guild.id, {
			userId: person.user.id,
			payer: { ...anyPayer, settle: async () => {} },
			priority: "read",
			lines: [body],
			lead,
			estimateMs: 1_000,
			news: new ItemNews().on("event", ({ kind }) => kind === "ended" && ended.resolve()),
		});
		if (!cached) {
			// After this wait, the name has been heard.
			await wait(1_200);
			from = await service.release(body.text);
		}
		const tookMs = (await heard) - from;
		listening.abort();
		world.sessions.withdraw(guild.id, ({ id }) => id === text?.id);
		await ended.promise;
		return tookMs;
	};

	try {
		const anna = makeLine("name", 1);
		await makeKnown(anna);
		let number = 1;
		await measure(makeLine("short", 0), [anna], false);
		const rows = [];
		for (const kind of ["short", "long"])
			for (const [what, lead, cached] of [
				["name cached", [anna], false],
				["nothing cached", [], false],
				["body cached", [], true],
			] as const) {
				const times: number[] = [];
				for (let n = 0; n < repeats; n += 1) {
					const line = makeLine(kind, ++number);
					if (cached) await makeKnown(line);
					times.push(await measure(line, lead, cached));
				}
				times.sort((a, b) => a - b);
				rows.push({
					line: kind === "short" ? "3 s" : "45 s",
					what,
					"median ms": (times[Math.floor(repeats / 2)] as number).toFixed(0),
					"most ms": (times.at(-1) as number).toFixed(0),
				});
			}
		return { title: `from the service's answer to the first word; ${repeats} each`, rows };
	} finally {
		await world.stop();
		await speech.close();
		await workers.close();
		await service.stop();
		rmSync(folder, { recursive: true, force: true });
	}
};
