import { setTimeout as wait } from "node:timers/promises";
import type { Channel, Guild, InteractionTrace, Member, Playground, UdpAddress } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { startSpeakingUpstream } from "./speaking-upstream.ts";
import { openPlayground, startWorld } from "./world.ts";

/** A guild whose owner is in its voice channel. */
export interface BusyGuild {
	readonly guild: Guild;
	readonly person: Member;
	readonly voice: Channel;
}

/** @param person - the guild's owner */
export const describeGuild = (person: Member): BusyGuild => {
	const { guild } = person;
	const voice = [...guild.channels.values()].find(({ type }) => type === ChannelType.GuildVoice);
	if (!voice) throw new Error("The guild isn't as it should be");
	return { guild, person, voice };
};

const addGuild = (playground: Playground, index: number): BusyGuild => {
	const { owner } = playground.world.addGuild({
		name: `Guild ${index}`,
		members: [{ username: `person${index}` }],
		channels: [{ name: "general" }, { name: "voice", type: ChannelType.GuildVoice }],
	});
	return describeGuild(owner);
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
		soundRelay,
		...rest
	}: {
		readonly environment?: Readonly<Record<string, string>>;
		/** Receives Herald's packets in the voice server's place. */
		readonly soundRelay?: UdpAddress;
		/** As for {@link startWorld}. */
		readonly reports?: boolean;
	} = {},
) => {
	const playground = await openPlayground(soundRelay && { soundRelay });
	const upstream = await startSpeakingUpstream();
	const guilds: BusyGuild[] = [];
	for (let index = 0; index < count; index += 1) {
		guilds.push(addGuild(playground, index));
		// Guilds of the same millisecond would all be in one shard.
		await wait(1);
	}
	for (const { person, voice } of guilds) playground.voice.join(person, voice);
	return {
		...startWorld({ playground, upstream, ...rest }),
		upstream,
		guilds,
		say: ({ person }: BusyGuild, text: string, as: "channel" | "file"): InteractionTrace =>
			playground.command(person, "say", { text, as }),
	};
};

export type BusyWorld = Awaited<ReturnType<typeof startBusyWorld>>;
