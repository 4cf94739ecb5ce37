import { VoiceOpcodes } from "discord-api-types/voice/v8";
import { isJson } from "../checks/json.ts";
import { type DaveDisturbance, DaveGroup, type DaveMember, disturb } from "./dave/group.ts";
import { type ExternalSender, uint16 } from "./dave/mls.ts";
import { type Ears, Listener } from "./heard.ts";
import type { ServerTroubles } from "./troubles.ts";
import type { RtpFrame, VoiceClient } from "./voice-client.ts";

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

export interface RoomParts {
	readonly channelId: string;
	readonly daveVersion: number;
	readonly sender: ExternalSender;
	readonly troubles: ServerTroubles;
	readonly mayHear: (userId: string) => boolean;
}

// How long a listener delays its commit so that it comes after a client's, in ms.
const hesitationMs = 250;

/** A voice channel at its server: the clients connected to it, and the members who listen in this process. */
export class Room {
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
