import { GatewayOpcodes } from "discord-api-types/v10";
import type { WebSocket } from "ws";
import { keep } from "../checks/limits.ts";

/** Discord closes a connection that sends a larger payload than this many bytes. */
export const receiveLimit = 4096;

export type Shard = readonly [id: number, count: number];

/** A shard as a client names it; the only one when it names none, nothing when it is none. */
export const readShard = (value: unknown): Shard | undefined => {
	if (value === undefined || value === null) return [0, 1];
	if (!Array.isArray(value) || value.length !== 2) return undefined;
	const [id, count] = value.map(Number) as [number, number];
	return Number.isInteger(id) && Number.isInteger(count) && id >= 0 && id < count ? [id, count] : undefined;
};

/** True when a guild is in a session's shard. */
export const hasShardOf = ({ shard: [id, count] }: GatewaySession, guildId: string): boolean =>
	(BigInt(guildId) >> 22n) % BigInt(count) === BigInt(id);

/** A logged-in client. It outlives its connection, so that a client that resumes misses nothing. */
export interface GatewaySession {
	readonly id: string;
	readonly intents: number;
	/** Which share of the guilds it is told of: the number of its shard, and of how many. */
	readonly shard: Shard;
	connection: WebSocket | undefined;
	sequence: number;
	/** The last events, oldest first, as they were or will be sent; the newest has the number `sequence`. */
	events: string[];
}

/** Numbers an event, keeps it for a resume, and returns it as sent. */
export const record = (session: GatewaySession, name: string, data: unknown): string => {
	session.sequence += 1;
	const event = JSON.stringify({ op: GatewayOpcodes.Dispatch, t: name, s: session.sequence, d: data });
	session.events.push(event);
	if (session.events.length > keep.gatewayEvents) session.events.shift();
	return event;
};

/** The events after a sequence number, or nothing when they are no longer, or were never, there. */
export const recordedAfter = (session: GatewaySession, sequence: number): string[] | undefined => {
	const missed = session.sequence - sequence;
	if (!(missed >= 0 && missed <= session.events.length)) return undefined;
	return missed === 0 ? [] : session.events.slice(-missed);
};
