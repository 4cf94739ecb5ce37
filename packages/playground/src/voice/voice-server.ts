import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createBoundedServer } from "@herald/common/bounded-server.ts";
import { VoiceCloseCodes } from "discord-api-types/voice/v8";
import type { Logger } from "pino";
import { type WebSocket, WebSocketServer } from "ws";
import { contain, handleUpgrades } from "../guard.ts";
import type { Certificate } from "./certificate.ts";
import { ExternalSender } from "./dave/mls.ts";
import { Room } from "./room.ts";
import type { Farewell, ServerTroubles } from "./troubles.ts";
import { answerIpDiscovery, isNumbered, soundSource, type Ticket, VoiceClient } from "./voice-client.ts";

export interface UdpAddress {
	readonly ip: string;
	readonly port: number;
}

export interface VoiceServerOptions {
	readonly certificate: Certificate;
	readonly logger: Logger;
	/** How often clients must send a heartbeat, in ms. */
	readonly heartbeatMs: number;
	readonly troubles: ServerTroubles;
	/** @returns the version of DAVE that a channel uses at first; 0 for none */
	readonly daveVersion: (channelId: string) => number;
	/** @returns false while a member is muted or suppressed, or in no voice channel */
	readonly mayBeHeard: (guildId: string, userId: string) => boolean;
	/** @returns false while a member is deafened, or in no voice channel */
	readonly mayHear: (guildId: string, userId: string) => boolean;
	readonly counts: { identified: number; resumed: number };
	/** The address of a forwarder that clients send their sound to; by default the server's own. */
	readonly soundRelay?: UdpAddress | undefined;
	/** Called when a client starts or stops speaking. */
	readonly onSpeaking: () => void;
}

/** Speaks the voice gateway's protocol, in the requested version, on one connection until it closes. */
export type Greet = (server: VoiceServer, connection: WebSocket, version: number) => void;

const host = "127.0.0.1";
const keepAliveLength = 8;
// How long a client whose connection was lost may take to resume, in ms.
const resumeWithinMs = 15_000;
// How long clients may take to answer a close, in ms.
const closePatienceMs = 500;
const bounds = { connectionsMax: 1_024, waitingMax: 64, requestMs: 10_000, unreadMs: 10_000 };
const handshakeTimeout = 10_000;
// The voice gateway version for clients that don't name one.
const newestVersion = 8;

const askedVersion = ({ searchParams }: URL): number => Number(searchParams.get("v")) || newestVersion;

const memberKey = (guildId: string, userId: string): string => `${guildId}:${userId}`;

/** A voice server: the voice gateway, versions 4 to 8, over TLS, and sound over UDP, on ports of its own. */
export class VoiceServer {
	readonly options: VoiceServerOptions;
	readonly #clients = new Map<string, VoiceClient>();
	readonly #speakers = new Map<number, VoiceClient>();
	readonly #tickets = new Map<string, Ticket>();
	/** The ticket of each member in each guild, by `memberKey`. */
	readonly #ticketOf = new Map<string, Ticket>();
	/** The rooms by channel id. */
	readonly rooms = new Map<string, Room>();
	readonly #web;
	readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
	readonly #udp = createSocket("udp4");
	readonly #sender = new ExternalSender();
	#backlog: (() => void)[] = [];
	readonly #patience = new WeakMap<VoiceClient, NodeJS.Timeout>();
	#lastSsrc = 0;
	#lossDue = 0;

	constructor(options: VoiceServerOptions, greet: Greet) {
		this.options = options;
		const { certificate, privateKey } = options.certificate;
		this.#web = createBoundedServer(
			(options) => createServer({ ...options, cert: certificate, key: privateKey, handshakeTimeout }),
			bounds,
			(_request, response) => response.writeHead(426, { upgrade: "websocket" }).end(),
		);
		const { logger } = options;
		handleUpgrades(
			this.#web,
			logger,
			() => (url, request, socket, head) =>
				this.#sockets.handleUpgrade(request, socket, head, (connection) =>
					greet(this, connection, askedVersion(url)),
				),
		);
		this.#udp.on("message", (packet, { address, port }) =>
			contain(logger, () => this.#receive(packet, address, port)),
		);
		this.#udp.on("error", (error) => logger.warn({ error }, "the voice server's UDP failed"));
	}

	/** The endpoint in VOICE_SERVER_UPDATE, such as `127.0.0.1:40123`. */
	get endpoint(): string {
		return `${host}:${(this.#web.address() as AddressInfo).port}`;
	}

	get udpAddress(): UdpAddress {
		return { ip: host, port: this.#udp.address().port };
	}

	async start(): Promise<void> {
		this.#web.listen(0, host);
		this.#udp.bind(0, host);
		await Promise.all([once(this.#web, "listening"), once(this.#udp, "listening")]);
	}

	/** Admits a member with a new token. Their older ticket for the guild is voided, and its client is disconnected. */
	admit(ticket: Omit<Ticket, "token">, farewell?: Farewell): Ticket {
		this.expel(ticket.guildId, ticket.userId, farewell);
		const admitted = { ...ticket, token: randomBytes(8).toString("hex") };
		this.#tickets.set(admitted.token, admitted);
		this.#ticketOf.set(memberKey(ticket.guildId, ticket.userId), admitted);
		return admitted;
	}

	/** Voids a member's ticket and closes their connection, at once or `afterMs` later. */
	expel(guildId: string, userId: string, { code, afterMs } = this.options.troubles.farewell): void {
		const key = memberKey(guildId, userId);
		const ticket = this.#ticketOf.get(key);
		if (!ticket) return;
		this.#ticketOf.delete(key);
		this.#tickets.delete(ticket.token);
		const client = this.#clients.get(ticket.token);
		if (!client) return;
		if (afterMs === 0) this.end(client, code);
		else setTimeout(() => this.end(client, code), afterMs).unref();
	}

	ticket(token: unknown): Ticket | undefined {
		return this.#tickets.get(String(token));
	}

	/** The client with this token, if it is connected or may still resume. */
	session(token: unknown): VoiceClient | undefined {
		return this.#clients.get(String(token));
	}

	/** The client of a guild's member, if it is connected or may still resume. */
	client(guildId: string, userId: string): VoiceClient | undefined {
		const ticket = this.#ticketOf.get(memberKey(guildId, userId));
		return ticket && this.#clients.get(ticket.token);
	}

	/** @returns a channel's room, created if missing */
	room({ guildId, channelId }: Pick<Ticket, "guildId" | "channelId">): Room {
		const known = this.rooms.get(channelId);
		if (known) return known;
		const { daveVersion, troubles, mayHear } = this.options;
		const room = new Room({
			channelId,
			daveVersion: daveVersion(channelId),
			sender: this.#sender,
			troubles,
			mayHear: (userId) => mayHear(guildId, userId),
		});
		this.rooms.set(channelId, room);
		return room;
	}

	closeRoom(channelId: string): void {
		this.rooms.get(channelId)?.close();
		this.rooms.delete(channelId);
	}

	/** Runs a task at once; while the server is stalled, keeps it for `goOn`. */
	work(task: () => void): void {
		if (this.options.troubles.stalled) this.#backlog.push(task);
		else task();
	}

	/** Runs the tasks that waited while the server was stalled. */
	goOn(): void {
		const waiting = this.#backlog;
		this.#backlog = [];
		for (const task of waiting) task();
	}

	begin(ticket: Ticket, connection: WebSocket, version: number): VoiceClient {
		this.#lastSsrc += 1;
		const client = new VoiceClient(ticket, this.#lastSsrc, connection, isNumbered(version));
		this.#clients.set(ticket.token, client);
		this.#speakers.set(client.ssrc, client);
		this.options.counts.identified += 1;
		return client;
	}

	/** Ends a client's session, and its connection with a close code. */
	end(client: VoiceClient, code: number = VoiceCloseCodes.Disconnected, reason = ""): void {
		clearTimeout(this.#patience.get(client));
		if (this.#clients.get(client.ticket.token) === client) this.#clients.delete(client.ticket.token);
		this.#speakers.delete(client.ssrc);
		this.room(client.ticket).leave(client);
		client.connection?.close(code, reason);
		client.connection = undefined;
	}

	/**
	 * Closes a client's connection, if it is still open. Ends the client's session unless the client resumes within
	 * `resumeWithinMs`.
	 */
	interrupt(client: VoiceClient, code?: number): void {
		client.connection?.close(code);
		client.connection = undefined;
		clearTimeout(this.#patience.get(client));
		const timer = setTimeout(() => client.connection ?? this.end(client), resumeWithinMs).unref();
		this.#patience.set(client, timer);
	}

	async stop(): Promise<void> {
		for (const client of this.#clients.values()) this.end(client);
		for (const room of this.rooms.values()) room.close();
		const cut = setTimeout(() => {
			for (const connection of this.#sockets.clients) connection.terminate();
		}, closePatienceMs);
		for (const connection of this.#sockets.clients) connection.close(VoiceCloseCodes.Disconnected);
		this.#sockets.close();
		await Promise.all([
			new Promise<void>((resolve) => this.#web.close(() => resolve())),
			new Promise<void>((resolve) => this.#udp.close(() => resolve())),
		]);
		clearTimeout(cut);
	}

	#receive(packet: Buffer, address: string, port: number): void {
		if (this.options.troubles.stalled) return;
		const answer = packet.length === keepAliveLength ? packet : answerIpDiscovery(packet, address, port);
		if (answer) {
			this.#udp.send(answer, port, address);
			return;
		}
		const client = this.#speakers.get(soundSource(packet) ?? 0);
		if (!client || this.#isLost()) return;
		const frame = client.open(packet);
		if (frame && this.options.mayBeHeard(client.ticket.guildId, client.userId))
			this.room(client.ticket).carry(client, frame);
	}

	// Losses are spread evenly: a share of 0.25 loses every fourth packet.
	#isLost(): boolean {
		this.#lossDue += this.options.troubles.lossShare;
		if (this.#lossDue < 1) return false;
		this.#lossDue -= 1;
		return true;
	}
}
