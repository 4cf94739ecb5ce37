import { randomUUID } from "node:crypto";
import { ChannelType } from "discord-api-types/v10";
import { InputError } from "../checks/command-options.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Feed } from "../world/feed.ts";
import { mayDo } from "../world/permissions.ts";
import type { Channel, Member, VoiceState, World } from "../world/world.ts";
import { voiceStateFields } from "./voice-state-fields.ts";

export interface VoiceStatesParts {
	readonly world: World;
	readonly feed: Feed;
	readonly gateway: Gateway;
}

/**
 * Somebody came into a voice channel, left one, or changed from one to another; `code` is why their client is sent
 * away, when it is not the usual one.
 */
export type OnMove = (member: Member, to: string | undefined, code?: number) => void;

export const isVoice = (channel: Channel): boolean => channel.type !== ChannelType.GuildText;

/** True when Discord would let a member into a voice channel by themselves. */
export const mayEnter = (world: World, member: Member, channel: Channel): boolean => {
	if (!mayDo(world, member, "ViewChannel", channel.id) || !mayDo(world, member, "Connect", channel.id))
		return false;
	if (channel.user_limit === 0 || mayDo(world, member, "MoveMembers", channel.id)) return true;
	const inside = [...world.voiceStates.values()].filter(({ channelId }) => channelId === channel.id);
	return inside.length < channel.user_limit;
};

/** Who is in which voice channel, and told to the application whenever it changes. */
export class VoiceStates {
	readonly #parts: VoiceStatesParts;
	readonly #onMove: OnMove;

	constructor(parts: VoiceStatesParts, onMove: OnMove) {
		this.#parts = parts;
		this.#onMove = onMove;
	}

	/** @throws InputError when the member is in no voice channel */
	of(member: Member): VoiceState {
		const state = this.#parts.world.voiceStates.get(member.user.id);
		if (!state)
			throw new InputError(
				`${member.user.username} is in no voice channel.`,
				`${member.user.username} ist in keinem Sprachkanal.`,
			);
		return state;
	}

	/** Puts a member into a channel, whatever their permissions. */
	enter(member: Member, channel: Channel, own: Partial<VoiceState> = {}): void {
		const { world } = this.#parts;
		const before = world.voiceStates.get(member.user.id);
		world.voiceStates.set(member.user.id, {
			selfMute: false,
			selfDeaf: false,
			sessionId: randomUUID().replaceAll("-", ""),
			...before,
			...own,
			channelId: channel.id,
			suppress: this.#isSuppressed(member, channel),
			requestedToSpeakAt: null,
		});
		this.tell(member);
		this.#onMove(member, channel.id);
	}

	/** Takes a member out of their channel, if they are in one. */
	leave(member: Member, code?: number): void {
		const { world } = this.#parts;
		const before = world.voiceStates.get(member.user.id);
		if (!before) return;
		world.voiceStates.delete(member.user.id);
		this.tell(member, before.sessionId);
		this.#onMove(member, undefined, code);
	}

	/** @throws InputError when the member is in no voice channel */
	change(member: Member, change: Partial<Omit<VoiceState, "channelId" | "sessionId">>): void {
		Object.assign(this.of(member), change);
		this.tell(member);
	}

	/** Sends a member's voice state as it is now. */
	tell(member: Member, lastSessionId?: string): void {
		const { world, gateway, feed } = this.#parts;
		gateway.dispatch("VOICE_STATE_UPDATE", voiceStateFields(world, member.user.id, lastSessionId));
		feed.emit("voice");
	}

	#isSuppressed(member: Member, channel: Channel): boolean {
		const { world } = this.#parts;
		if (channel.type === ChannelType.GuildStageVoice || channel.id === world.afk.id) return true;
		return !mayDo(world, member, "Speak", channel.id);
	}
}
