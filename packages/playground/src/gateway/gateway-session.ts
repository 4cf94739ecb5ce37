import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from "discord-api-types/v10";
import type { Logger } from "pino";
import type { RawData, WebSocket } from "ws";
import { isJson, type Json, parseObject } from "../checks/json.ts";
import { keep } from "../checks/limits.ts";
import { contain } from "../guard.ts";
import { sentEvents } from "../sent.ts";
import { channelFields, guildFields, memberWithUser, toldFields, voiceStateFields } from "../world/fields.ts";
import { type Guild, isThread, type Member } from "../world/guild.ts";
import { canView } from "../world/permissions.ts";

/** The largest payload that a client may send, in bytes. Discord closes connections that send a larger one. */
export const receiveLimit = 4096;

/** The most payloads, heartbeats included, that a client may send in a minute. Discord closes connections with more. */
const payloadsAMinute = 120;

/** @returns a function to call for each payload of a connection. It returns whether the payload is within the limit */
const limitReceiving = (): (() => boolean) => {
	let times: number[] = [];
	return () => {
		const now = performance.now();
		times = [...times.filter((time) => time > now - 60_000), now];
		return times.length <= payloadsAMinute;
	};
};

export type Shard = readonly [id: number, count: number];

/** @returns a client's shard; `[0, 1]`, the only shard, if the client names none; undefined for an invalid shard */
export const readShard = (value: unknown): Shard | undefined => {
	if (value === undefined || value === null) return [0, 1];
	if (!Array.isArray(value) || value.length !== 2) return undefined;
	const [id, count] = value.map(Number) as [number, number];
	return Number.isInteger(id) && Number.isInteger(count) && id >= 0 && id < count ? [id, count] : undefined;
};

export const isInShard = ([id, count]: Shard, guildId: string): boolean =>
	count === 1 || (BigInt(guildId) >> 22n) % BigInt(count) === BigInt(id);

export const hasShardOf = ({ shard }: GatewaySession, guildId: string): boolean => isInShard(shard, guildId);

/** A logged-in client. It outlives its connection, so that a client that resumes misses nothing. */
export interface GatewaySession {
	readonly id: string;
	readonly intents: number;
	/** The number of the session's shard, and the number of all shards. */
	readonly shard: Shard;
	connection: WebSocket | undefined;
	sequence: number;
	/** The JSON of the last events, oldest first. The newest has the number `sequence`. */
	events: string[];
	/** The length of all `events`, in characters. */
	eventsLength: number;
	/** The guilds whose GUILD_CREATE hasn't been sent yet. */
	readonly waiting: Set<Guild>;
}

/** Numbers an event and keeps it for a resume. @returns its JSON, whose fields have Discord's order */
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

/**
 * @returns the events after a sequence number; undefined if some of them aren't kept any more, or the number is too
 *   high
 */
export const recordedAfter = (session: GatewaySession, sequence: number): string[] | undefined => {
	const missed = session.sequence - sequence;
	if (!(missed >= 0 && missed <= session.events.length)) return undefined;
	return missed === 0 ? [] : session.events.slice(-missed);
};

interface Serving {
	readonly logger: Logger;
	readonly heartbeatMs: number;
	/** @returns the connection's session if the login succeeds */
	readonly identify: (data: Json) => GatewaySession | undefined;
	readonly resume: (data: Json) => GatewaySession | undefined;
	/** @returns whether the gateway knows the opcode */
	readonly operate: (session: GatewaySession, opcode: number, data: unknown) => boolean;
	readonly closed: (session: GatewaySession, code: number) => void;
}

/** Speaks the gateway's protocol on a new connection, until it closes. */
export const serveConnection = (connection: WebSocket, serving: Serving): void => {
	const { logger, heartbeatMs } = serving;
	let session: GatewaySession | undefined;
	// Twice the interval leaves time for a heartbeat that is late.
	const silenceMs = heartbeatMs * 2;
	const silence = setTimeout(() => connection.close(GatewayCloseCodes.SessionTimedOut), silenceMs).unref();
	connection.on("error", (error) => logger.debug({ error }, "gateway connection failed"));
	connection.on("close", (code) => {
		clearTimeout(silence);
		if (session?.connection === connection) serving.closed(session, code);
	});
	const mayReceive = limitReceiving();
	const take = (raw: RawData) => {
		if (!mayReceive()) return connection.close(GatewayCloseCodes.RateLimited, "Rate limited.");
		const payload = parseObject(String(raw));
		if (!payload) return connection.close(GatewayCloseCodes.DecodeError, "Error while decoding payload.");
		if (payload.op === GatewayOpcodes.Heartbeat) {
			silence.refresh();
			connection.send(JSON.stringify({ op: GatewayOpcodes.HeartbeatAck }));
		} else if (payload.op === GatewayOpcodes.Identify || payload.op === GatewayOpcodes.Resume) {
			if (session) return connection.close(GatewayCloseCodes.AlreadyAuthenticated);
			const data = isJson(payload.d) ? payload.d : {};
			session = payload.op === GatewayOpcodes.Identify ? serving.identify(data) : serving.resume(data);
		} else {
			if (!session) return connection.close(GatewayCloseCodes.NotAuthenticated, "Not authenticated.");
			if (!serving.operate(session, Number(payload.op), payload.d))
				return connection.close(GatewayCloseCodes.UnknownOpcode, "Unknown opcode.");
		}
	};
	connection.on("message", (raw) => {
		const refuse = () => connection.close(GatewayCloseCodes.DecodeError, "Error while decoding payload.");
		contain(logger, () => take(raw), refuse);
	});
	connection.send(JSON.stringify({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: heartbeatMs } }));
};

/** How many guilds are sent at once. More are sent when the connection has taken all of these. */
const guildsAtOnce = 50;

/** True if a session receives a guild's channels and roles. */
export const knowsGuild = (session: GatewaySession, guild: Guild): boolean =>
	(session.intents & GatewayIntentBits.Guilds) !== 0 && hasShardOf(session, guild.id);

/** Sends GUILD_CREATE, with the members that the session may know. @param onSent - called when the event is sent */
export const sendGuild = (session: GatewaySession, guild: Guild, onSent?: () => void): void => {
	session.waiting.delete(guild);
	const event = record(session, "GUILD_CREATE", guildCreate(guild, session.intents));
	session.connection?.send(event, (error) => !error && onSent?.());
};

/**
 * Sends a session its waiting guilds, no faster than its connection takes them, so that thousands of guilds don't fill
 * the memory.
 */
export const sendGuilds = (session: GatewaySession): void => {
	const { connection } = session;
	if (!connection) return;
	const next = [...session.waiting.values().take(guildsAtOnce)];
	const last = next.at(-1);
	const goOn = (): void => {
		// If the client has resumed, its new connection is sent the remaining guilds.
		if (session.connection === connection) sendGuilds(session);
	};
	// `setImmediate` lets other connections have their turn in between.
	for (const guild of next) sendGuild(session, guild, guild === last ? () => setImmediate(goOn) : undefined);
};

/**
 * @returns the data of GUILD_CREATE. Without the intent for members, `members` has only the application and the members
 *   in voice channels
 */
const guildCreate = (guild: Guild, intents: number) => {
	const isIncluded = (member: Member): boolean =>
		(intents & GatewayIntentBits.GuildMembers) !== 0 ||
		member === guild.bot ||
		guild.voiceStates.has(member.user.id);
	const channels = [...guild.channels.values()];
	return {
		...guildFields(guild),
		joined_at: guild.bot.joinedAt,
		large: false,
		unavailable: false,
		member_count: guild.members.size,
		members: [...guild.members.values()].filter(isIncluded).map(memberWithUser),
		channels: channels
			.filter((channel) => !isThread(channel))
			.map((channel) => {
				const { guild_id: _guild, ...fields } = toldFields(channel);
				return fields;
			}),
		voice_states: [...guild.voiceStates.keys()].flatMap((userId) => {
			const member = guild.members.get(userId);
			if (!member) return [];
			const { guild_id: _guild, member: _member, ...state } = voiceStateFields(member);
			return state;
		}),
		threads: channels
			.filter(isThread)
			.filter((each) => !each.thread.archived && canView(guild.bot, each))
			.map(channelFields),
		presences: [],
		stage_instances: [],
		guild_scheduled_events: [],
		soundboard_sounds: [],
	};
};

/**
 * The intents for events in direct messages, by the intents for the same events in guilds. Other intents apply to both.
 */
const directIntents = new Map<number, number>([
	[GatewayIntentBits.Guilds, GatewayIntentBits.DirectMessages],
	[GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
	[GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
	[GatewayIntentBits.GuildMessageTyping, GatewayIntentBits.DirectMessageTyping],
	[GatewayIntentBits.GuildMessagePolls, GatewayIntentBits.DirectMessagePolls],
]);

export const directIntent = (intent: number): number => directIntents.get(intent) ?? intent;

/** The intent that each kind of event needs, by the beginning of its name. The first beginning that fits counts. */
const intents = [
	["CHANNEL_", GatewayIntentBits.Guilds],
	["GUILD_BAN_", GatewayIntentBits.GuildModeration],
	["GUILD_MEMBER_", GatewayIntentBits.GuildMembers],
	["GUILD_", GatewayIntentBits.Guilds],
	["MESSAGE_POLL_", GatewayIntentBits.GuildMessagePolls],
	["MESSAGE_REACTION_", GatewayIntentBits.GuildMessageReactions],
	["MESSAGE_", GatewayIntentBits.GuildMessages],
	["THREAD_MEMBERS_", GatewayIntentBits.GuildMembers],
	["THREAD_", GatewayIntentBits.Guilds],
	["TYPING_", GatewayIntentBits.GuildMessageTyping],
	["VOICE_STATE_", GatewayIntentBits.GuildVoiceStates],
	["WEBHOOKS_", GatewayIntentBits.GuildWebhooks],
] as const;

/** @returns the intent that an event needs; 0 for none */
export const intentOf = (name: string): number =>
	intents.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 0;
