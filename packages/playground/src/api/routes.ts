import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, checkField, orThrow, refuse } from "../checks/form.ts";
import { isJson, type Json, parseObject } from "../checks/json.ts";
import type { MessageBody, UploadedFile } from "../checks/message-body.ts";
import type { Channel, Guild, Member, PermissionName } from "../world/guild.ts";
import type { StoredMessage } from "../world/message-fields.ts";
import type { Messages } from "../world/messages.ts";
import { mayDo } from "../world/permissions.ts";
import type { World } from "../world/world.ts";

const readParts = async (request: FastifyRequest): Promise<MessageBody> => {
	const files: UploadedFile[] = [];
	let payload: Json = {};
	for await (const part of request.parts()) {
		if (part.type === "file")
			files.push({
				index: /^files\[(\d+)\]$/.exec(part.fieldname)?.[1] ?? part.fieldname,
				filename: part.filename,
				contentType: part.mimetype || undefined,
				bytes: await part.toBuffer(),
				// Known once the file has been read.
				truncated: part.file.truncated,
			});
		else if (part.fieldname === "payload_json")
			payload = orThrow(parseObject(String(part.value)), refuse.invalidJson);
		else payload = { ...payload, [part.fieldname]: part.value };
	}
	return { payload, files };
};

/**
 * Reads a request's JSON and files, from a JSON or a multipart body.
 *
 * @throws ApiError 50109 for invalid JSON, 50035 for a multipart body that can't be read
 */
const readBody = async (request: FastifyRequest): Promise<MessageBody> => {
	if (!request.isMultipart()) return { payload: isJson(request.body) ? request.body : {}, files: [] };
	const body = await readParts(request).catch((error: Error & { statusCode?: number }) => {
		// The parser's own errors have no status.
		throw error.statusCode === undefined && !(error instanceof ApiError) ? refuse.invalidForm() : error;
	});
	request.body = body.payload;
	return body;
};

/** @returns an operation's name in Discord's contract, without the names of its parameters */
export const operationOf = (method: string, path: string, params: Readonly<Record<string, string>>) => {
	const address = path.replaceAll(/:(\w+)/g, (_all, name) =>
		params[name]?.startsWith("@") ? params[name] : "{}",
	);
	return `${method.toUpperCase()} ${address}`;
};

/** The names of a path's parameters: `guild` and `role` for `/guilds/:guild/roles/:role`. */
type ParameterOf<P extends string> = P extends `${string}/:${infer Name}/${infer Rest}`
	? Name | ParameterOf<`/${Rest}`>
	: P extends `${string}/:${infer Name}`
		? Name
		: never;

type Query = Readonly<Record<string, string | undefined>>;

interface ApiRequest<P extends string> {
	readonly params: Readonly<Record<ParameterOf<P>, string>>;
	readonly query: Query;
	readonly body: unknown;
	/** The fields of a body that is a JSON object; empty for any other body. */
	readonly json: Json;
	/** The body's JSON, and the files of a multipart body. */
	readonly message: MessageBody;
}

/** Adds a route. The answer is the JSON of what `act` returns, or 204 if that is undefined. */
type AddRoute = <P extends string>(
	path: P,
	act: (request: ApiRequest<P>, reply: FastifyReply) => unknown,
) => void;

export type Api = Readonly<Record<"get" | "post" | "put" | "patch" | "delete", AddRoute>>;

/** Discord's schemas are large. They are loaded with a client's first request, so that the page opens without them. */
let contract: Promise<typeof import("../checks/contract.ts")> | undefined;

export const routesOf = (server: FastifyInstance): Api => {
	const on =
		(method: keyof Api): AddRoute =>
		(path, act) => {
			server[method](path, async (request, reply) => {
				const params = request.params as Readonly<Record<string, string>>;
				const message = await readBody(request);
				const { body } = request;
				contract ??= import("../checks/contract.ts");
				if (method !== "get") (await contract).checkBody(operationOf(method, path, params), body ?? {});
				const answer = await act(
					{ params: params as never, query: request.query as Query, body, json: message.payload, message },
					reply,
				);
				return answer === undefined ? reply.code(204).send() : answer;
			});
		};
	return { get: on("get"), post: on("post"), put: on("put"), patch: on("patch"), delete: on("delete") };
};

/**
 * The guild with this id, in which the application has these permissions.
 *
 * @throws ApiError 10004 if the application's bot isn't in it, 50013 if it lacks a permission
 */
export const findGuild = (world: World, id: string, ...needs: readonly PermissionName[]): Guild => {
	const guild = world.guilds.get(id);
	if (!guild?.hasBot) throw refuse.unknownGuild();
	for (const name of needs) need(guild, name);
	return guild;
};

/**
 * A guild's member; `@me` is the application.
 *
 * @throws ApiError 10004 for an unknown guild, 10007 for an unknown member
 */
export const findMember = (world: World, guildId: string, userId: string): Member => {
	const { members } = findGuild(world, guildId);
	return orThrow(members.get(userId === "@me" ? world.applicationId : userId), refuse.unknownMember);
};

/**
 * A channel in which the application has these permissions.
 *
 * @throws ApiError 10003 for an unknown channel, 50001 if it can't view the channel, 50013 if it lacks a permission
 */
export const findChannel = (world: World, id: string, ...needs: readonly PermissionName[]): Channel => {
	const channel = orThrow(world.channel(id), refuse.unknownChannel);
	const { bot } = channel.guild;
	if (!channel.guild.hasBot || !mayDo(bot, "ViewChannel", channel)) throw refuse.missingAccess();
	if (!needs.every((name) => mayDo(bot, name, channel))) throw refuse.missingPermissions();
	return channel;
};

/** @throws ApiError 50013 unless the application has a permission in a guild or channel */
export const need = ({ bot }: Guild, name: PermissionName, channel?: Channel): void => {
	if (!mayDo(bot, name, channel)) throw refuse.missingPermissions();
};

/** A channel's message that isn't ephemeral. @throws ApiError 10008 for any other message */
export const findMessage = (messages: Messages, channelId: string, id: string): StoredMessage => {
	const stored = messages.find(id);
	if (!stored || stored.visibleTo || stored.message.channel_id !== channelId) throw refuse.unknownMessage();
	return stored;
};

/** Reads a query's boolean: libraries write `true`, `True` or `1`. */
export const isTrue = (value: string | undefined): boolean => /^(true|1)$/i.test(value ?? "");

/** Reads a query's `limit`, by default `fallback`. @throws ApiError 50035 if it isn't a whole number from 1 to `max` */
export const readLimit = (value: string | undefined, fallback: number, max: number): number => {
	if (value === undefined) return fallback;
	checkField("limit", (field) => field.number(/^-?\d+$/.test(value) ? Number(value) : value, 1, max, true));
	return Number(value);
};

/** Reads a query's id; undefined if the query has none. @throws ApiError 50035 for a value that isn't an id */
export const readId = (name: string, value: string | undefined): bigint | undefined => {
	if (value === undefined) return undefined;
	checkField(name, (field) => {
		if (!/^\d{1,20}$/.test(value)) field.refuse("NUMBER_TYPE_COERCE", `Value "${value}" is not snowflake.`);
	});
	return BigInt(value);
};

const idOf = ({ message }: StoredMessage): bigint => BigInt(message.id);

/**
 * @param seen - a channel's history, oldest first
 * @returns the messages that a query asks for, newest first. Like Discord, prefers `around` to `before`, and `before`
 *   to `after`
 * @throws ApiError 50035 if `around`, `before` or `after` isn't an id, or the limit is out of bounds
 */
export const pickHistory = (seen: readonly StoredMessage[], query: Query): StoredMessage[] => {
	const limit = readLimit(query.limit, 50, 100);
	const around = readId("around", query.around);
	const before = readId("before", query.before);
	const after = readId("after", query.after);
	return pick().reverse();

	function pick(): StoredMessage[] {
		if (around !== undefined) {
			const earlier = seen.filter((each) => idOf(each) < around).slice(-Math.floor(limit / 2) || seen.length);
			const later = seen.filter((each) => idOf(each) >= around).slice(0, limit - earlier.length);
			return [...earlier, ...later];
		}
		if (before !== undefined) return seen.filter((each) => idOf(each) < before).slice(-limit);
		if (after !== undefined) return seen.filter((each) => idOf(each) > after).slice(0, limit);
		return seen.slice(-limit);
	}
};
