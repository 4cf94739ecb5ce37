import { setTimeout as wait } from "node:timers/promises";
import type { ItemEvent } from "../../src/voice/queue-item.ts";
import { anyPayer } from "../../test/support/payer.ts";
import type { ChaosGuild, ChaosWorld } from "./chaos-world.ts";

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export const makeRandom = (seed: number): (() => number) => {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
	};
};

const closeCodes = [1001, 4000, 4006, 4009, 4014, 4015, 4021, 4022];
const disturbances = [
	"proposals of another epoch",
	"proposals of another group",
	"proposals that are none",
	"a commit of another group",
	"an invalid welcome",
	"a new epoch",
] as const;

/** How a text came out: spoken, or why not. */
export type Outcome = "spoken" | (string & {});

/** Has a guild's person speak where they are. @returns what came of it; never rejects */
export const speakIn = async (
	{ sessions }: ChaosWorld,
	{ asMember, person, guild }: ChaosGuild,
): Promise<Outcome> => {
	// Nobody asks before they see themselves there.
	while (asMember.voice.channelId !== guild.voiceStates.get(person.user.id)?.channelId) await wait(5);
	const ended = Promise.withResolvers<ItemEvent & { kind: "ended" }>();
	const text = {
		userId: asMember.id,
		payer: anyPayer,
		priority: "asked" as const,
		lines: [{ text: "1", voice: "Kore" }],
		estimateMs: 300,
		onEvent: (event: ItemEvent) => {
			if (event.kind === "ended") ended.resolve(event);
		},
		onSettled: () => {},
	};
	try {
		await sessions.say(asMember, undefined, text);
	} catch (error) {
		const reason = (error as { detail?: { reason?: string } }).detail?.reason;
		return reason ?? `bug: ${error}`;
	}
	const end = await ended.promise;
	if (end.how === "heard") return "spoken";
	if (end.how === "left") return end.trouble?.reason ?? "left";
	return end.how === "failed" ? "failed" : end.how;
};

/** Joins, moves and drops in random order and timing, over all guilds. @returns what came of the texts said in it */
export const runStorm = async (
	world: ChaosWorld,
	random: () => number,
	actions: number,
): Promise<Promise<Outcome>[]> => {
	const { playground, sessions, guilds } = world;
	const { voice } = playground;
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	voice.orderPackets(() => ({
		first: pick(["state", "server"] as const),
		gapMs: pick([0, 5, 50, 200, 500]),
		delayMs: pick([0, 0, 20, 100]),
	}));
	const outcomes: Promise<Outcome>[] = [];
	for (let action = 0; action < actions; action += 1) {
		const here = pick(guilds);
		const { guild, person, channels, asMember } = here;
		const inVoice = guild.voiceStates.has(guild.bot.user.id);
		voice.sayFarewell({ code: pick([4014, 4022]), afterMs: pick([0, 0, 50, 300]) });
		const kind = Math.floor(random() * 10);
		if (kind < 4) {
			if (!guild.voiceStates.has(person.user.id)) voice.join(person, pick(channels));
			outcomes.push(speakIn(world, here));
		} else if (kind === 4) void sessions.leave(asMember).catch(() => {});
		else if (kind === 5) voice.join(person, pick(channels));
		else if (kind === 6 && inVoice) voice.move(guild.bot, pick(channels));
		else if (kind === 7 && inVoice) voice.close(pick(closeCodes), guild);
		else if (kind === 8 && inVoice) voice.disturbDave(guild, pick(disturbances));
		else if (kind === 9 && inVoice)
			pick([() => voice.kick(guild.bot), () => voice.drop(guild), () => voice.changeServer(guild)])();
		await wait(random() * 60);
	}
	return outcomes;
};
