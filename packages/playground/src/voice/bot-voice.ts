import { ChannelType } from "discord-api-types/v10";
import { VoiceCloseCodes } from "discord-api-types/voice/v8";
import type { Logger } from "pino";
import { isJson } from "../checks/form.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { GatewaySession } from "../gateway/gateway-session.ts";
import { isVoice } from "../world/channel-kinds.ts";
import type { Guild, Member } from "../world/guild.ts";
import type { World } from "../world/world.ts";
import type { Certificate } from "./certificate.ts";
import type { DaveDisturbance } from "./dave/disturbance.ts";
import { Ears } from "./heard.ts";
import type { PacketOrders } from "./packet-order.ts";
import { type Farewell, noTroubles } from "./troubles.ts";
import type { VoiceClient } from "./voice-client.ts";
import type { UdpAddress } from "./voice-host.ts";
import { VoiceServer } from "./voice-server.ts";
import { mayEnter, type VoiceStates } from "./voice-states.ts";

export interface BotVoiceParts {
	readonly world: World;
	readonly gateway: Gateway;
	readonly logger: Logger;
	readonly certificate: Certificate;
	readonly heartbeatMs: number;
	/** The version of DAVE used at first; 0 for none. */
	readonly daveVersion: number;
	/** In which order the application learns of its voice state and its voice server. */
	readonly orders: PacketOrders;
	readonly soundRelay?: UdpAddress | undefined;
	readonly onSpeaking: () => void;
}

/** How the application gets into voice: what it asks the gateway for, and the voice server it is sent to. */
export class BotVoice {
	readonly troubles = noTroubles();
	readonly counts = { identified: 0, resumed: 0 };
	readonly #parts: BotVoiceParts;
	readonly #ears = new WeakMap<Member, Ears>();
	/** The channel that each member listens in. */
	readonly #seats = new WeakMap<Member, string>();
	#server: VoiceServer;
	#withdrawn = false;
	#daveVersion: number;

	constructor(parts: BotVoiceParts) {
		this.#parts = parts;
		this.#daveVersion = parts.daveVersion;
		this.#server = this.#makeServer();
	}

	start(): Promise<void> {
		return this.#server.start();
	}

	stop(): Promise<void> {
		return this.#server.stop();
	}

	/** Where the voice server receives sound. */
	get udpAddress(): UdpAddress {
		return this.#server.udpAddress;
	}

	/** The application's client at the voice server for a guild. */
	client(guild: Guild): VoiceClient | undefined {
		return this.#server.client(guild.id, guild.bot.user.id);
	}

	ears(member: Member): Ears {
		const ears = this.#ears.get(member) ?? new Ears();
		this.#ears.set(member, ears);
		return ears;
	}

	/** Handles the gateway's operation 4 as Discord does: requests that aren't allowed get no answer at all. */
	operate(states: VoiceStates, data: unknown, session: GatewaySession): void {
		const guild = isJson(data) ? this.#parts.world.guilds.get(String(data.guild_id)) : undefined;
		if (!isJson(data) || !guild) return;
		const { bot } = guild;
		const own = {
			sessionId: session.id,
			selfMute: data.self_mute === true,
			selfDeaf: data.self_deaf === true,
		};
		const current = guild.voiceStates.get(bot.user.id);
		if (data.channel_id === null || data.channel_id === undefined) {
			if (current?.sessionId === session.id) states.leave(bot);
			return;
		}
		const channel = guild.channels.get(String(data.channel_id));
		if (!channel || !isVoice(channel)) return;
		if (current?.channelId === channel.id && current.sessionId === session.id) {
			states.change(bot, own);
			if (!this.client(guild) && !this.troubles.rejoinsIgnored) this.sendToServer(guild);
		} else if (current?.channelId === channel.id || mayEnter(bot, channel)) states.enter(bot, channel, own);
	}

	/** Handles a member who joined, left or changed the channel. */
	follow(member: Member, to: string | undefined, code?: number): void {
		const { guild } = member;
		if (member !== guild.bot) {
			this.#seat(member, to);
			return;
		}
		this.#server.expel(guild.id, member.user.id, code === undefined ? undefined : { code, afterMs: 0 });
		if (to !== undefined) this.sendToServer(guild);
		this.#parts.onSpeaking();
	}

	/** Tells the application which voice server to connect to for a guild, and lets it in there. */
	sendToServer(guild: Guild, farewell: Partial<Farewell> = {}): void {
		const userId = guild.bot.user.id;
		const state = guild.voiceStates.get(userId);
		if (!state) return;
		const { channelId, sessionId } = state;
		const ticket = { guildId: guild.id, userId, channelId, sessionId };
		const { token } = this.#server.admit(ticket, { ...this.troubles.farewell, ...farewell });
		const endpoint = this.#withdrawn ? null : this.#server.endpoint;
		this.#parts.orders.send("server", guild.id, () =>
			this.#parts.gateway.dispatch("VOICE_SERVER_UPDATE", { token, guild_id: guild.id, endpoint }, guild.id),
		);
	}

	/** Takes the voice server away, with no replacement until `replace`. */
	withdraw(): void {
		this.#withdrawn = true;
		for (const guild of this.#parts.world.guilds.values()) this.sendToServer(guild);
	}

	/** Starts another voice server, sends the application there, and stops the old one. */
	async replace(): Promise<void> {
		const old = this.#server;
		const next = this.#makeServer();
		await next.start();
		this.#server = next;
		this.#withdrawn = false;
		for (const guild of this.#parts.world.guilds.values()) {
			for (const [userId, { channelId }] of guild.voiceStates) {
				const member = guild.members.get(userId);
				if (member && member !== guild.bot) this.#seat(member, channelId);
			}
			this.sendToServer(guild);
		}
		await old.stop();
	}

	/** Disconnects everybody from the voice channels of a deleted guild. */
	forget(guild: Guild): void {
		this.#server.expel(guild.id, guild.bot.user.id);
		for (const { id } of guild.channels.values()) this.#server.closeRoom(id);
		guild.voiceStates.clear();
		this.#parts.onSpeaking();
	}

	closeRoom(channelId: string): void {
		this.#server.closeRoom(channelId);
	}

	/** Stalls the voice server, or lets it continue. */
	stall(stalled: boolean): void {
		this.troubles.stalled = stalled;
		if (!stalled) this.#server.goOn();
	}

	/** True when the application and everybody who listens to it in a guild share the keys of a group. */
	isEndToEnd(guild: Guild): boolean {
		const client = this.client(guild);
		return client?.live === true && this.#server.room(client.ticket).group.settled;
	}

	/** Switches every channel to another version of DAVE, as when a client without it joins or leaves. */
	changeDaveVersion(version: number): void {
		this.#daveVersion = version;
		for (const room of this.#server.rooms()) room.group.changeVersion(version);
	}

	/** Sends a guild's client something of DAVE that doesn't fit. */
	disturb(guild: Guild, how: DaveDisturbance): void {
		const client = this.client(guild);
		if (client) this.#server.room(client.ticket).disturb(client, how);
	}

	/** Closes the client's connection for a guild with a code that either ends its session or allows it to resume. */
	close(guild: Guild, code: number): void {
		const client = this.client(guild);
		if (!client) return;
		if (code < 4000 || code === VoiceCloseCodes.VoiceServerCrashed) this.#server.interrupt(client, code);
		else this.#server.end(client, code);
	}

	// A member listens in at most one room per guild.
	#seat(member: Member, channelId: string | undefined): void {
		const { guild, user } = member;
		const room = (id: string) => this.#server.room({ guildId: guild.id, channelId: id });
		const before = this.#seats.get(member);
		if (before !== undefined && before !== channelId) room(before).removeListener(user.id);
		if (channelId === undefined) this.#seats.delete(member);
		else {
			this.#seats.set(member, channelId);
			room(channelId).addListener(user.id, this.ears(member));
		}
	}

	#makeServer(): VoiceServer {
		const { certificate, logger, heartbeatMs, soundRelay, onSpeaking } = this.#parts;
		return new VoiceServer({
			certificate,
			logger,
			heartbeatMs,
			soundRelay,
			onSpeaking,
			daveVersion: (channelId) => {
				const stage = this.#parts.world.channel(channelId)?.type === ChannelType.GuildStageVoice;
				return stage && this.troubles.stagesPlain ? 0 : this.#daveVersion;
			},
			troubles: this.troubles,
			counts: this.counts,
			mayBeHeard: (guildId, userId) => {
				const { state, member } = this.#find(guildId, userId);
				return Boolean(state && !state.selfMute && !state.suppress && !member?.mute);
			},
			mayHear: (guildId, userId) => {
				const { state, member } = this.#find(guildId, userId);
				return Boolean(state && !state.selfDeaf && !member?.deaf);
			},
		});
	}

	#find(guildId: string, userId: string) {
		const guild = this.#parts.world.guilds.get(guildId);
		return { state: guild?.voiceStates.get(userId), member: guild?.members.get(userId) };
	}
}
