import type { Client } from "discord.js";
import type { GuildMemory } from "../store/guild-memory.ts";
import type { SpeechCounts } from "../store/speech-counts.ts";
import { hasListeners, listListeners } from "../voice/channel-facts.ts";
import type { SessionControl } from "../voice/session-control.ts";

/** Caches what reading aloud needs while Herald is in voice: guilds, and the members who listen there. */
export const rememberWhereHeard = (
	voice: Pick<SessionControl, "registry" | "channelOf">,
	client: Client,
	memory: GuildMemory,
	counts: SpeechCounts,
): void => {
	const expectListeners = (guildId: string, userId?: string) => {
		const guild = client.guilds.cache.get(guildId);
		const channelId = voice.channelOf(guildId);
		if (!guild || channelId === undefined) return;
		if (userId === undefined) memory.expect(guildId, listListeners(guild, channelId));
		else if (hasListeners(guild, channelId, userId)) memory.expect(guildId, [userId]);
	};
	voice.registry.watch({
		onOpened: (guildId) => {
			memory.hold(guildId);
			counts.hold(guildId);
			expectListeners(guildId);
		},
		onPeople: expectListeners,
		onGone: (guildId) => {
			memory.release(guildId);
			counts.release(guildId);
		},
	});
};
