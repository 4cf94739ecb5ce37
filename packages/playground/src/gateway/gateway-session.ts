import { GatewayOpcodes } from "discord-api-types/v10";
import type { WebSocket } from "ws";
import { keep } from "../checks/limits.ts";
import { sentEvents } from "../sent.ts";
import type { Guild } from "../world/guild.ts";

/** Discord closes connections that send payloads larger than this, in bytes. */
export const receiveLimit = 4096;

/** Discord closes a connection that sends more payloads than this in a minute, heartbeats among them. */
const payloadsAMinute = 120;

/** @returns whether one more payload of a connection is within the limit, asked once for each */
export const limitReceiving = (): (() => boolean) => {
	let times: number[] = [];
	return () => {
		const now = performance.now();
		times = [...times.filter((time) => time > now - 60_000), now];
		return times.length <= payloadsAMinute;
	};
};

export type Shard = readonly [id: number, count: number];

/** The shard given by a client; the only one if it gives none, nothing if it is invalid. */
export const readShard = (value: unknown): Shard | undefined => {
	if (value === undefined || value === null) return [0, 1];
	if (!Array.isArray(value) || value.length !== 2) return undefined;
	const [id, count] = value.map(Number) as [number, number];
	return Number.isInteger(id) && Number.isInteger(count) && id >= 0 && id < count ? [id, count] : undefined;
};

/** True when a guild is in a shard. */
export const isInShard = ([id, count]: Shard, guildId: string): boolean =>
	count === 1 || (BigInt(guildId) >> 22n) % BigInt(count) === BigInt(id);

/** True when a guild is in a session's shard. */
export const hasShardOf = ({ shard }: GatewaySession, guildId: string): boolean => isInShard(shard, guildId);

/** A logged-in client. It outlives its connection, so that a client that resumes misses nothing. */
export interface GatewaySession {
	readonly id: string;
	readonly intents: number;
	/** Its share of the guilds: the number of its shard, and how many there are. */
	readonly shard: Shard;
	connection: WebSocket | undefined;
	sequence: number;
	/** The last events, oldest first, as they were or will be sent; the newest has the number `sequence`. */
	events: string[];
	/** How long they are together, in characters. */
	eventsLength: number;
	/** The guilds whose GUILD_CREATE it hasn't got yet. */
	readonly waiting: Set<Guild>;
}

/** Numbers an event, keeps it for a resume, and returns it as sent: its fields in the order that Discord has. */
export const record = (session: GatewaySession, name: string, data: unknown): string => {
	session.sequence += 1;
	const event = JSON.stringify({ t: name, s: session.sequence, op: GatewayOpcodes.Dispatch, d: data });
	sentEvents.publish(event);
	session.events.push(event);
	session.eventsLength += event.length;
	while (session.events.length > keep.gatewayEvents || session.eventsLength > keep.gatewayCharacters)
		session.eventsLength -= session.events.shift()?.length ?? 0;
	return event;
};

/** The events after a sequence number, or nothing if they are gone or never existed. */
export const recordedAfter = (session: GatewaySession, sequence: number): string[] | undefined => {
	const missed = session.sequence - sequence;
	if (!(missed >= 0 && missed <= session.events.length)) return undefined;
	return missed === 0 ? [] : session.events.slice(-missed);
};
