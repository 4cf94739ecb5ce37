import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import {
	type Channel,
	type Guild,
	type InteractionTrace,
	type Member,
	type Playground,
	startPlayground,
	type UdpAddress,
} from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { describeWorld, HeraldProcess } from "./herald-process.ts";
import { startSpeakingUpstream } from "./speaking-upstream.ts";

const token = "bench";

/** A guild whose owner is in its voice channel. */
export interface BusyGuild {
	readonly guild: Guild;
	readonly person: Member;
	readonly voice: Channel;
}

const addGuild = (playground: Playground, index: number): BusyGuild => {
	const guild = playground.world.addGuild({
		name: `Guild ${index}`,
		members: [{ username: `person${index}` }],
		channels: [{ name: "general" }, { name: "voice", type: ChannelType.GuildVoice }],
	});
	const person = [...guild.members.values()].find(({ user }) => !user.bot);
	const voice = [...guild.channels.values()].find(({ type }) => type === ChannelType.GuildVoice);
	if (!person || !voice) throw new Error("The guild isn't as it should be");
	return { guild, person, voice };
};

/** @returns the last content of an answer; undefined if there is none yet */
export const readLast = (trace: InteractionTrace): string | undefined => {
	const last = trace.messages.at(-1);
	return last && !last.thinking ? last.content : undefined;
};

/** Herald in its own process, in many guilds of a playground, with a simulated speech service. */
export const startBusyWorld = async (
	count: number,
	{
		entry = new URL("../../src/index.ts", import.meta.url),
		environment = {},
		soundRelay,
	}: {
		readonly entry?: URL;
		readonly environment?: Readonly<Record<string, string>>;
		/** Receives Herald's packets in the voice server's place. */
		readonly soundRelay?: UdpAddress;
	} = {},
) => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const playground = await startPlayground({
		logger: createLogger("playground", "fatal"),
		botToken: token,
		...(soundRelay && { soundRelay }),
	});
	const upstream = await startSpeakingUpstream();
	const guilds: BusyGuild[] = [];
	for (let index = 0; index < count; index += 1) {
		guilds.push(addGuild(playground, index));
		// Guilds of the same millisecond would all be in one shard.
		await wait(1);
	}
	const herald = new HeraldProcess(entry, {
		...describeWorld({ dataDir, token, playground, upstream }),
		...environment,
	});
	for (const { person, voice } of guilds) playground.voice.join(person, voice);
	return {
		dataDir,
		token,
		playground,
		upstream,
		guilds,
		herald,
		say: ({ person }: BusyGuild, text: string, as: "channel" | "file"): InteractionTrace =>
			playground.command(person, "say", { text, as }),
		isThere: ({ guild, voice }: BusyGuild): boolean =>
			guild.voiceStates.get(guild.bot.user.id)?.channelId === voice.id,
		stop: async () => {
			await herald.end("SIGTERM");
			await playground.stop();
			await upstream.stop();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
};

export type BusyWorld = Awaited<ReturnType<typeof startBusyWorld>>;
