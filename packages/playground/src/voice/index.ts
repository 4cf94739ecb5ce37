import { ChannelType, GatewayOpcodes } from "discord-api-types/v10";
import { VoiceCloseCodes } from "discord-api-types/voice/v8";
import type { Logger } from "pino";
import { isJson } from "../checks/json.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { GatewaySession } from "../gateway/gateway-session.ts";
import { type Channel, type Guild, isVoice, type Member } from "../world/guild.ts";
import type { World } from "../world/world.ts";
import { makeCertificate } from "./certificate.ts";
import type { DaveDisturbance } from "./dave/group.ts";
import { Ears, type HeardPacket, type HeardSound } from "./heard.ts";
import { type Farewell, noTroubles } from "./troubles.ts";
import type { VoiceClient } from "./voice-client.ts";
import { greet } from "./voice-gateway.ts";
import { type UdpAddress, VoiceServer } from "./voice-server.ts";
import { mayEnter, type PacketOrder, PacketOrders, VoiceMembers, VoiceStates } from "./voice-states.ts";

interface VoiceOptions {
	readonly world: World;
	readonly gateway: Gateway;
	readonly logger: Logger;
	readonly voiceHeartbeatMs?: number;
	/** The version of DAVE that channels use at first; 0 for none. */
	readonly daveVersion?: number;
	/** The address of a forwarder that the application is told to send its sound to. */
	readonly soundRelay?: UdpAddress;
}

/** The application in voice: its requests to the gateway, its voice server, and the members who hear it. */
export class Voice extends VoiceMembers {
	readonly certificate = makeCertificate();
	/** How often the application has identified with a voice server, and resumed. */
	readonly counts = { identified: 0, resumed: 0 };
	/** What goes wrong: tests and the troubles on the page set it. */
	readonly troubles = noTroubles();
	/** Sends the application its voice state and voice server, in an order that tests can set. */
	readonly #orders: PacketOrders;
	#server: VoiceServer;
	readonly #options: VoiceOptions;
	readonly #ears = new WeakMap<Member, Ears>();
	/** The id of the channel in which each member listens. */
	readonly #seats = new WeakMap<Member, string>();
	#withdrawn = false;
	#daveVersion: number;

	constructor(options: VoiceOptions) {
		const { world, gateway } = options;
		const orders = new PacketOrders((...event) => gateway.dispatch(...event));
		super(world, new VoiceStates(world.feed, orders));
		this.#orders = orders;
		this.#options = options;
		this.#daveVersion = options.daveVersion ?? 1;
		this.#server = this.#makeServer();
		this.states.onMove = (...move) => this.#follow(...move);
		gateway.operations.set(GatewayOpcodes.VoiceStateUpdate, (data, session) => this.#operate(data, session));
		gateway.onSessionEnd = ({ id }) => {
			for (const { bot, voiceStates } of world.guilds.values())
				if (voiceStates.get(bot.user.id)?.sessionId === id) this.states.leave(bot);
		};
		// A member who leaves the guild leaves voice first: a later voice event would make clients add them again.
		world.feed.prependListener("memberChange", (kind, member) => kind === "deleted" && this.leave(member));
		world.feed.on("channelChange", (kind, channel) => kind === "deleted" && this.#empty(channel));
		world.feed.on("guildChange", (kind, guild) => kind === "deleted" && this.#forget(guild));
		world.feed.on("presenceChange", ({ hasBot, bot }) => !hasBot && this.leave(bot));
	}

	start(): Promise<void> {
		return this.#server.start();
	}

	async stop(): Promise<void> {
		this.cancelTimeouts();
		this.#orders.stop();
		await this.#server.stop();
		this.certificate.remove();
	}

	/** The address at which the voice server receives sound, for a forwarder (`soundRelay`). */
	get udpAddress(): UdpAddress {
		return this.#server.udpAddress;
	}

	/** Whether the application's client for a guild is connected to a voice server and has its transport key. */
	isConnected(guild: Guild): boolean {
		const client = this.#client(guild);
		return client?.live === true && client.connection !== undefined;
	}

	/** True while the application signals that it is speaking in a guild. */
	isSpeaking(guild: Guild): boolean {
		return this.#client(guild)?.speaking ?? false;
	}

	/** True when the application and all who listen to it in a guild share the keys of a DAVE group. */
	isEndToEnd(guild: Guild): boolean {
		const client = this.#client(guild);
		return client?.live === true && this.#server.room(client.ticket).group.settled;
	}

	/**
	 * What a member has heard in voice channels since the start, or since `forgetHeard`; at most the last 20 minutes.
	 */
	heard(member: Member): HeardSound {
		return this.#earsOf(member).heard();
	}

	forgetHeard(member: Member): void {
		this.#earsOf(member).forget();
	}

	/** Yields every packet that a member hears from now on, until the signal aborts. */
	listen(member: Member, signal: AbortSignal): AsyncGenerator<HeardPacket> {
		return this.#earsOf(member).listen(signal);
	}

	/** Switches every channel to another version of DAVE: 1, or 0 for none. */
	changeDaveVersion(version: 0 | 1): void {
		this.#daveVersion = version;
		for (const { group } of this.#server.rooms.values()) group.changeVersion(version);
	}

	/**
	 * If the application is in voice, makes it connect anew: sends it a voice server with a new token, but no voice state.
	 * `farewell` says how its old connection is closed; by default as set by `sayFarewell`.
	 */
	changeServer(guild: Guild, farewell: Partial<Farewell> = {}): void {
		const userId = guild.bot.user.id;
		const state = guild.voiceStates.get(userId);
		if (!state) return;
		const { channelId, sessionId } = state;
		const ticket = { guildId: guild.id, userId, channelId, sessionId };
		const { token } = this.#server.admit(ticket, { ...this.troubles.farewell, ...farewell });
		const endpoint = this.#withdrawn ? null : this.#server.endpoint;
		this.#orders.send("server", guild.id, { token, guild_id: guild.id, endpoint });
	}

	/** Takes the voice server away without a replacement (VOICE_SERVER_UPDATE without an endpoint). */
	withdrawServer(): void {
		this.#withdrawn = true;
		for (const guild of this.world.guilds.values()) this.changeServer(guild);
	}

	/** Gives the application another voice server, after `withdrawServer` or instead of its current one. */
	async replaceServer(): Promise<void> {
		const old = this.#server;
		const next = this.#makeServer();
		await next.start();
		this.#server = next;
		this.#withdrawn = false;
		for (const guild of this.world.guilds.values()) {
			for (const [userId, { channelId }] of guild.voiceStates) {
				const member = guild.members.get(userId);
				if (member && member !== guild.bot) this.#seat(member, channelId);
			}
			this.changeServer(guild);
		}
		await old.stop();
	}

	/**
	 * Closes the application's voice connections with a close code, in every guild unless guilds are given. Codes of 4000
	 * and above, except 4015, end the sessions.
	 */
	close(code: number, ...guilds: readonly Guild[]): void {
		for (const client of this.#clients(guilds))
			if (code < 4000 || code === VoiceCloseCodes.VoiceServerCrashed) this.#server.interrupt(client, code);
			else this.#server.end(client, code);
	}

	/** Cuts the application's voice connections without a close code, in every guild unless guilds are given. */
	drop(...guilds: readonly Guild[]): void {
		for (const { connection } of this.#clients(guilds)) connection?.terminate();
	}

	/**
	 * Sets whether the voice server stalls: it answers and hears nothing, while connections stay open. Requests that
	 * come during a stall are answered when it ends.
	 */
	stall(stalled: boolean): void {
		this.troubles.stalled = stalled;
		if (!stalled) this.#server.goOn();
	}

	/** Sends the application a DAVE message that doesn't fit its group. */
	disturbDave(guild: Guild, how: DaveDisturbance): void {
		const client = this.#client(guild);
		if (client) this.#server.room(client.ticket).disturb(client, how);
	}

	/**
	 * Sets in which order and with which delays the application's voice state and voice server are sent. A function
	 * chooses the order for each event; without an argument, events are sent at once, also those that wait.
	 */
	orderPackets(order?: PacketOrder | (() => PacketOrder)): void {
		this.#orders.order = order;
		if (!order) this.#orders.flush();
	}

	/** The order set by `orderPackets`; undefined without one, or if a function chooses it. */
	get packetOrder(): PacketOrder | undefined {
		const { order } = this.#orders;
		return typeof order === "function" ? undefined : order;
	}

	/** Sets how the application is disconnected from its old voice server; by default with 4014, at once. */
	sayFarewell(farewell: Partial<Farewell> = {}): void {
		this.troubles.farewell = { code: VoiceCloseCodes.Disconnected, afterMs: 0, ...farewell };
	}

	/** The clients for these guilds, or for all if none is given. */
	#clients(guilds: readonly Guild[]): VoiceClient[] {
		const asked = guilds.length > 0 ? guilds : [...this.world.guilds.values()];
		return asked.flatMap((guild) => this.#client(guild) ?? []);
	}

	/** The application's client at the voice server for a guild. */
	#client(guild: Guild): VoiceClient | undefined {
		return this.#server.client(guild.id, guild.bot.user.id);
	}

	#earsOf(member: Member): Ears {
		const ears = this.#ears.get(member) ?? new Ears();
		this.#ears.set(member, ears);
		return ears;
	}

	/**
	 * Handles the gateway's opcode 4 (update voice state) as Discord does: requests that aren't allowed get no answer
	 * at all.
	 */
	#operate(data: unknown, session: GatewaySession): void {
		const guild = isJson(data) ? this.world.guilds.get(String(data.guild_id)) : undefined;
		if (!isJson(data) || !guild) return;
		const { bot } = guild;
		const own = {
			sessionId: session.id,
			selfMute: data.self_mute === true,
			selfDeaf: data.self_deaf === true,
		};
		const current = guild.voiceStates.get(bot.user.id);
		if (data.channel_id === null || data.channel_id === undefined) {
			if (current?.sessionId === session.id) this.leave(bot);
			return;
		}
		const channel = guild.channels.get(String(data.channel_id));
		if (!channel || !isVoice(channel)) return;
		if (current?.channelId === channel.id && current.sessionId === session.id) {
			this.states.change(bot, own);
			if (!this.#client(guild) && !this.troubles.rejoinsIgnored) this.changeServer(guild);
		} else if (current?.channelId === channel.id || mayEnter(bot, channel))
			this.states.enter(bot, channel, own);
	}

	/**
	 * Follows a member who joined or left a voice channel, or moved. `code` is the close code for the application's
	 * client; by default the one set by `sayFarewell`.
	 */
	#follow(member: Member, to: string | undefined, code?: number) {
		const { guild } = member;
		if (member !== guild.bot) return this.#seat(member, to);
		this.#server.expel(guild.id, member.user.id, code === undefined ? undefined : { code, afterMs: 0 });
		if (to !== undefined) this.changeServer(guild);
		this.world.feed.emit("voice");
	}

	/** Ends voice in a deleted guild. */
	#forget(guild: Guild): void {
		this.#server.expel(guild.id, guild.bot.user.id);
		for (const { id } of guild.channels.values()) this.#server.closeRoom(id);
		guild.voiceStates.clear();
		this.world.feed.emit("voice");
	}

	/** Disconnects all members from a deleted channel. */
	#empty(channel: Channel): void {
		const { members, voiceStates } = channel.guild;
		for (const [userId, { channelId }] of [...voiceStates]) {
			const member = members.get(userId);
			if (channelId === channel.id && member) this.states.leave(member, VoiceCloseCodes.CallTerminated);
		}
		this.#server.closeRoom(channel.id);
	}

	// A member listens in at most one channel per guild.
	#seat(member: Member, channelId: string | undefined): void {
		const { guild, user } = member;
		const room = (id: string) => this.#server.room({ guildId: guild.id, channelId: id });
		const before = this.#seats.get(member);
		if (before !== undefined && before !== channelId) room(before).removeListener(user.id);
		if (channelId === undefined) this.#seats.delete(member);
		else {
			this.#seats.set(member, channelId);
			room(channelId).addListener(user.id, this.#earsOf(member));
		}
	}

	#makeServer(): VoiceServer {
		const { world, logger, voiceHeartbeatMs: heartbeatMs = 13_750, soundRelay } = this.#options;
		const options = {
			certificate: this.certificate,
			logger,
			heartbeatMs,
			soundRelay,
			onSpeaking: () => void world.feed.emit("voice"),
			daveVersion: (channelId: string) => {
				const stage = world.channel(channelId)?.type === ChannelType.GuildStageVoice;
				return stage && this.troubles.stagesPlain ? 0 : this.#daveVersion;
			},
			troubles: this.troubles,
			counts: this.counts,
			members: this,
		};
		return new VoiceServer(options, greet);
	}
}
