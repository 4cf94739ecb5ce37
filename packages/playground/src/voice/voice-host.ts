import type { Logger } from "pino";
import type { WebSocket } from "ws";
import type { Certificate } from "./certificate.ts";
import type { Room } from "./room.ts";
import type { VoiceTroubles } from "./troubles.ts";
import type { Ticket, VoiceClient } from "./voice-client.ts";

export interface VoiceServerOptions {
	readonly certificate: Certificate;
	readonly logger: Logger;
	/** How often clients are to send a heartbeat, in ms. */
	readonly heartbeatMs: number;
	readonly troubles: VoiceTroubles;
	/** The version of DAVE that new channels speak; 0 for none. */
	readonly daveVersion: () => number;
	/** False while a member's sound goes to nobody: muted, or suppressed. */
	readonly mayBeHeard: (guildId: string, userId: string) => boolean;
	/** False while a member is deaf. */
	readonly mayHear: (guildId: string, userId: string) => boolean;
	/** How often clients have identified and resumed. */
	readonly counts: { identified: number; resumed: number };
	/** Called whenever somebody begins or stops to speak. */
	readonly onSpeaking: () => void;
}

/** What the voice gateway's protocol asks of the server that it runs on. */
export interface VoiceHost {
	readonly options: VoiceServerOptions;
	readonly udpAddress: { readonly ip: string; readonly port: number };
	/** Does something at once, or, while the server stalls, once it goes on. */
	work(task: () => void): void;
	ticket(token: unknown): Ticket | undefined;
	/** The client that shows a token, connected or about to resume. */
	session(token: unknown): VoiceClient | undefined;
	room(place: Pick<Ticket, "guildId" | "channelId">): Room;
	begin(ticket: Ticket, maxDaveVersion: number, connection: WebSocket, version: number): VoiceClient;
	end(client: VoiceClient, code?: number, reason?: string): void;
	interrupt(client: VoiceClient, code?: number): void;
}
