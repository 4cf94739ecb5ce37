import { type Client, Events, VoiceState, VoiceStateManager } from "discord.js";
import type { Patch } from "../../shared/patch.ts";
import { VoiceStates, voiceStatesOf } from "../../shared/voice-states.ts";

export const followsVoiceStates: Patch = {
	library: "discord.js",
	part: "VoiceStateManager._add",
	fits: () => {
		const cache = new VoiceStates();
		const manager = { cache, holds: VoiceState, guild: {} };
		const add = (channel_id: string): VoiceState =>
			Reflect.get(VoiceStateManager.prototype, "_add").call(manager, { user_id: "1", channel_id });
		const state = add("2");
		return cache.inChannel("2").has("1") && add("3") === state && state.channelId === "3";
	},
};

/**
 * Keeps each guild's `VoiceStates` right. Call it before anything asks who is in a channel.
 *
 * @remarks discord.js 14.28 finds a channel's members by reading all states of the guild, which Herald would do at each
 *   change of one. It changes states in place, so the cache alone doesn't see a move. Can go when the library keeps
 *   states by channel.
 */
export const followVoiceStates = (client: Client): void => {
	client.on(Events.VoiceStateUpdate, (before, state) => {
		const states = voiceStatesOf(state.guild);
		states.move(before.channelId, state);
		if (state.channelId === null) states.delete(state.id);
	});
};
