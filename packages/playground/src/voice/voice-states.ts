import { randomUUID } from "node:crypto";
import { ChannelType } from "discord-api-types/v10";
import { InputError } from "../checks/input-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Feed } from "../world/feed.ts";
import type { Channel, Member, VoiceState } from "../world/guild.ts";
import { mayDo } from "../world/permissions.ts";
import { voiceStateFields } from "../world/voice-state-fields.ts";
import type { PacketOrders } from "./packet-order.ts";

export interface VoiceStatesParts {
	readonly feed: Feed;
	readonly gateway: Gateway;
	readonly orders: PacketOrders;
}

/**
 * A member joined or left a voice channel, or moved to another; `code` is the close code for their client, if it isn't
 * the usual one.
 */
export type OnMove = (member: Member, to: string | undefined, code?: number) => void;

/** True when Discord would let a member into a voice channel by themselves. */
export const mayEnter = (member: Member, channel: Channel): boolean => {
	if (!mayDo(member, "ViewChannel", channel) || !mayDo(member, "Connect", channel)) return false;
	if (channel.userLimit === 0 || mayDo(member, "MoveMembers", channel)) return true;
	const inside = [...channel.guild.voiceStates.values()].filter(({ channelId }) => channelId === channel.id);
	return inside.length < channel.userLimit;
};

/** Who is in which voice channel. Every change is sent to the application. */
export class VoiceStates {
	readonly #parts: VoiceStatesParts;
	readonly #onMove: OnMove;
	/** Where each person is, by user id: people are in one voice channel at a time, the application in one per guild. */
	readonly #people = new Map<string, Member>();

	constructor(parts: VoiceStatesParts, onMove: OnMove) {
		this.#parts = parts;
		this.#onMove = onMove;
	}

	/** @throws InputError when the member is in no voice channel */
	of(member: Member): VoiceState {
		const state = member.guild.voiceStates.get(member.user.id);
		if (!state) throw new InputError("notInVoice", { name: member.user.username });
		return state;
	}

	/** Puts a member into a channel, regardless of permissions. */
	enter(member: Member, channel: Channel, own: Partial<VoiceState> = {}): void {
		const { voiceStates } = member.guild;
		if (!member.user.bot) this.#leaveOtherGuild(member);
		const before = voiceStates.get(member.user.id);
		voiceStates.set(member.user.id, {
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
		const { voiceStates } = member.guild;
		const before = voiceStates.get(member.user.id);
		if (!before) return;
		voiceStates.delete(member.user.id);
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
		const { gateway, feed, orders } = this.#parts;
		const { guild } = member;
		const fields = voiceStateFields(member, lastSessionId);
		const send = () => gateway.dispatch("VOICE_STATE_UPDATE", fields, guild.id);
		if (member === guild.bot && fields.channel_id !== null) orders.send("state", guild.id, send);
		else if (member === guild.bot) orders.sendInTurn("state", guild.id, send);
		else send();
		feed.emit("voice");
	}

	#leaveOtherGuild(member: Member): void {
		const elsewhere = this.#people.get(member.user.id);
		if (elsewhere && elsewhere !== member) this.leave(elsewhere);
		this.#people.set(member.user.id, member);
	}

	#isSuppressed(member: Member, channel: Channel): boolean {
		if (channel.type === ChannelType.GuildStageVoice || channel.id === channel.guild.afkChannelId)
			return true;
		return !mayDo(member, "Speak", channel);
	}
}
