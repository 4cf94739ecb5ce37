import { VoiceCloseCodes } from "discord-api-types/voice/v8";
import type { Logger } from "pino";
import { isJson } from "../checks/form.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { GatewaySession } from "../gateway/gateway-session.ts";
import type { Member, World } from "../world/world.ts";
import type { Certificate } from "./certificate.ts";
import { Ears } from "./heard.ts";
import { noTroubles } from "./troubles.ts";
import type { VoiceClient } from "./voice-client.ts";
import { VoiceServer } from "./voice-server.ts";
import { isVoice, mayEnter, type VoiceStates } from "./voice-states.ts";

export interface BotVoiceParts {
	readonly world: World;
	readonly gateway: Gateway;
	readonly logger: Logger;
	readonly certificate: Certificate;
	readonly heartbeatMs: number;
	/** The version of DAVE that is spoken at first; 0 for none. */
	readonly daveVersion: number;
	readonly onSpeaking: () => void;
}

/** The application's way into voice: what it asks of the gateway, and the voice server it is then sent to. */
export class BotVoice {
	readonly troubles = noTroubles();
	readonly counts = { identified: 0, resumed: 0 };
	readonly #parts: BotVoiceParts;
	readonly #ears = new Map<string, Ears>();
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

	/** The application's client at the voice server. */
	get client(): VoiceClient | undefined {
		const { world } = this.#parts;
		return this.#server.client(world.guildId, world.applicationId);
	}

	ears(userId: string): Ears {
		const ears = this.#ears.get(userId) ?? new Ears();
		this.#ears.set(userId, ears);
		return ears;
	}

	/** Answers the gateway's operation 4 as Discord does: what is not allowed gets no answer at all. */
	operate(states: VoiceStates, data: unknown, session: GatewaySession): void {
		const { world } = this.#parts;
		if (!isJson(data) || data.guild_id !== world.guildId) return;
		const own = {
			sessionId: session.id,
			selfMute: data.self_mute === true,
			selfDeaf: data.self_deaf === true,
		};
		const current = world.voiceStates.get(world.applicationId);
		if (data.channel_id === null || data.channel_id === undefined) {
			if (current?.sessionId === session.id) states.leave(world.bot);
			return;
		}
		const channel = world.channels.get(String(data.channel_id));
		if (!channel || !isVoice(channel)) return;
		if (current?.channelId === channel.id && current.sessionId === session.id) {
			states.change(world.bot, own);
			if (!this.client) this.sendToServer();
		} else if (current?.channelId === channel.id || mayEnter(world, world.bot, channel))
			states.enter(world.bot, channel, own);
	}

	/** Follows a member who has come, gone or changed the channel. */
	follow(member: Member, to: string | undefined, code?: number): void {
		const { world } = this.#parts;
		if (member !== world.bot) {
			this.#seat(member.user.id, to);
			return;
		}
		this.#server.expel(world.guildId, world.applicationId, code);
		if (to !== undefined) this.sendToServer();
		this.#parts.onSpeaking();
	}

	/** Tells the application which voice server to connect to, and lets it in there. */
	sendToServer(): void {
		const { world, gateway } = this.#parts;
		const state = world.voiceStates.get(world.applicationId);
		if (!state) return;
		const { token } = this.#server.admit({
			guildId: world.guildId,
			userId: world.applicationId,
			channelId: state.channelId,
			sessionId: state.sessionId,
		});
		const endpoint = this.#withdrawn ? null : this.#server.endpoint;
		gateway.dispatch("VOICE_SERVER_UPDATE", { token, guild_id: world.guildId, endpoint });
	}

	/** Takes the voice server away without giving another, until `replace`. */
	withdraw(): void {
		this.#withdrawn = true;
		this.sendToServer();
	}

	/** Starts another voice server, sends the application there, and stops the one it had. */
	async replace(): Promise<void> {
		const old = this.#server;
		const next = this.#makeServer();
		await next.start();
		this.#server = next;
		this.#withdrawn = false;
		for (const [userId, { channelId }] of this.#parts.world.voiceStates)
			if (userId !== this.#parts.world.applicationId) this.#seat(userId, channelId);
		this.sendToServer();
		await old.stop();
	}

	/** Makes the voice server stall, or go on. */
	stall(stalled: boolean): void {
		this.troubles.stalled = stalled;
		if (!stalled) this.#server.goOn();
	}

	/** True when the application and everybody who listens to it share the keys of a group. */
	get endToEnd(): boolean {
		const { client } = this;
		return client?.live === true && this.#server.room(client.ticket.channelId).group.settled;
	}

	/** Has every channel change to another version of DAVE, as when somebody without it comes or goes. */
	changeDaveVersion(version: number): void {
		this.#daveVersion = version;
		for (const room of this.#server.rooms()) room.group.changeVersion(version);
	}

	/** Closes the client's connection with a code that ends its session, or that it may resume after. */
	close(code: number): void {
		const client = this.client;
		if (!client) return;
		if (code < 4000 || code === VoiceCloseCodes.VoiceServerCrashed) this.#server.interrupt(client, code);
		else this.#server.end(client, code);
	}

	// A member listens in one room at most.
	#seat(userId: string, channelId: string | undefined): void {
		for (const room of this.#server.rooms()) if (room.channelId !== channelId) room.removeListener(userId);
		if (channelId !== undefined) this.#server.room(channelId).addListener(userId, this.ears(userId));
	}

	#makeServer(): VoiceServer {
		const { world, certificate, logger, heartbeatMs, onSpeaking } = this.#parts;
		return new VoiceServer({
			certificate,
			logger,
			heartbeatMs,
			onSpeaking,
			daveVersion: () => this.#daveVersion,
			troubles: this.troubles,
			counts: this.counts,
			mayBeHeard: (userId) => {
				const state = world.voiceStates.get(userId);
				return Boolean(state && !state.selfMute && !state.suppress && !world.members.get(userId)?.mute);
			},
			mayHear: (userId) => {
				const state = world.voiceStates.get(userId);
				return Boolean(state && !state.selfDeaf && !world.members.get(userId)?.deaf);
			},
		});
	}
}
