import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createBoundedServer } from "@herald/common/bounded-server.ts";
import { VoiceCloseCodes, VoiceOpcodes } from "discord-api-types/voice/v8";
import type { Logger } from "pino";
import { type WebSocket, WebSocketServer } from "ws";
import { isJson } from "../checks/json.ts";
import { contain, handleUpgrades } from "../guard.ts";
import type { Certificate } from "./certificate.ts";
import { type DaveDisturbance, DaveGroup, type DaveMember, disturb } from "./dave/group.ts";
import { ExternalSender, uint16 } from "./dave/mls.ts";
import { type Ears, Listener } from "./heard.ts";
import type { Farewell, ServerTroubles } from "./troubles.ts";
import type { RtpFrame, Ticket } from "./voice-client.ts";
import { answerIpDiscovery, isNumbered, soundSource, VoiceClient } from "./voice-client.ts";
import type { VoiceMembers } from "./voice-states.ts";

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
	readonly members: Pick<VoiceMembers, "mayBeHeard" | "mayHear">;
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
					greet(this, connection, Number(url.searchParams.get("v")) || newestVersion),
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
		const { daveVersion, troubles, members } = this.options;
		const room = new Room({
			channelId,
			daveVersion: daveVersion(channelId),
			sender: this.#sender,
			troubles,
			mayHear: (userId) => members.mayHear(guildId, userId),
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

	#receive(packet: Buffer, address: string, port: number) {
		if (this.options.troubles.stalled) return;
		const answer = packet.length === keepAliveLength ? packet : answerIpDiscovery(packet, address, port);
		if (answer) return this.#udp.send(answer, port, address);
		const client = this.#speakers.get(soundSource(packet) ?? 0);
		if (!client || this.#isLost()) return;
		const frame = client.open(packet);
		if (frame && this.options.members.mayBeHeard(client.ticket.guildId, client.userId))
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

/** A connected client as a member of its channel's group. */
const remoteMember = (client: VoiceClient): DaveMember => ({
	userId: client.userId,
	setExternalSender: (bytes) => client.sendBinary(VoiceOpcodes.DaveMlsExternalSender, bytes),
	propose: (payload) => client.sendBinary(VoiceOpcodes.DaveMlsProposals, payload),
	announceCommit: (id, commit) =>
		client.sendBinary(VoiceOpcodes.DaveMlsAnnounceCommitTransition, Buffer.concat([uint16(id), commit])),
	welcome: (id, welcome) =>
		client.sendBinary(VoiceOpcodes.DaveMlsWelcome, Buffer.concat([uint16(id), welcome])),
	prepareTransition: (id, version) =>
		client.send(VoiceOpcodes.DavePrepareTransition, { transition_id: id, protocol_version: version }),
	executeTransition: (id) => client.send(VoiceOpcodes.DaveExecuteTransition, { transition_id: id }),
	prepareEpoch: (version) =>
		client.send(VoiceOpcodes.DavePrepareEpoch, { epoch: 1, protocol_version: version }),
});

interface RoomParts {
	readonly channelId: string;
	readonly daveVersion: number;
	readonly sender: ExternalSender;
	readonly troubles: ServerTroubles;
	readonly mayHear: (userId: string) => boolean;
}

// How long a listener delays its commit so that it comes after a client's, in ms.
const hesitationMs = 250;

/** A voice channel at its server: the clients connected to it, and the members who listen in this process. */
class Room {
	readonly group: DaveGroup;
	readonly #parts: RoomParts;
	readonly #clients = new Map<string, VoiceClient>();
	readonly #listeners = new Map<string, Listener>();

	constructor(parts: RoomParts) {
		this.#parts = parts;
		this.group = new DaveGroup(parts.channelId, parts.daveVersion, parts.sender);
	}

	/** Lets a client in. Tells the client who else is present, and the other clients that it has come. */
	enter(client: VoiceClient): void {
		const others = this.#present();
		this.#broadcast(VoiceOpcodes.ClientsConnect, { user_ids: [client.userId] });
		this.#clients.set(client.userId, client);
		if (others.length > 0) client.send(VoiceOpcodes.ClientsConnect, { user_ids: others });
	}

	/** Lets a client join the channel's DAVE group, once it has its transport key. */
	activate(client: VoiceClient): void {
		this.group.join(remoteMember(client));
	}

	leave(client: VoiceClient): void {
		if (this.#clients.get(client.userId) !== client) return;
		this.#clients.delete(client.userId);
		this.#depart(client.userId);
	}

	addListener(userId: string, ears: Ears): void {
		if (this.#listeners.has(userId)) return;
		const listener = new Listener({
			userId,
			ears,
			channelId: this.#parts.channelId,
			group: this.group,
			present: () => this.#present(),
			submit: (commit) => this.#submit(commit),
		});
		this.#broadcast(VoiceOpcodes.ClientsConnect, { user_ids: [userId] });
		this.#listeners.set(userId, listener);
		listener.enter();
	}

	removeListener(userId: string): void {
		if (this.#listeners.delete(userId)) this.#depart(userId);
	}

	/** Delivers a client's frame to all listeners that aren't deafened. */
	carry(client: VoiceClient, frame: RtpFrame): void {
		const arrivedAt = performance.now();
		for (const listener of this.#listeners.values())
			if (this.#parts.mayHear(listener.userId)) listener.receive(client.userId, frame, arrivedAt);
	}

	/** Handles a client's message about the channel's DAVE group. @returns false for an unknown opcode */
	receive({ userId }: VoiceClient, op: number, data: unknown): boolean {
		const id = isJson(data) ? Number(data.transition_id) : Number.NaN;
		if (op === VoiceOpcodes.DaveTransitionReady) this.group.takeReady(userId, id);
		else if (op === VoiceOpcodes.DaveMlsInvalidCommitWelcome) this.group.takeInvalid(userId);
		else return false;
		return true;
	}

	receiveBinary({ userId }: VoiceClient, op: number, payload: Buffer): boolean {
		if (op === VoiceOpcodes.DaveMlsKeyPackage) {
			if (!this.#parts.troubles.keyPackagesLost) this.group.takeKeyPackage(userId, payload);
		} else if (op === VoiceOpcodes.DaveMlsCommitWelcome) this.group.takeCommit(userId, payload);
		else return false;
		return true;
	}

	disturb(client: VoiceClient, how: DaveDisturbance): void {
		disturb(remoteMember(client), this.group, this.#parts.sender, how);
	}

	close(): void {
		this.group.close();
		this.#clients.clear();
		this.#listeners.clear();
	}

	#present(): string[] {
		return [...this.#clients.keys(), ...this.#listeners.keys()];
	}

	#depart(userId: string): void {
		this.#broadcast(VoiceOpcodes.ClientDisconnect, { user_id: userId });
		this.group.leave(userId);
	}

	// Defers a commit, because all members must have the proposals before the first commit.
	#submit(commit: () => void): void {
		const rivals = [...this.#clients.keys()].some((id) => this.group.awaits(id));
		if (this.#parts.troubles.listenersHesitate && rivals) setTimeout(commit, hesitationMs).unref();
		else queueMicrotask(commit);
	}

	#broadcast(op: number, data: unknown): void {
		for (const client of this.#clients.values()) client.send(op, data);
	}
}
