import { GatewayOpcodes } from "discord-api-types/v10";
import { VoiceCloseCodes } from "discord-api-types/voice/v8";
import type { Logger } from "pino";
import type { Gateway } from "../gateway/gateway.ts";
import type { Clock } from "../world/clock.ts";
import type { Feed } from "../world/feed.ts";
import type { Channel, Guild, Member } from "../world/guild.ts";
import type { World } from "../world/world.ts";
import { BotVoice } from "./bot-voice.ts";
import { type Certificate, makeCertificate } from "./certificate.ts";
import type { DaveDisturbance } from "./dave/disturbance.ts";
import type { Heard, HeardPacket } from "./heard.ts";
import { type PacketOrder, PacketOrders } from "./packet-order.ts";
import { type EncryptionMode, encryptionModes } from "./rtp.ts";
import type { Farewell } from "./troubles.ts";
import type { UdpAddress } from "./voice-host.ts";
import { VoiceMembers } from "./voice-members.ts";
import { VoiceStates } from "./voice-states.ts";

export interface VoiceOptions {
	readonly world: World;
	readonly clock: Clock;
	readonly feed: Feed;
	readonly gateway: Gateway;
	readonly logger: Logger;
	readonly heartbeatMs: number;
	/** The version of DAVE that channels use at first; 0 for none. */
	readonly daveVersion: number;
	/** The address to which the application sends its sound: a forwarder. */
	readonly soundRelay?: UdpAddress | undefined;
}

/** Voice channels: who is in them, what they hear of the application, and what goes wrong. */
export class Voice extends VoiceMembers {
	readonly states: VoiceStates;
	readonly certificate: Certificate;
	readonly #world: World;
	readonly #bot: BotVoice;
	readonly #orders: PacketOrders;

	constructor(options: VoiceOptions, certificate: Certificate) {
		const { world, feed, gateway } = options;
		const orders = new PacketOrders();
		const bot = new BotVoice({ ...options, orders, certificate, onSpeaking: () => feed.emit("voice") });
		const states = new VoiceStates({ ...options, orders }, (...move) => bot.follow(...move));
		super({ ...options, states });
		this.states = states;
		this.certificate = certificate;
		this.#world = world;
		this.#bot = bot;
		this.#orders = orders;
		gateway.operations.set(GatewayOpcodes.VoiceStateUpdate, (data, session) =>
			bot.operate(states, data, session),
		);
		gateway.onSessionEnd = ({ id }) => {
			for (const { bot: member, voiceStates } of world.guilds.values())
				if (voiceStates.get(member.user.id)?.sessionId === id) states.leave(member);
		};
		// A leaving member leaves voice first: a later event about them would bring them back in clients.
		feed.prependListener("memberChange", (kind, member) => kind === "deleted" && states.leave(member));
		feed.on("channelChange", (kind, channel) => kind === "deleted" && this.#empty(channel));
		feed.on("guildChange", (kind, guild) => {
			if (kind === "deleted") bot.forget(guild);
		});
		feed.on("presenceChange", (guild) => {
			if (guild.presence === "commands") states.leave(guild.bot);
		});
	}

	/** Where the voice server receives sound, for what passes it on (`soundRelay`). */
	get udpAddress(): UdpAddress {
		return this.#bot.udpAddress;
	}

	/** True while the application's client for a guild is connected to a voice server and has its keys. */
	isConnected(guild: Guild): boolean {
		const client = this.#bot.client(guild);
		return client?.live === true && client.connection !== undefined;
	}

	/** True while the application says that it is speaking in a guild. */
	isSpeaking(guild: Guild): boolean {
		return this.#bot.client(guild)?.speaking ?? false;
	}

	/** True when the application and everybody who listens to it in a guild share the keys of a DAVE group. */
	isEndToEnd(guild: Guild): boolean {
		return this.#bot.isEndToEnd(guild);
	}

	/** How often the application has identified with a voice server, and resumed. */
	get counts(): { readonly identified: number; readonly resumed: number } {
		return this.#bot.counts;
	}

	/** What a member has heard in voice channels since the start, or since `forgetHeard`. */
	heard(member: Member): Heard {
		return this.#bot.ears(member).heard();
	}

	forgetHeard(member: Member): void {
		this.#bot.ears(member).forget();
	}

	/** Everything that a member hears from now on, as it arrives, until the signal aborts. */
	listen(member: Member, signal: AbortSignal): AsyncGenerator<HeardPacket> {
		return this.#bot.ears(member).listen(signal);
	}

	/**
	 * Closes the application's voice connections with a close code, in every guild unless one is given. Codes of 4000 and
	 * above, except 4015, end its session.
	 */
	close(code: number, ...guilds: readonly Guild[]): void {
		for (const guild of this.#which(guilds)) this.#bot.close(guild, code);
	}

	/**
	 * Cuts the application's voice connections without a close code, in every guild unless one is given. It may resume.
	 */
	drop(...guilds: readonly Guild[]): void {
		for (const guild of this.#which(guilds)) this.#bot.client(guild)?.connection?.terminate();
	}

	/** Closes the connection of the next clients that identify or resume, each with a code. */
	refuseNext(...codes: number[]): void {
		this.#bot.troubles.refusals.push(...codes);
	}

	/** Ignores clients that identify, or answers them again. */
	ignoreIdentify(ignore: boolean): void {
		this.#bot.troubles.ignoreIdentify = ignore;
	}

	/** Answers and hears nothing while connections stay open; requests in the meantime are answered afterwards. */
	stall(stalled: boolean): void {
		this.#bot.stall(stalled);
	}

	/** Drops a share of the audio packets, from 0 to 1. */
	lose(share: number): void {
		this.#bot.troubles.lossShare = share;
	}

	/** Switches every channel to another version of DAVE: 1, or 0 for none. Clients take part in the change. */
	changeDaveVersion(version: 0 | 1): void {
		this.#bot.changeDaveVersion(version);
	}

	/** Makes listening members commit after the application, or stops that. */
	letListenersHesitate(hesitate: boolean): void {
		this.#bot.troubles.listenersHesitate = hesitate;
	}

	/** Offers only these encryption modes to clients that identify; by default all of them. */
	offerModes(...modes: EncryptionMode[]): void {
		this.#bot.troubles.modes = modes.length > 0 ? modes : encryptionModes;
	}

	/**
	 * Has the application's voice state and its voice server come in this order and with this gap, chosen anew for each
	 * packet where it is a function; without a word as they come.
	 */
	orderPackets(order?: PacketOrder | (() => PacketOrder)): void {
		this.#orders.order = order;
	}

	/** The order that `orderPackets` has set; undefined where there is none, or one chosen anew for each packet. */
	get packetOrder(): PacketOrder | undefined {
		const { order } = this.#orders;
		return typeof order === "function" ? undefined : order;
	}

	/** How the application is sent away from the voice server that it had; with 4014, at once, unless told. */
	sayFarewell(farewell: Partial<Farewell> = {}): void {
		this.#bot.troubles.farewell = { code: VoiceCloseCodes.Disconnected, afterMs: 0, ...farewell };
	}

	/**
	 * Sends the application to another voice connection for its channel, without a voice state, and away from the old one
	 * as told here or with `sayFarewell`.
	 */
	changeServer(guild: Guild, farewell: Partial<Farewell> = {}): void {
		this.#bot.sendToServer(guild, farewell);
	}

	/** Leaves the application's joins of the channel that it is in without a voice server, or no longer. */
	ignoreRejoins(ignore: boolean): void {
		this.#bot.troubles.rejoinsIgnored = ignore;
	}

	/** Loses the application's DAVE key packages, so that it gets no keys, or no longer. */
	loseKeyPackages(lose: boolean): void {
		this.#bot.troubles.keyPackagesLost = lose;
	}

	/** Has stages that open from now on speak no DAVE (version 0), or no longer. */
	leaveStagesPlain(plain: boolean): void {
		this.#bot.troubles.stagesPlain = plain;
	}

	/** Whether stages that open from now on speak no DAVE. */
	get leavesStagesPlain(): boolean {
		return this.#bot.troubles.stagesPlain;
	}

	/** Sends the application something of DAVE that doesn't fit its group. */
	disturbDave(guild: Guild, how: DaveDisturbance): void {
		this.#bot.disturb(guild, how);
	}

	/** Takes the voice server away without a replacement (VOICE_SERVER_UPDATE without an endpoint). */
	withdrawServer(): void {
		this.#bot.withdraw();
	}

	/** Gives the application another voice server, after `withdrawServer` or instead of its current one. */
	replaceServer(): Promise<void> {
		return this.#bot.replace();
	}

	async start(): Promise<void> {
		await this.#bot.start();
	}

	async stop(): Promise<void> {
		this.cancelTimeouts();
		this.#orders.stop();
		await this.#bot.stop();
		this.certificate.remove();
	}

	#which(guilds: readonly Guild[]): Iterable<Guild> {
		return guilds.length > 0 ? guilds : this.#world.guilds.values();
	}

	#empty(channel: Channel): void {
		const { members, voiceStates } = channel.guild;
		for (const [userId, { channelId }] of [...voiceStates]) {
			const member = members.get(userId);
			if (channelId === channel.id && member) this.states.leave(member, VoiceCloseCodes.CallTerminated);
		}
		this.#bot.closeRoom(channel.id);
	}
}

/** Opens the voice channels of a world. */
export const startVoice = async (options: VoiceOptions): Promise<Voice> => {
	const voice = new Voice(options, await makeCertificate());
	await voice.start();
	return voice;
};
