import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { getVoiceConnections } from "@discordjs/voice";
import { type Member, startPlayground } from "@herald/playground";
import { type Client, Events, type Guild, type GuildMember } from "discord.js";
import { expect } from "vitest";
import { packClip } from "../../src/audio/pack.ts";
import { createClient, destroyClient } from "../../src/discord/client.ts";
import { createLogger } from "../../src/log.ts";
import type { Line } from "../../src/speech/line.ts";
import type { LineSpeaker, SpokenLine, SpokenResult } from "../../src/speech/spoken.ts";
import { openDatabase } from "../../src/store/open.ts";
import { VoicePlaces } from "../../src/store/voice-places.ts";
import { GuildVoice } from "../../src/store/voice-settings.ts";
import type { TextEvent } from "../../src/voice/channel-text.ts";
import type { Clock } from "../../src/voice/clock.ts";
import type { ConnectionTiming } from "../../src/voice/reopenings.ts";
import { VoiceSessions } from "../../src/voice/sessions.ts";
import { eventually } from "../support/eventually.ts";

/** Without the certificates of playgrounds before: they have one name, and the first of a name is the one that counts. */
const trusted = tls.getCACertificates("default");
const token = "voice-test-token";

/** Short enough for tests, long enough for a busy machine. */
export const quickVoice: ConnectionTiming = {
	readyMs: 1_500,
	daveMs: 1_000,
	stateMs: 400,
	serverMs: 800,
	leaveMs: 500,
	backoffBaseMs: 5,
	backoffMaxMs: 40,
};

/** A clock that moves at a test's word. */
class ManualClock implements Clock {
	#now = Date.now();
	readonly waiting = new Set<{ readonly at: number; readonly act: () => void }>();

	now(): number {
		return this.#now;
	}

	after(ms: number, act: () => void): () => void {
		const timer = { at: this.#now + ms, act };
		this.waiting.add(timer);
		return () => this.waiting.delete(timer);
	}

	advance(ms: number): void {
		this.#now += ms;
		for (const timer of [...this.waiting].filter(({ at }) => at <= this.#now)) {
			this.waiting.delete(timer);
			timer.act();
		}
	}
}

/** A Clip whose packets say which Line they are of: `[0x48, line >> 8, line, frame >> 8, frame, 0]`. */
const markedPacket = (line: number, frame: number): Uint8Array =>
	Uint8Array.of(0x48, line >> 8, line & 0xff, frame >> 8, frame & 0xff, 0);

export const markedClip = (line: number, frames: number): SpokenResult & { ok: true } => ({
	ok: true,
	spoken: {
		packed: packClip({
			packets: Array.from({ length: frames + 1 }, (_, frame) => markedPacket(line, frame)),
			durationMs: frames * 20,
			levels: Array.from({ length: Math.ceil(frames / 5) }, () => 0.1),
		}),
		durationMs: frames * 20,
		madeMs: frames * 20,
		usage: undefined,
		withoutStyle: false,
	},
});

/** The Line numbers that packets were marked with, in order, each run of equal ones once; silence is left out. */
export const linesOf = (packets: readonly { readonly opus: Uint8Array }[]): number[] => {
	const lines = packets
		.filter(({ opus }) => opus[0] === 0x48 && opus.length === 6)
		.map(({ opus }) => ((opus[1] as number) << 8) | (opus[2] as number));
	return lines.filter((line, index) => line !== lines[index - 1]);
};

/** How a Line is answered: its sound, or what it fails with. A Line's text is its number. */
export type Answer = (line: Line, signal: AbortSignal) => Promise<SpokenResult>;

export const answerAtOnce =
	(frames: number): Answer =>
	async ({ text }) =>
		markedClip(Number(text), frames);

/** Speech that answers as a test wants, and remembers what it was asked. */
export const makeSpeech = (answer: Answer) => {
	const asked: string[] = [];
	const aborted: string[] = [];
	const speech: LineSpeaker & { answer: Answer } = {
		answer,
		async speak(line, _guild, signal) {
			asked.push(line.text);
			const left = Promise.withResolvers<never>();
			const leave = () => {
				aborted.push(line.text);
				left.reject(signal.reason);
			};
			signal.throwIfAborted();
			signal.addEventListener("abort", leave, { once: true });
			try {
				return await Promise.race([speech.answer(line, signal), left.promise]);
			} finally {
				signal.removeEventListener("abort", leave);
			}
		},
	};
	return { speech, asked, aborted };
};

/** A text of marked Lines, and what was told of it. */
export const makeText = (userId: string, lines: readonly number[], estimateMs = 1_000) => {
	const events: TextEvent[] = [];
	const ended = Promise.withResolvers<TextEvent & { kind: "ended" }>();
	const settled = Promise.withResolvers<readonly SpokenLine[]>();
	return {
		userId,
		lines: lines.map((line) => ({ text: String(line), voice: "Kore" })),
		estimateMs,
		events,
		ended: ended.promise,
		onEvent: (event: TextEvent) => {
			events.push(event);
			if (event.kind === "ended") ended.resolve(event);
		},
		settled: settled.promise,
		onSettled: settled.resolve,
	};
};

/** What keeps a process alive, by kind: timers, sockets, workers. */
const countResources = (): Record<string, number> => {
	const counts: Record<string, number> = {};
	for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
	return counts;
};

/**
 * Remembers what is alive now.
 *
 * @returns a check that no voice connection, socket, timer of a session or listener has been left behind since
 */
export const watchLeaks = ({ client, clock, home }: VoiceHerald) => {
	const listeners = () =>
		Object.fromEntries(client.eventNames().map((event) => [event, client.listenerCount(event as string)]));
	const before = { resources: countResources(), listeners: listeners() };
	const check = () => {
		expect(getVoiceConnections(client.user.id)?.size ?? 0).toBe(0);
		expect(client.voice.adapters.size).toBe(0);
		expect(home.guild.voiceStates.has(client.user.id)).toBe(false);
		expect(clock.waiting.size).toBe(0);
		const now = countResources();
		for (const kind of ["UDPWrap", "TLSWrap", "TCPSocketWrap", "Timeout", "MessagePort"])
			expect([kind, now[kind] ?? 0]).toEqual([kind, Math.min(now[kind] ?? 0, before.resources[kind] ?? 0)]);
		expect(listeners()).toEqual(before.listeners);
	};
	// Not waitFor, whose own timers would be counted.
	return async () => {
		for (const deadline = Date.now() + 20_000; ; ) {
			try {
				return check();
			} catch (error) {
				if (Date.now() > deadline) throw error;
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		}
	};
};

/** The real client and library on a playground, with sessions around them. */
export const startVoiceHerald = async (
	timing: Partial<ConnectionTiming> = quickVoice,
	more: { readonly voiceHeartbeatMs?: number } = {},
) => {
	const logger = createLogger("test", process.env.LOG ?? "silent");
	const playground = await startPlayground({ port: 0, logger, botToken: token, botName: "Herald", ...more });
	tls.setDefaultCACertificates([...trusted, playground.voice.certificate.certificate]);
	const dataDir = mkdtempSync(join(tmpdir(), "herald-"));
	const database = openDatabase(join(dataDir, "bot.db"), new URL("../../migrations/bot", import.meta.url));
	const places = new VoicePlaces(database);
	const settings = new GuildVoice(database);
	const { speech, asked, aborted } = makeSpeech(answerAtOnce(10));
	const clock = new ManualClock();

	const startBot = async () => {
		const client = createClient(playground.apiUrl, logger);
		const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
		await client.login(token);
		await ready;
		const sessions = new VoiceSessions({
			client: client as Client<true>,
			speech,
			logger,
			settings: (guildId) => settings.read(guildId),
			places,
			clock,
			timing,
		});
		return { client: client as Client<true>, sessions };
	};
	let bot = await startBot();
	const { home, voice } = playground;
	const guild = (): Guild => bot.client.guilds.cache.get(home.guild.id) as Guild;
	const channelOf = (member: Member) => guild().voiceStates.cache.get(member.user.id)?.channelId ?? undefined;
	const memberOf = (member: Member): Promise<GuildMember> => guild().members.fetch(member.user.id);

	return {
		playground,
		home,
		voice,
		speech,
		asked,
		aborted,
		clock,
		settings,
		places,
		memberOf,
		guild,
		/** Goes into a voice channel, and resolves when Herald knows. */
		enter: async (member: Member, channel = home.voice): Promise<GuildMember> => {
			voice.join(member, channel);
			await eventually(() => expect(channelOf(member)).toBe(channel.id));
			return memberOf(member);
		},
		/** Resolves when Herald knows that a member is in a channel, or in none. */
		seen: (member: Member, channelId: string | undefined) =>
			eventually(() => expect(channelOf(member)).toBe(channelId)),
		get client() {
			return bot.client;
		},
		get sessions() {
			return bot.sessions;
		},
		/** Stops the bot in order and starts it again. */
		restart: async () => {
			await bot.sessions.close();
			await destroyClient(bot.client);
			bot = await startBot();
		},
		stop: async () => {
			await bot.sessions.close();
			await destroyClient(bot.client);
			await playground.stop();
			database.close();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
};

export type VoiceHerald = Awaited<ReturnType<typeof startVoiceHerald>>;

/** How many of the marked frames somebody heard. */
export const countFrames = ({ voice, home }: VoiceHerald, member: Member = home.owner): number =>
	voice.heard(member).packets.filter(({ opus }) => opus.length === 6).length;

/** A long text of the owner's that has begun to be heard. */
export const beginText = async (herald: VoiceHerald, lines: readonly number[] = [1, 2]) => {
	const { sessions, speech, home } = herald;
	speech.answer = answerAtOnce(40);
	const owner = await herald.enter(home.owner);
	const text = makeText(owner.id, lines);
	await sessions.say(owner, undefined, text);
	await eventually(() => expect(countFrames(herald)).toBeGreaterThan(3));
	return { owner, text };
};
