import type { Logger } from "pino";
import type { WebSocket } from "ws";
import type { Certificate } from "./certificate.ts";
import type { Room } from "./room.ts";
import type { ServerTroubles } from "./troubles.ts";
import type { Ticket, VoiceClient } from "./voice-client.ts";

/** Where a UDP socket is. */
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
	/** The version of DAVE that new channels use; 0 for none. */
	readonly daveVersion: (channelId: string) => number;
	/** False while a member is muted or suppressed. */
	readonly mayBeHeard: (guildId: string, userId: string) => boolean;
	/** False while a member is deafened. */
	readonly mayHear: (guildId: string, userId: string) => boolean;
	/** How often clients have identified and resumed. */
	readonly counts: { identified: number; resumed: number };
	/** Where clients are told to send their sound: something that passes it on. By default, to the server itself. */
	readonly soundRelay?: UdpAddress | undefined;
	/** Called whenever a member starts or stops speaking. */
	readonly onSpeaking: () => void;
}

/** What the voice gateway's protocol needs from its server. */
export interface VoiceHost {
	readonly options: VoiceServerOptions;
	/** Where clients send their sound. */
	readonly soundAddress: UdpAddress;
	/** Runs something at once, or, while the server stalls, when it continues. */
	work(task: () => void): void;
	ticket(token: unknown): Ticket | undefined;
	/** The client with this token, connected or about to resume. */
	session(token: unknown): VoiceClient | undefined;
	room(place: Pick<Ticket, "guildId" | "channelId">): Room;
	begin(ticket: Ticket, maxDaveVersion: number, connection: WebSocket, version: number): VoiceClient;
	end(client: VoiceClient, code?: number, reason?: string): void;
	interrupt(client: VoiceClient, code?: number): void;
}
