import { ChannelType } from "discord-api-types/v10";
import { InputError } from "../checks/form.ts";
import { type Channel, type Guild, isVoice, type Member, type PermissionName } from "../world/guild.ts";
import { mayDo } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import { mayEnter, type VoiceStates } from "./voice-states.ts";

type Measure = "mute" | "unmute" | "deafen" | "undeafen" | "move" | "disconnect";

const needed: Readonly<Record<Measure, PermissionName>> = {
	mute: "MuteMembers",
	unmute: "MuteMembers",
	deafen: "DeafenMembers",
	undeafen: "DeafenMembers",
	move: "MoveMembers",
	disconnect: "MoveMembers",
};

/** Members' acts in voice channels, and moderators' measures against members and the application. */
export class VoiceMembers {
	readonly states: VoiceStates;
	protected readonly world: World;
	readonly #endTimeout = new Map<Member, () => void>();

	constructor(world: World, states: VoiceStates) {
		this.world = world;
		this.states = states;
	}

	/**
	 * Joins a voice channel, by default the guild's first, and leaves the one that the member was in.
	 * @throws InputError if Discord would not let the member in, if there is no voice channel, or if the member is the
	 *   application
	 */
	join(member: Member, channel: Channel = firstVoiceChannel(member.guild)): void {
		if (member === member.guild.bot) throw new InputError("joinsAlone");
		if (!isVoice(channel) || !mayEnter(member, channel))
			throw new InputError("mayNotJoin", { name: member.user.username, channel: channel.name });
		this.states.enter(member, channel);
	}

	leave(member: Member): void {
		this.states.leave(member);
	}

	/**
	 * Moves a member to another voice channel.
	 *
	 * @throws InputError if the member is in no voice channel, or if `channel` isn't a voice channel
	 */
	move(member: Member, channel: Channel): void {
		this.states.of(member);
		if (!isVoice(channel)) throw new InputError("notVoice", { channel: channel.name });
		this.states.enter(member, channel);
	}

	/** Disconnects a member. @throws InputError when they are in no voice channel */
	kick(member: Member): void {
		this.states.of(member);
		this.states.leave(member);
	}

	setServerMute(member: Member, mute: boolean): void {
		member.mute = mute;
		this.states.send(member);
	}

	setServerDeaf(member: Member, deaf: boolean): void {
		member.deaf = deaf;
		this.states.send(member);
	}

	setSelfMute(member: Member, selfMute: boolean): void {
		this.states.change(member, { selfMute });
	}

	setSelfDeaf(member: Member, selfDeaf: boolean): void {
		this.states.change(member, { selfDeaf });
	}

	/** Moves a member to the audience of a stage, or makes them a speaker. */
	setSuppressed(member: Member, suppress: boolean): void {
		this.states.change(member, { suppress, requestedToSpeakAt: null });
	}

	/** True when a member is on a stage, as a speaker or in the audience. */
	isOnStage(member: Member): boolean {
		const { channels, voiceStates } = member.guild;
		const { channelId } = voiceStates.get(member.user.id) ?? {};
		return channelId !== undefined && channels.get(channelId)?.type === ChannelType.GuildStageVoice;
	}

	/**
	 * Lets a member become a speaker on a stage, or join its audience.
	 *
	 * @throws InputError if they aren't on a stage, or may not mute members there
	 */
	speakOnStage(member: Member, speak: boolean): void {
		const channel = member.guild.channels.get(this.states.of(member).channelId);
		if (!this.isOnStage(member) || !mayDo(member, "MuteMembers", channel))
			throw new InputError("mayNotSpeak", { name: member.user.username });
		this.setSuppressed(member, !speak);
	}

	/** Requests to speak on a stage at an ISO 8601 time, or withdraws the request with null. */
	askToSpeak(member: Member, at: string | null): void {
		this.states.change(member, { requestedToSpeakAt: at });
	}

	/**
	 * A moderator's action on a member in voice. `to` is the channel to move the member to.
	 *
	 * @throws InputError without permission, if the member isn't in voice, or if a move has no voice channel as `to`
	 */
	moderate(moderator: Member, member: Member, what: Measure, to: Channel | undefined): void {
		const channel = member.guild.channels.get(this.states.of(member).channelId);
		if (!mayDo(moderator, needed[what], channel)) throw new InputError("mayNotModerate");
		if (what === "mute" || what === "unmute") this.setServerMute(member, what === "mute");
		else if (what === "deafen" || what === "undeafen") this.setServerDeaf(member, what === "deafen");
		else if (what === "disconnect") this.kick(member);
		else if (to) this.move(member, to);
		else throw new InputError("noChannel");
	}

	/**
	 * Times a member out until a time in ms since the Unix epoch, and takes them out of voice. A time in the past ends
	 * the timeout.
	 */
	timeout(member: Member, until: number): void {
		const left = until - this.world.clock.now();
		this.#endTimeout.get(member)?.();
		this.#endTimeout.delete(member);
		if (left > 0) {
			this.#endTimeout.set(
				member,
				this.world.clock.after(left, () => this.timeout(member, 0)),
			);
		}
		// The member is changed first, so that the voice state with which they leave says that they are timed out.
		this.world.changeMember(member, { timedOutUntil: left > 0 ? until : 0 });
		if (left > 0) this.states.leave(member);
	}

	/** Cancels the scheduled ends of timeouts. */
	cancelTimeouts(): void {
		for (const cancel of this.#endTimeout.values()) cancel();
	}
}

const firstVoiceChannel = (guild: Guild): Channel => {
	for (const channel of guild.channels.values()) if (channel.type === ChannelType.GuildVoice) return channel;
	throw new InputError("noVoiceChannel", { guild: guild.name });
};
