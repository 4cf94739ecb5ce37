import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from "discord-api-types/v10";
import type { Logger } from "pino";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { isJson, type Json } from "../checks/form.ts";
import { parseJson } from "../checks/json.ts";
import { contain } from "../contain.ts";
import type { Guild } from "../world/guild.ts";
import { guildCreate } from "../world/guild-fields.ts";
import { applicationFlags } from "../world/message-content.ts";
import type { World } from "../world/world.ts";
import {
	type GatewaySession,
	hasShardOf,
	limitReceiving,
	readShard,
	receiveLimit,
	record,
	recordedAfter,
} from "./gateway-session.ts";
import { intentOf } from "./intents.ts";

/** An operation that a session may send besides logging in and heartbeats, such as joining a voice channel. */
export type GatewayOperation = (data: unknown, session: GatewaySession) => void;

interface GatewayOptions {
	readonly world: World;
	readonly token: string;
	readonly logger: Logger;
	readonly heartbeatMs: number;
	/** The address clients connect to, known once the server listens. */
	readonly address: () => string;
	/** Called when the application goes online or offline. */
	readonly onPresence?: () => void;
}

/** The gateway, version 10, JSON, uncompressed: sessions that survive their connection, and faults on demand. */
export class Gateway {
	/** Handlers of further operations by opcode; others are accepted and ignored. */
	readonly operations = new Map<number, GatewayOperation>([
		[GatewayOpcodes.PresenceUpdate, () => {}],
		[GatewayOpcodes.VoiceStateUpdate, () => {}],
	]);
	/** Called when a session ends for good: its client closed it, or it was forgotten. */
	onSessionEnd: (session: GatewaySession) => void = () => {};
	/** While true, nobody can connect. */
	isDown = false;
	readonly counts = { identified: 0, resumed: 0, refused: 0 };
	#refuseIdentify: number | undefined;
	readonly #options: GatewayOptions;
	readonly #server = new WebSocketServer({ noServer: true, maxPayload: receiveLimit });
	readonly #sessions = new Map<string, GatewaySession>();

	constructor(options: GatewayOptions) {
		this.#options = options;
	}

	/** True while a client is logged in and connected. */
	get connected(): boolean {
		return [...this.#sessions.values()].some(({ connection }) => connection !== undefined);
	}

	/** Takes over a connection that is upgraded to a WebSocket. */
	accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		if (this.isDown) {
			this.counts.refused += 1;
			socket.destroy();
			return;
		}
		this.#server.handleUpgrade(request, socket, head, (connection) => this.#greet(connection));
	}

	/**
	 * Sends a guild's event to every session with the guild's shard and this intent; disconnected ones get it on
	 * resuming. `intent` 0 is for events that need no intent.
	 */
	dispatch(name: string, data: unknown, guildId: string, intent?: number): void {
		this.dispatchEach(name, guildId, () => data, intent);
	}

	/** The same for events that don't tell every session the same. */
	dispatchEach(
		name: string,
		guildId: string,
		dataFor: (session: GatewaySession) => unknown,
		intent = intentOf[name] ?? 0,
	): void {
		if (!isTold(this.#options.world.guilds.get(guildId), name)) return;
		for (const session of this.#sessions.values()) {
			if (intent !== 0 && !(session.intents & intent)) continue;
			if (hasShardOf(session, guildId)) send(session, name, dataFor(session));
		}
	}

	/** Sends GUILD_CREATE to every session that it is for, with the members that each may know. */
	dispatchGuild(guild: Guild): void {
		for (const session of this.#sessions.values())
			if (session.intents & GatewayIntentBits.Guilds && hasShardOf(session, guild.id))
				send(session, "GUILD_CREATE", guildCreate(guild, session.intents));
	}

	/** Sends an event to one session, in answer to its request. */
	answer(session: GatewaySession, name: string, data: unknown): void {
		send(session, name, data);
	}

	/** Closes and ends the sessions that asked for an intent which is no longer granted. */
	withdrawIntent(intent: number): void {
		this.#endSessions(
			[...this.#sessions.values()].filter(({ intents }) => intents & intent),
			GatewayCloseCodes.DisallowedIntents,
		);
	}

	/** Closes every connection with a close code, as Discord does on errors and restarts. */
	close(code = 4000, reason = ""): void {
		for (const connection of this.#server.clients) connection.close(code, reason);
	}

	/** Cuts every connection without a close code. */
	drop(): void {
		for (const connection of this.#server.clients) connection.terminate();
	}

	/** Forgets every session: clients that resume are told so and have to log in again. */
	forgetSessions(): void {
		this.#endSessions([...this.#sessions.values()], GatewayCloseCodes.UnknownError);
	}

	/** Tells every connected client that its session is invalid. */
	invalidate(resumable = false): void {
		this.#toAll({ op: GatewayOpcodes.InvalidSession, d: resumable });
		if (!resumable) this.#endSessions([...this.#sessions.values()]);
	}

	/** Asks every client to reconnect and resume. */
	requestReconnect(): void {
		this.#toAll({ op: GatewayOpcodes.Reconnect, d: null });
	}

	/** Closes the connection of the next client that logs in with a given code. */
	refuseNextLogin(code: number): void {
		this.#refuseIdentify = code;
	}

	stop(): void {
		this.drop();
		this.#sessions.clear();
		this.#server.close();
	}

	#endSessions(ended: readonly GatewaySession[], code?: number): void {
		for (const { id, connection } of ended) {
			if (code !== undefined) connection?.close(code);
			this.#sessions.delete(id);
		}
		for (const session of ended) this.onSessionEnd(session);
	}

	#toAll(payload: object): void {
		for (const { connection } of this.#sessions.values()) connection?.send(JSON.stringify(payload));
	}

	#greet(connection: WebSocket): void {
		const interval = this.#options.heartbeatMs;
		let session: GatewaySession | undefined;
		let silence: NodeJS.Timeout | undefined;
		const expectHeartbeat = () => {
			clearTimeout(silence);
			// A client may be late by up to its first heartbeat's jitter.
			silence = setTimeout(() => connection.close(GatewayCloseCodes.SessionTimedOut), interval * 2).unref();
		};
		connection.on("error", (error) => this.#options.logger.debug({ error }, "gateway connection failed"));
		connection.on("close", (code) => {
			clearTimeout(silence);
			if (session?.connection !== connection) return;
			session.connection = undefined;
			// A client that intends to resume closes with another code.
			if ((code === 1000 || code === 1001) && this.#sessions.delete(session.id)) this.onSessionEnd(session);
			this.#options.onPresence?.();
		});
		const mayReceive = limitReceiving();
		const take = (raw: RawData) => {
			if (!mayReceive()) return connection.close(GatewayCloseCodes.RateLimited, "Rate limited.");
			const payload = parsePayload(raw);
			if (!payload) return connection.close(GatewayCloseCodes.DecodeError, "Error while decoding payload.");
			if (payload.op === GatewayOpcodes.Heartbeat) {
				expectHeartbeat();
				connection.send(JSON.stringify({ op: GatewayOpcodes.HeartbeatAck }));
			} else if (payload.op === GatewayOpcodes.Identify || payload.op === GatewayOpcodes.Resume) {
				if (session) return connection.close(GatewayCloseCodes.AlreadyAuthenticated);
				const data = isJson(payload.d) ? payload.d : {};
				session =
					payload.op === GatewayOpcodes.Identify
						? this.#identify(connection, data)
						: this.#resume(connection, data);
			} else {
				if (!session) return connection.close(GatewayCloseCodes.NotAuthenticated, "Not authenticated.");
				const operation = this.operations.get(Number(payload.op));
				if (!operation) return connection.close(GatewayCloseCodes.UnknownOpcode, "Unknown opcode.");
				operation(payload.d, session);
			}
			return undefined;
		};
		connection.on("message", (raw) => {
			const refuse = () => connection.close(GatewayCloseCodes.DecodeError, "Error while decoding payload.");
			contain(this.#options.logger, () => take(raw), refuse);
		});
		expectHeartbeat();
		connection.send(JSON.stringify({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: interval } }));
	}

	#identify(connection: WebSocket, data: Json): GatewaySession | undefined {
		const refusal = this.#refuseIdentify;
		this.#refuseIdentify = undefined;
		if (refusal !== undefined) {
			connection.close(refusal);
			return undefined;
		}
		if (data.token !== this.#options.token) {
			connection.close(GatewayCloseCodes.AuthenticationFailed, "Authentication failed.");
			return undefined;
		}
		const { world, address } = this.#options;
		const shard = readShard(data.shard);
		if (!shard) {
			connection.close(GatewayCloseCodes.InvalidShard, "Invalid shard.");
			return undefined;
		}
		const intents = Number(data.intents ?? 0);
		if (intents & GatewayIntentBits.MessageContent && world.messageContent === "refused") {
			connection.close(GatewayCloseCodes.DisallowedIntents, "Disallowed intent(s).");
			return undefined;
		}
		const session: GatewaySession = {
			shard,
			id: randomUUID().replaceAll("-", ""),
			intents,
			connection,
			sequence: 0,
			events: [],
		};
		this.#sessions.set(session.id, session);
		this.counts.identified += 1;
		const guilds = [...world.guilds.values()].filter(
			({ id, presence }) => presence !== "commands" && hasShardOf(session, id),
		);
		send(session, "READY", {
			v: 10,
			user: { ...world.application, verified: true, mfa_enabled: true, email: null, flags: 0 },
			guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
			session_id: session.id,
			resume_gateway_url: address(),
			session_type: "normal",
			shard,
			application: { id: world.applicationId, flags: applicationFlags(world.messageContent) },
		});
		if (session.intents & GatewayIntentBits.Guilds)
			for (const guild of guilds)
				if (guild.presence === "bot") send(session, "GUILD_CREATE", guildCreate(guild, session.intents));
		this.#options.onPresence?.();
		return session;
	}

	#resume(connection: WebSocket, data: Json): GatewaySession | undefined {
		const session = this.#sessions.get(String(data.session_id));
		const missed = session && recordedAfter(session, Number(data.seq));
		if (data.token !== this.#options.token || !session || !missed) {
			connection.send(JSON.stringify({ op: GatewayOpcodes.InvalidSession, d: false }));
			return undefined;
		}
		session.connection?.close(4000);
		session.connection = connection;
		this.counts.resumed += 1;
		for (const event of missed) connection.send(event);
		send(session, "RESUMED", { _trace: [] });
		this.#options.onPresence?.();
		return session;
	}
}

/** Of a guild without the bot, or one in an outage, only that is told; what its members ask of the bot still arrives. */
const isTold = (guild: Guild | undefined, name: string): boolean =>
	guild === undefined ||
	guild.presence === "bot" ||
	name === "GUILD_DELETE" ||
	(guild.presence === "commands" && name === "INTERACTION_CREATE");

const send = (session: GatewaySession, name: string, data: unknown): void => {
	const event = record(session, name, data);
	session.connection?.send(event);
};

const parsePayload = (raw: RawData): Json | undefined => {
	try {
		const payload: unknown = parseJson(String(raw));
		return isJson(payload) ? payload : undefined;
	} catch {
		return undefined;
	}
};
