import { randomUUID } from "node:crypto";
import { ChannelType } from "discord-api-types/v10";
import { InputError, orThrow } from "../checks/form.ts";
import type { Feed } from "../world/feed.ts";
import { voiceStateFields } from "../world/fields.ts";
import type { Channel, Guild, Member, PermissionName, VoiceState } from "../world/guild.ts";
import { isVoice } from "../world/guild.ts";
import { mayDo } from "../world/permissions.ts";
import type { World } from "../world/world.ts";

/** Whether Discord would let a member join a voice channel on their own. */
export const mayEnter = (member: Member, channel: Channel): boolean => {
	if (!mayDo(member, "ViewChannel", channel) || !mayDo(member, "Connect", channel)) return false;
	if (channel.userLimit === 0 || mayDo(member, "MoveMembers", channel)) return true;
	const inside = [...channel.guild.voiceStates.values()].filter(({ channelId }) => channelId === channel.id);
	return inside.length < channel.userLimit;
};

/** The voice states of all guilds. Every change is sent to the application. */
export class VoiceStates {
	/**
	 * Called when a member joins or leaves a voice channel, or moves to another. `to` is the id of the new channel;
	 * undefined after leaving. `code` is the close code for the member's client; undefined for the usual one.
	 */
	onMove: (member: Member, to: string | undefined, code?: number) => void = () => {};
	readonly #feed: Feed;
	readonly #orders: PacketOrders;
	/**
	 * The membership with which each person last joined voice, by user id. A person can be in only one voice channel; a
	 * bot, in one of each guild.
	 */
	readonly #people = new Map<string, Member>();

	constructor(feed: Feed, orders: PacketOrders) {
		this.#feed = feed;
		this.#orders = orders;
	}

	/** @throws InputError when the member is in no voice channel */
	of(member: Member): VoiceState {
		const { guild, user } = member;
		const state = guild.voiceStates.get(user.id);
		return orThrow(state, () => new InputError("notInVoice", { name: user.username }));
	}

	/** Puts a member into a channel, regardless of permissions. */
	enter(member: Member, channel: Channel, own: Partial<VoiceState> = {}): void {
		const { voiceStates } = member.guild;
		if (!member.user.bot) {
			const elsewhere = this.#people.get(member.user.id);
			if (elsewhere && elsewhere !== member) this.leave(elsewhere);
			this.#people.set(member.user.id, member);
		}
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
		state.suppress =
			channel.type === ChannelType.GuildStageVoice ||
			channel.id === channel.guild.afkChannelId ||
			!mayDo(member, "Speak", channel);
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

	/**
	 * Sends the application a member's current voice state. `lastSessionId`: the session of a member who has left
	 * voice.
	 */
	send(member: Member, lastSessionId?: string): void {
		const { guild } = member;
		const fields = voiceStateFields(member, lastSessionId);
		if (member !== guild.bot) this.#orders.sendOther(guild.id, fields);
		else this.#orders.send("state", guild.id, fields, fields.channel_id === null);
		this.#feed.emit("voice", member);
	}
}

/** The order of the two gateway events that a voice connection needs: VOICE_STATE_UPDATE and VOICE_SERVER_UPDATE. */
export interface PacketOrder {
	readonly first: "state" | "server";
	/** The time from the first event to the second, in ms. */
	readonly gapMs: number;
	/** The delay of the first event, in ms; by default 0. */
	readonly delayMs?: number;
}

type Kind = PacketOrder["first"];

type Dispatch = (name: string, data: unknown, guildId: string) => void;

const eventOf = { state: "VOICE_STATE_UPDATE", server: "VOICE_SERVER_UPDATE" } as const;

interface Waiting {
	readonly send: () => void;
	/** When the event is sent, in ms on the clock of `performance.now()`. */
	readonly due: number;
	readonly timer: NodeJS.Timeout;
}

/**
 * Sends the application's VOICE_STATE_UPDATE and VOICE_SERVER_UPDATE in the order and with the delays of `order`.
 * Events of one kind never overtake each other: the gateway keeps their order.
 */
export class PacketOrders {
	/** The order for all events, or a function that chooses the order for each event; undefined to send them at once. */
	order: PacketOrder | (() => PacketOrder) | undefined;
	readonly #dispatch: Dispatch;
	readonly #waiting = new Map<string, Waiting[]>();

	constructor(dispatch: Dispatch) {
		this.#dispatch = dispatch;
	}

	/**
	 * Sends one of the two events that a voice connection needs, delayed as `order` says. An event `alone`, which comes
	 * without one of the other kind, such as the state after a leave, is sent at once, or after the waiting events of its
	 * own kind.
	 */
	send(kind: Kind, guildId: string, data: unknown, alone = false): void {
		const chosen = alone ? undefined : this.order;
		const order = typeof chosen === "function" ? chosen() : chosen;
		const waitMs = order ? (order.delayMs ?? 0) + (order.first === kind ? 0 : order.gapMs) : 0;
		this.#send(kind, guildId, data, order && order.first !== kind ? Math.max(1, waitMs) : waitMs);
	}

	/** Sends another member's state, which never waits. */
	sendOther(guildId: string, data: unknown): void {
		this.#dispatch(eventOf.state, data, guildId);
	}

	/** Sends all waiting events now. */
	flush(): void {
		const waiting = [...this.#waiting].flatMap(([key, queue]) => queue.map((entry) => ({ key, entry })));
		for (const { key, entry } of waiting.sort((a, b) => a.entry.due - b.entry.due)) this.#flush(key, entry);
	}

	stop(): void {
		for (const queue of this.#waiting.values()) for (const { timer } of queue) clearTimeout(timer);
		this.#waiting.clear();
	}

	#send(kind: Kind, guildId: string, data: unknown, waitMs: number) {
		const send = () => this.#dispatch(eventOf[kind], data, guildId);
		const key = `${kind}:${guildId}`;
		const queue = this.#waiting.get(key) ?? [];
		if (queue.length === 0 && waitMs === 0) return send();
		// The event is due no earlier than the last waiting event of its kind.
		const due = Math.max(performance.now() + waitMs, queue.at(-1)?.due ?? 0);
		const entry: Waiting = {
			send,
			due,
			timer: setTimeout(() => this.#flush(key, entry), due - performance.now()),
		};
		entry.timer.unref();
		this.#waiting.set(key, [...queue, entry]);
	}

	/** Sends a waiting event, after the events that wait before it. */
	#flush(key: string, entry: Waiting): void {
		const queue = this.#waiting.get(key) ?? [];
		const due = queue.slice(0, queue.indexOf(entry) + 1);
		this.#waiting.set(key, queue.slice(due.length));
		for (const { send, timer } of due) {
			clearTimeout(timer);
			send();
		}
	}
}

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

	/** False while a member is muted or suppressed, or in no voice channel. */
	mayBeHeard(guildId: string, userId: string): boolean {
		const guild = this.world.guilds.get(guildId);
		const state = guild?.voiceStates.get(userId);
		return state !== undefined && !state.selfMute && !state.suppress && !guild?.members.get(userId)?.mute;
	}

	/** False while a member is deafened, or in no voice channel. */
	mayHear(guildId: string, userId: string): boolean {
		const guild = this.world.guilds.get(guildId);
		const state = guild?.voiceStates.get(userId);
		return state !== undefined && !state.selfDeaf && !guild?.members.get(userId)?.deaf;
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
			const cancel = this.world.clock.after(left, () => this.timeout(member, 0));
			this.#endTimeout.set(member, cancel);
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
