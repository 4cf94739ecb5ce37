import { randomUUID } from "node:crypto";
import { ChannelType } from "discord-api-types/v10";
import { InputError } from "../checks/input-error.ts";
import type { Feed } from "../world/feed.ts";
import { voiceStateFields } from "../world/fields.ts";
import type { Channel, Guild, Member, VoiceState } from "../world/guild.ts";
import { mayDo } from "../world/permissions.ts";
import type { PacketOrders } from "./packet-order.ts";

/** True when Discord would let a member into a voice channel by themselves. */
export const mayEnter = (member: Member, channel: Channel): boolean => {
	if (!mayDo(member, "ViewChannel", channel) || !mayDo(member, "Connect", channel)) return false;
	if (channel.userLimit === 0 || mayDo(member, "MoveMembers", channel)) return true;
	const inside = [...channel.guild.voiceStates.values()].filter(({ channelId }) => channelId === channel.id);
	return inside.length < channel.userLimit;
};

/** False while a member is muted or suppressed, or in no voice channel. */
export const mayBeHeard = (guild: Guild | undefined, userId: string): boolean => {
	const state = guild?.voiceStates.get(userId);
	return state !== undefined && !state.selfMute && !state.suppress && !guild?.members.get(userId)?.mute;
};

/** False while a member is deafened, or in no voice channel. */
export const mayHear = (guild: Guild | undefined, userId: string): boolean => {
	const state = guild?.voiceStates.get(userId);
	return state !== undefined && !state.selfDeaf && !guild?.members.get(userId)?.deaf;
};

/** The voice states of all guilds. Every change is sent to the application. */
export class VoiceStates {
	/**
	 * Called when a member joins or leaves a voice channel, or moves to another; `code` is the close code for their
	 * client, if it isn't the usual one.
	 */
	onMove: (member: Member, to: string | undefined, code?: number) => void = () => {};
	readonly #feed: Feed;
	readonly #orders: PacketOrders;
	/** Where each person is, by user id: people are in one voice channel at a time, the application in one per guild. */
	readonly #people = new Map<string, Member>();

	constructor(feed: Feed, orders: PacketOrders) {
		this.#feed = feed;
		this.#orders = orders;
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
		const state = {
			selfMute: false,
			selfDeaf: false,
			sessionId: randomUUID().replaceAll("-", ""),
			...before,
			...own,
			channelId: channel.id,
			suppress: false,
			requestedToSpeakAt: null,
		};
		voiceStates.set(member.user.id, state);
		state.suppress = this.#isSuppressed(member, channel);
		this.send(member);
		this.onMove(member, channel.id);
	}

	/** Takes a member out of their channel, if they are in one. */
	leave(member: Member, code?: number): void {
		const { voiceStates } = member.guild;
		const before = voiceStates.get(member.user.id);
		if (!before) return;
		voiceStates.delete(member.user.id);
		this.send(member, before.sessionId);
		this.onMove(member, undefined, code);
	}

	/** @throws InputError when the member is in no voice channel */
	change(member: Member, change: Partial<Omit<VoiceState, "channelId" | "sessionId">>): void {
		Object.assign(this.of(member), change);
		this.send(member);
	}

	/** Sends a member's voice state as it is now. */
	send(member: Member, lastSessionId?: string): void {
		const { guild } = member;
		const fields = voiceStateFields(member, lastSessionId);
		if (member !== guild.bot) this.#orders.sendOther(guild.id, fields);
		else if (fields.channel_id === null) this.#orders.sendInTurn("state", guild.id, fields);
		else this.#orders.send("state", guild.id, fields);
		this.#feed.emit("voice", member);
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
