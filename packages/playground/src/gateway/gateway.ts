import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from "discord-api-types/v10";
import type { Logger } from "pino";
import { type WebSocket, WebSocketServer } from "ws";
import { isJson, type Json } from "../checks/json.ts";
import { createRandom } from "../world/clock.ts";
import type { Guild, MessageContentGrant } from "../world/guild.ts";
import type { World } from "../world/world.ts";
import {
	directIntent,
	type GatewaySession,
	hasShardOf,
	intentOf,
	knowsGuild,
	receiveLimit,
	record,
	recordedAfter,
	sendGuild,
	sendGuilds,
	serveConnection,
} from "./gateway-session.ts";
import { checkIdentify, type SessionStarts, showsToken } from "./login.ts";

/** Handles an opcode other than Identify, Resume and Heartbeat, such as the one for joining a voice channel. */
export type GatewayOperation = (data: unknown, session: GatewaySession) => void;

type DataFor = (session: GatewaySession) => unknown;

/** The most connections that haven't logged in yet. */
const unidentifiedMax = 256;

interface GatewayOptions {
	readonly world: World;
	readonly token: string;
	readonly starts: SessionStarts;
	readonly logger: Logger;
	readonly heartbeatMs?: number;
	/** The address clients connect to, known once the server listens. */
	readonly address: () => string;
}

/**
 * The gateway, version 10, in uncompressed JSON. Sessions outlive their connections. Tests and the page can make it
 * fail.
 */
export class Gateway {
	/** Handlers by opcode. An empty handler ignores its opcode; an opcode without a handler closes the connection. */
	readonly operations = new Map<number, GatewayOperation>([
		[GatewayOpcodes.PresenceUpdate, () => {}],
		[GatewayOpcodes.VoiceStateUpdate, () => {}],
	]);
	/** Called when a session ends for good: its client closed it, or the gateway forgot it. */
	onSessionEnd: (session: GatewaySession) => void = () => {};
	/** While true, new connections are cut. */
	isDown = false;
	readonly counts = { identified: 0, resumed: 0, refused: 0, tooSoon: 0 };
	#refuseIdentify: number | undefined;
	readonly #random = createRandom();
	readonly #options: GatewayOptions;
	readonly #server = new WebSocketServer({ noServer: true, maxPayload: receiveLimit });
	readonly #sessions = new Map<string, GatewaySession>();
	/** Connections before their login, the oldest first. */
	readonly #unidentified = new Set<WebSocket>();

	constructor(options: GatewayOptions) {
		this.#options = options;
	}

	/** Whether a client is connected that receives a guild's interactions. */
	reaches({ id, isPrivate, presence }: Guild): boolean {
		const receives = (session: GatewaySession) =>
			isPrivate ? session.shard[0] === 0 : presence === "none" || hasShardOf(session, id);
		return [...this.#sessions.values()].some((session) => session.connection && receives(session));
	}

	/** Takes over a connection that is upgraded to a WebSocket; cuts it while `isDown`. */
	accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		if (this.isDown) {
			this.counts.refused += 1;
			socket.destroy();
		} else this.#server.handleUpgrade(request, socket, head, (connection) => this.#greet(connection));
	}

	/**
	 * Sends an event of a guild or private channel to every session that has the intent and the guild's shard; for a
	 * private channel, shard 0. A disconnected session gets the event when it resumes.
	 *
	 * @param guildId - for a private channel, the channel's id
	 * @param intent - by default the one in `intentOf`; 0 for an event that needs no intent
	 */
	dispatch(name: string, data: unknown, guildId: string, intent?: number): void {
		this.dispatchEach(name, guildId, () => data, intent);
	}

	/** Sends an event to any one of the connected sessions: Discord doesn't say which. */
	dispatchToOne(name: string, data: unknown): void {
		const connected = [...this.#sessions.values()].filter(({ connection }) => connection);
		const session = connected[Math.floor(this.#random() * connected.length)];
		if (session) send(session, name, data);
	}

	/** Does what {@link dispatch} does, with data that depend on the session. */
	dispatchEach(name: string, guildId: string, dataFor: DataFor, intent = intentOf(name)): void {
		const { guilds, directs } = this.#options.world;
		const direct = directs.get(guildId)?.guild;
		const guild = guilds.get(guildId);
		if (!isSent(direct ?? guild, name)) return;
		const needs = direct ? directIntent(intent) : intent;
		for (const session of this.#sessions.values()) {
			if (needs !== 0 && !(session.intents & needs)) continue;
			if (direct ? session.shard[0] !== 0 : !hasShardOf(session, guildId)) continue;
			// A guild's events come after its GUILD_CREATE.
			if (guild && session.waiting.has(guild))
				if (name === "GUILD_DELETE") session.waiting.delete(guild);
				else sendGuild(session, guild);
			send(session, name, dataFor(session));
		}
	}

	/** Sends GUILD_CREATE to every session that receives the guild, with the members that the session may know. */
	dispatchGuild(guild: Guild): void {
		for (const session of this.#sessions.values()) if (knowsGuild(session, guild)) sendGuild(session, guild);
	}

	/**
	 * Grants or refuses the application the Message Content intent. A refusal ends the sessions that have the intent, with
	 * close code 4014.
	 */
	grantMessageContent(grant: MessageContentGrant): void {
		this.#options.world.messageContent = grant;
		if (grant !== "refused") return;
		const asked = [...this.#sessions.values()].filter(
			({ intents }) => intents & GatewayIntentBits.MessageContent,
		);
		this.#endSessions(asked, GatewayCloseCodes.DisallowedIntents);
	}

	/** Closes every connection, or those of a shard, with a close code, as Discord does on errors and restarts. */
	close(code = 4000, reason = "", shard?: number): void {
		for (const connection of this.#connections(shard)) connection.close(code, reason);
	}

	/** Cuts every connection, or those of a shard, without a close code. */
	drop(shard?: number): void {
		for (const connection of this.#connections(shard)) connection.terminate();
	}

	/**
	 * Forgets every session, or those of a shard, and closes their connections. Clients that resume get Invalid Session
	 * and have to log in again.
	 */
	forgetSessions(shard?: number): void {
		this.#endSessions(this.#sessionsOf(shard), GatewayCloseCodes.UnknownError);
	}

	/**
	 * Tells every connected client, or those of a shard, that its session is invalid. Unless `resumable` is true, the
	 * sessions are forgotten.
	 */
	invalidate(resumable = false, shard?: number): void {
		const payload = JSON.stringify({ op: GatewayOpcodes.InvalidSession, d: resumable });
		for (const { connection } of this.#sessionsOf(shard)) connection?.send(payload);
		if (!resumable) this.#endSessions(this.#sessionsOf(shard));
	}

	/** Closes the connection of the next client that logs in, with this close code. */
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

	#sessionsOf(shard: number | undefined): GatewaySession[] {
		return [...this.#sessions.values()].filter(({ shard: [id] }) => shard === undefined || id === shard);
	}

	/** The connections of a shard, or all. Connections that haven't logged in yet belong to no shard. */
	#connections(shard: number | undefined): Iterable<WebSocket> {
		if (shard === undefined) return this.#server.clients;
		return this.#sessionsOf(shard).flatMap(({ connection }) => connection ?? []);
	}

	/** Greets a connection. If too many connections haven't logged in yet, the oldest of them is closed. */
	#greet(connection: WebSocket): void {
		const { world, logger, heartbeatMs = 41_250 } = this.#options;
		const [oldest] = this.#unidentified;
		if (oldest && this.#unidentified.size === unidentifiedMax) {
			this.#unidentified.delete(oldest);
			oldest.terminate();
		}
		this.#unidentified.add(connection);
		connection.once("close", () => this.#unidentified.delete(connection));
		const loggedIn = (session: GatewaySession | undefined) => {
			if (session) this.#unidentified.delete(connection);
			return session;
		};
		serveConnection(connection, {
			logger,
			heartbeatMs,
			identify: (data) => loggedIn(this.#identify(connection, data)),
			resume: (data) => loggedIn(this.#resume(connection, data)),
			operate: (session, opcode, data) => {
				const operation = this.operations.get(opcode);
				const guild = isJson(data) ? world.guilds.get(String(data.guild_id)) : undefined;
				// Like Discord, ignores requests about guilds of other shards.
				if (!guild || hasShardOf(session, guild.id)) operation?.(data, session);
				return operation !== undefined;
			},
			closed: (session, code) => {
				session.connection = undefined;
				// A client that closes with these codes ends its session. To resume, it closes with another code.
				if ((code === 1000 || code === 1001) && this.#sessions.delete(session.id)) this.onSessionEnd(session);
				world.feed.emit("guild");
			},
		});
	}

	#identify(connection: WebSocket, data: Json): GatewaySession | undefined {
		const refusal = this.#refuseIdentify;
		this.#refuseIdentify = undefined;
		if (refusal !== undefined) {
			connection.close(refusal);
			return undefined;
		}
		const { world, address } = this.#options;
		const login = checkIdentify(this.#options, data);
		if (login.kind === "closed") connection.close(login.code, login.reason);
		else if (login.kind === "too soon") {
			this.counts.tooSoon += 1;
			connection.send(JSON.stringify({ op: GatewayOpcodes.InvalidSession, d: false }));
		} else if (login.kind === "too often") {
			// After too many logins in 24 hours, Discord ends all sessions and resets the token.
			connection.close(GatewayCloseCodes.AuthenticationFailed, "Authentication failed.");
			this.#endSessions(this.#sessionsOf(undefined), GatewayCloseCodes.AuthenticationFailed);
		}
		if (login.kind !== "session") return undefined;
		const session: GatewaySession = {
			shard: login.shard,
			id: randomUUID().replaceAll("-", ""),
			intents: login.intents,
			connection,
			sequence: 0,
			events: [],
			eventsLength: 0,
			waiting: new Set(),
		};
		this.#sessions.set(session.id, session);
		this.counts.identified += 1;
		const guilds = [...world.guilds.values()].filter(({ id, hasBot }) => hasBot && hasShardOf(session, id));
		send(session, "READY", {
			v: 10,
			user: { ...world.application, verified: true, mfa_enabled: true, email: null, flags: 0 },
			guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
			session_id: session.id,
			resume_gateway_url: address(),
			session_type: "normal",
			shard: session.shard,
			// Undocumented, but always sent: Eris and other older libraries read it.
			private_channels: [],
			application: { id: world.applicationId, flags: world.applicationFlags },
		});
		for (const guild of guilds)
			if (guild.presence === "bot" && knowsGuild(session, guild)) session.waiting.add(guild);
		sendGuilds(session);
		world.feed.emit("guild");
		return session;
	}

	#resume(connection: WebSocket, data: Json): GatewaySession | undefined {
		const session = this.#sessions.get(String(data.session_id));
		const missed = session && recordedAfter(session, Number(data.seq));
		if (!showsToken(data, this.#options.token) || !session || !missed) {
			connection.send(JSON.stringify({ op: GatewayOpcodes.InvalidSession, d: false }));
			return undefined;
		}
		session.connection?.close(4000);
		session.connection = connection;
		this.counts.resumed += 1;
		for (const event of missed) connection.send(event);
		send(session, "RESUMED", { _trace: [] });
		sendGuilds(session);
		this.#options.world.feed.emit("guild");
		return session;
	}
}

/**
 * Whether an event is sent. Of the events of a guild without the bot or with an outage, only GUILD_DELETE is sent, and
 * INTERACTION_CREATE if the guild has the application's commands or stands for a private channel.
 */
const isSent = (guild: Guild | undefined, name: string): boolean =>
	guild === undefined ||
	guild.presence === "bot" ||
	name === "GUILD_DELETE" ||
	(name === "INTERACTION_CREATE" && (guild.isPrivate || guild.presence === "commands"));

/** Sends an event to a session; a disconnected one gets it when it resumes. */
export const send = (session: GatewaySession, name: string, data: unknown): void => {
	const event = record(session, name, data);
	session.connection?.send(event);
};
