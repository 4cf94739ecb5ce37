import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { type Home, homeDescription, ManualClock, type Member, startPlayground } from "@herald/playground";
import { ChannelType, type Client, Events, type Guild, type GuildMember } from "discord.js";
import { expect } from "vitest";
import { createClient, destroyClient } from "../../src/discord/client.ts";
import { UnderWay } from "../../src/shared/under-way.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { type ConnectionTiming, defaultConnectionTiming } from "../../src/voice/link.ts";
import { SessionControl, SessionRegistry } from "../../src/voice/sessions.ts";
import { prepareStore } from "../support/prepared-store.ts";
import { trustVoice } from "../support/trust-voice.ts";
import { answerAtOnce, makeSpeech, makeText } from "./marked-lines.ts";

const token = "voice-test-token";

/** New connections are made without a wait. Other waits pass when the test says so. */
const atOnce = { backoffBaseMs: 0, backoffMaxMs: 0 };

/** A guild with a listener. */
export type Place = Pick<Home, "guild" | "owner" | "bot" | "voice" | "secondVoice">;

/** Starts the real client and library on a playground, with sessions around them. */
export const startVoiceHerald = async (
	timing: Partial<ConnectionTiming> = atOnce,
	more: { readonly voiceHeartbeatMs?: number } = {},
) => {
	const logger = createLogger("test", process.env.LOG ?? "silent");
	const playground = await startPlayground({ port: 0, logger, botToken: token, botName: "Herald", ...more });
	const distrustVoice = trustVoice(playground);
	const dataDir = mkdtempSync(join(tmpdir(), "herald-"));
	await prepareStore(dataDir);
	const store = openSqliteStore(join(dataDir, "bot.db"));
	const { voicePlaces: places, settings } = store;
	const { speech, asked, aborted } = makeSpeech(answerAtOnce(10));
	const clock = new ManualClock();

	const startBot = async () => {
		// After a crash, the process writes nothing more.
		let isDead = false;
		const written = new Proxy(places, {
			get: (of, name) => (isDead ? async () => {} : Reflect.get(of, name).bind(of)),
		});
		const die = () => {
			isDead = true;
		};
		const client = createClient(playground.apiUrl, logger);
		const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
		await client.login(token);
		await ready;
		const registry = new SessionRegistry({
			client: client as Client<true>,
			speech,
			underWay: new UnderWay(),
			logger,
			settings,
			places: written,
			clock,
			timing,
		});
		const sessions = new SessionControl(registry);
		return { client: client as Client<true>, sessions, die };
	};
	let bot = await startBot();
	const { home, voice } = playground;
	const guild = (id = home.guild.id): Guild => bot.client.guilds.cache.get(id) as Guild;
	const channelOf = (member: Member) =>
		guild(member.guild.id).voiceStates.cache.get(member.user.id)?.channelId ?? undefined;
	const memberOf = (member: Member): Promise<GuildMember> =>
		guild(member.guild.id).members.fetch(member.user.id);
	const seen = (member: Member, channelId: string | undefined) =>
		eventually(() => expect(channelOf(member)).toBe(channelId));
	let placeCount = 0;

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
		/** Adds a guild with people of its own. Resolves once Herald knows the guild. */
		openPlace: async (): Promise<Place> => {
			placeCount += 1;
			const added = playground.world.addGuild({
				...homeDescription,
				name: `Place ${placeCount}`,
				members: [{ username: `listener${placeCount}` }],
			});
			await eventually(() => expect(bot.client.guilds.cache.has(added.id)).toBe(true));
			const [first, second] = [...added.channels.values()].filter(
				({ type }) => type === ChannelType.GuildVoice,
			);
			if (!first || !second) throw new Error("A place has two voice channels");
			return { guild: added, owner: added.owner, bot: added.bot, voice: first, secondVoice: second };
		},
		/** Has a member join a voice channel. Resolves once Herald knows of that. */
		enter: async (member: Member, channel = home.voice): Promise<GuildMember> => {
			voice.join(member, channel);
			await seen(member, channel.id);
			return memberOf(member);
		},
		/** Resolves once Herald knows that a member is in this channel, or in none. */
		seen,
		/** Has a member leave voice. Resolves once Herald knows of that. */
		exit: (member: Member) => {
			voice.leave(member);
			return seen(member, undefined);
		},
		get client() {
			return bot.client;
		},
		get sessions() {
			return bot.sessions;
		},
		/** Stops the bot gracefully and starts it again. */
		restart: async () => {
			await bot.sessions.registry.close();
			await destroyClient(bot.client);
			bot = await startBot();
		},
		/** Ends the bot as kill -9 would, as far as that is possible within a process, and starts it again. */
		crash: async () => {
			const { sessions, client, die } = bot;
			// Writes that have begun are finished.
			await new Promise(setImmediate);
			die();
			await destroyClient(client);
			await sessions.registry.close();
			bot = await startBot();
		},
		stop: async () => {
			await bot.sessions.registry.close();
			await destroyClient(bot.client);
			await playground.stop();
			await store.close();
			rmSync(dataDir, { recursive: true, force: true });
			distrustVoice();
		},
	};
};

export type VoiceHerald = Awaited<ReturnType<typeof startVoiceHerald>>;

/** Resolves once Herald waits for this many ms. */
export const waitsFor = ({ clock }: Pick<VoiceHerald, "clock">, ms: number): Promise<void> =>
	eventually(() => expect(clock.waits).toContain(ms));

/** Resolves once Herald is connected: then no wait for Discord's voice server is left. */
export const connected = ({ clock }: Pick<VoiceHerald, "clock">): Promise<void> => {
	const { stateMs, serverMs, readyMs, daveMs } = defaultConnectionTiming;
	const waits = [stateMs, serverMs, readyMs, daveMs];
	return eventually(() => expect(clock.waits.filter((ms) => waits.includes(ms))).toEqual([]));
};

/** Lets one of Herald's waits for Discord pass, once it has begun. */
export const letPass = async (herald: VoiceHerald, wait: keyof ConnectionTiming): Promise<void> => {
	const ms = defaultConnectionTiming[wait];
	await waitsFor(herald, ms);
	herald.clock.advance(ms);
};

/** The number of marked frames that a member heard. */
export const countFrames = ({ voice, home }: VoiceHerald, member: Member = home.owner): number =>
	voice.heard(member).packets.filter(({ opus }) => opus.length === 6).length;

/** Begins to play a long text of the owner's. */
export const beginText = async (
	herald: VoiceHerald,
	lines: readonly number[] = [1, 2],
	place: Place = herald.home,
) => {
	const { sessions, speech } = herald;
	speech.answer = answerAtOnce(40);
	const owner = await herald.enter(place.owner, place.voice);
	const text = makeText(owner.id, lines);
	await sessions.say(owner, text);
	await eventually(() => expect(countFrames(herald, place.owner)).toBeGreaterThan(3));
	return { owner, text };
};
