import { VoiceOpcodes } from "discord-api-types/voice/v8";
import type { Ears } from "./heard.ts";
import type { RtpFrame } from "./rtp.ts";
import type { VoiceClient } from "./voice-client.ts";

/** A voice channel at its server: the clients connected to it, and the members who listen in this process. */
export class Room {
	readonly channelId: string;
	readonly #clients = new Map<string, VoiceClient>();
	readonly #ears = new Map<string, Ears>();

	readonly #mayHear: (userId: string) => boolean;

	constructor(channelId: string, mayHear: (userId: string) => boolean) {
		this.channelId = channelId;
		this.#mayHear = mayHear;
	}

	get daveVersion(): number {
		return 0;
	}

	/** Lets a client in: it learns who is there, and they of it. */
	enter(client: VoiceClient): void {
		const others = [...this.#clients.keys(), ...this.#ears.keys()];
		this.#tell(VoiceOpcodes.ClientsConnect, { user_ids: [client.userId] });
		this.#clients.set(client.userId, client);
		if (others.length > 0) client.send(VoiceOpcodes.ClientsConnect, { user_ids: others });
	}

	/** The client knows how its sound is sealed: from now on it can agree on end-to-end encryption. */
	activate(_client: VoiceClient): void {}

	leave(client: VoiceClient): void {
		if (this.#clients.get(client.userId) !== client) return;
		this.#clients.delete(client.userId);
		this.#tell(VoiceOpcodes.ClientDisconnect, { user_id: client.userId });
	}

	/** Takes a message that is not for the server itself. False when there is no such operation. */
	receive(_client: VoiceClient, op: number, _data: unknown): boolean {
		return Object.values(VoiceOpcodes).includes(op);
	}

	receiveBinary(_client: VoiceClient, _op: number, _payload: Buffer): void {}

	close(): void {
		this.#clients.clear();
		this.#ears.clear();
	}

	addListener(userId: string, ears: Ears): void {
		this.#ears.set(userId, ears);
		this.#tell(VoiceOpcodes.ClientsConnect, { user_ids: [userId] });
	}

	removeListener(userId: string): void {
		if (!this.#ears.delete(userId)) return;
		this.#tell(VoiceOpcodes.ClientDisconnect, { user_id: userId });
	}

	/** Brings a client's frame to everybody who listens. */
	carry(client: VoiceClient, frame: RtpFrame): void {
		const arrivedAt = performance.now();
		const { sequence, timestamp, payload } = frame;
		for (const [userId, ears] of this.#ears)
			if (this.#mayHear(userId))
				ears.hear({ opus: payload, userId: client.userId, sequence, timestamp, arrivedAt });
	}

	#tell(op: number, data: unknown): void {
		for (const client of this.#clients.values()) client.send(op, data);
	}
}
