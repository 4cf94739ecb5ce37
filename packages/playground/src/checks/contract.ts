// @ts-expect-error The package gives its JavaScript as its types.
import * as published from "discord-api-spec/zod";
import * as z from "zod/mini";
import type { $ZodChecks, $ZodObject, $ZodType, $ZodTypes } from "zod/v4/core";
import { Form, orThrow } from "./form.ts";

/**
 * The name in Discord's OpenAPI of the schema of each operation's body. Bodies whose schema has no name there are in
 * `bodiesInPlace`. Operations without a body are in neither.
 */
export const bodies: Readonly<Record<string, string>> = {
	"PATCH /applications/@me": "ApplicationFormPartial",
	"PUT /applications/{application_id}/commands": "ApplicationCommandUpdateRequest[] | null",
	"PUT /applications/{application_id}/guilds/{guild_id}/commands": "ApplicationCommandUpdateRequest[] | null",
	"PATCH /channels/{channel_id}":
		"UpdateDMRequestPartial | UpdateGroupDMRequestPartial | UpdateGuildChannelRequestPartial | UpdateThreadRequestPartial",
	"POST /channels/{channel_id}/messages": "MessageCreateRequest",
	"PATCH /channels/{channel_id}/messages/{message_id}": "MessageEditRequestPartial",
	"POST /channels/{channel_id}/messages/{message_id}/threads": "CreateTextThreadWithMessageRequest",
	"POST /channels/{channel_id}/threads": "CreateForumThreadRequest | CreateTextThreadWithoutMessageRequest",
	"PUT /guilds/{guild_id}/bans/{user_id}": "BanUserFromGuildRequest",
	"DELETE /guilds/{guild_id}/bans/{user_id}": "UnbanUserFromGuildRequest",
	"POST /guilds/{guild_id}/roles": "CreateRoleRequest",
	"PATCH /guilds/{guild_id}/roles": "UpdateRolePositionsRequest[]",
	"PATCH /guilds/{guild_id}/roles/{role_id}": "UpdateRoleRequestPartial",
	"PATCH /guilds/{guild_id}/voice-states/@me": "UpdateSelfVoiceStateRequestPartial",
	"PATCH /guilds/{guild_id}/voice-states/{user_id}": "UpdateVoiceStateRequestPartial",
	"POST /interactions/{interaction_id}/{interaction_token}/callback":
		"ApplicationCommandAutocompleteCallbackRequest | CreateMessageInteractionCallbackRequest | LaunchActivityInteractionCallbackRequest | ModalInteractionCallbackRequest | PongInteractionCallbackRequest | SocialLayerSKUPurchaseEligibilityInteractionCallbackRequest | UpdateMessageInteractionCallbackRequest",
	"POST /users/@me/channels": "CreatePrivateChannelRequest",
	"POST /webhooks/{webhook_id}/{webhook_token}":
		"IncomingWebhookRequestPartial | IncomingWebhookUpdateRequestPartial",
	"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": "IncomingWebhookUpdateRequestPartial",
	"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": "IncomingWebhookUpdateRequestPartial",
};

/** A difference between a schema of Discord's OpenAPI and Discord itself. */
interface Difference extends SchemaChange {
	/** The schemas by their names in the OpenAPI. */
	readonly schemas: readonly string[];
	/** Where Discord documents or shows the difference. `docs` is https://docs.discord.com/developers. */
	readonly source: string;
}

const snowflake = z.union([z.int().check(z.minimum(0)), z.string().check(z.regex(/^(?:0|[1-9]\d{0,19})$/))]);
const permissions = z.nullish(
	z.union([z.int().check(z.minimum(0)), z.string().check(z.regex(/^\d{1,20}$/))]),
);

const forwards: Difference = {
	schemas: ["MessageReferenceType"],
	instead: z.literal([0, 1]),
	source: "docs/resources/message#message-reference-types: 1 is a forward",
};

/** The differences in requests. In everything else, a request must fit the schemas. */
export const inRequests: readonly Difference[] = [
	{
		schemas: ["SnowflakeType"],
		instead: snowflake,
		source: "docs/reference#id-serialization: ids are kept as integers; discord.py sends them so",
	},
	{
		schemas: ["ApplicationCommandUpdateRequest"],
		fields: { default_member_permissions: permissions, nsfw: z.nullish(z.boolean()) },
		source: "docs/interactions/application-commands#bulk-overwrite-global-application-commands",
	},
	{
		schemas: ["CreateRoleRequest", "UpdateRoleRequestPartial"],
		fields: { permissions },
		source: "docs/topics/permissions#bitwise-permission-flags: since v8 permissions are strings",
	},
	{
		schemas: ["ApplicationFormPartial"],
		fields: { description: z.nullish(z.string().check(z.maxLength(400))) },
		source: "docs/resources/application#edit-current-application: it is a string",
	},
	{
		schemas: ["ApplicationOAuth2InstallParams"],
		fields: { permissions },
		source: "docs/resources/application#install-params-object: permissions are a string",
	},
	forwards,
	{
		schemas: ["CreateTextThreadWithMessageRequest"],
		fields: { type: z.optional(z.int()) },
		source: "discord.js, GuildTextThreadManager.create: it sends the type that follows from the channel",
	},
	{
		schemas: [
			"MessageEditRequestPartial",
			"IncomingWebhookInteractionRequest",
			"IncomingWebhookRequestPartial",
			"IncomingWebhookUpdateForInteractionCallbackRequestPartial",
			"IncomingWebhookUpdateRequestPartial",
		],
		fields: { tts: z.optional(z.boolean()), enforce_nonce: z.optional(z.boolean()) },
		source:
			"discord.js, MessagePayload.resolveBody: it sends both with each message, and Discord ignores them",
	},
];

/** The differences in answers and events. */
export const inAnswers: readonly Difference[] = [
	forwards,
	{
		schemas: ["GuildChannelResponse"],
		fields: {
			bitrate: z.nullish(z.int32()),
			user_limit: z.nullish(z.int32()),
			type: z.literal([0, 2, 4, 5, 13, 14, 15, 16]),
		},
		source:
			"discord-api-docs#8454: in a channel that the application can't view, the first two are null or absent; docs/resources/channel#channel-object-channel-types: 16 is a media channel",
	},
	{
		schemas: ["RatelimitedResponse"],
		instead: z.object({ message: z.string(), retry_after: z.number(), global: z.boolean() }),
		source: "docs/topics/rate-limits#exceeding-a-rate-limit: only some have a code",
	},
	{
		schemas: ["InnerErrors"],
		fields: { _errors: z.array(z.object({ code: z.string(), message: z.string() })) },
		source: "docs/reference#error-messages: these codes are words",
	},
];

/** Schemas of bodies that have no name in the OpenAPI, so that the package doesn't export them. */
export const bodiesInPlace = {
	"POST /channels/{channel_id}/messages/bulk-delete": z.object({
		messages: z.array(snowflake),
	}),
	"POST /channels/{channel_id}/webhooks": z.object({
		name: z.string().check(z.minLength(1), z.maxLength(80)),
		avatar: z.nullish(z.string()),
	}),
	"PATCH /guilds/{guild_id}/members/@me": z.object({
		nick: z.nullish(z.string().check(z.maxLength(32))),
		avatar: z.nullish(z.string()),
		bio: z.nullish(z.string().check(z.maxLength(190))),
		banner: z.nullish(z.string()),
	}),
	"PATCH /guilds/{guild_id}/members/{user_id}": z.object({
		nick: z.nullish(z.string().check(z.maxLength(32))),
		roles: z.nullish(z.array(z.nullable(snowflake))),
		mute: z.nullish(z.boolean()),
		deaf: z.nullish(z.boolean()),
		channel_id: z.nullish(snowflake),
		communication_disabled_until: z.nullish(z.string().check(z.iso.datetime())),
		// GuildMemberManager.edit of discord.js sends this name of its own beside Discord's.
		communicationDisabledUntil: z.optional(z.unknown()),
		flags: z.nullish(z.int()),
	}),
};

/** An expected type: names in Discord's OpenAPI, such as `A | B` or `A[] | null`, or a schema. */
type Type = string | Schema;

/** Checks that a value has a type, and notes refusals in a form. @throws TypeError when the OpenAPI has no such type */
type Check = (form: Form, type: Type, value: unknown) => void;

const schemas = published as Readonly<Record<string, z.ZodMiniType>>;

const schemaOf = (name: string): z.ZodMiniType =>
	orThrow(schemas[`${name}Schema`], () => new TypeError(`Discord's OpenAPI has no ${name}`));

const read = (type: string): z.ZodMiniType => {
	const named = (type.match(/[A-Z]\w+/g) ?? []).map(schemaOf);
	const one = z.union(named);
	const all = type.includes("[]") ? z.array(one) : one;
	return type.endsWith("| null") ? z.nullable(all) : all;
};

/**
 * Makes a check against Discord's published contract, corrected by the differences between it and Discord.
 *
 * @param isStrict - whether unknown fields are refused
 */
export const contractWith = (differences: readonly Difference[], isStrict: boolean): Check => {
	const changes = new Map<Schema, SchemaChange>(
		differences.flatMap((change) => change.schemas.map((name) => [schemaOf(name), change] as const)),
	);
	const known = new Map<string, Schema>();
	return (form, type, value) => {
		const schema = typeof type === "string" ? (known.get(type) ?? read(type)) : type;
		if (typeof type === "string") known.set(type, schema);
		checkBySchema(form, schema, value, { changes, isStrict });
	};
};

/**
 * @returns an operation, such as `PUT /channels/{channel_id}`, without the names of its parameters: `PUT /channels/{}`
 */
export const unnamed = (operation: string): string => operation.replaceAll(/\{\w+\}/g, "{}");

const typesByName = Object.entries<Type>({ ...bodies, ...bodiesInPlace });
const types: ReadonlyMap<string, Type> = new Map(typesByName.map(([name, type]) => [unnamed(name), type]));
const checkRequest = contractWith(inRequests, true);

/**
 * Checks a request's body against the schema of its operation, if it has one.
 *
 * @param operation - without parameter names, as from `unnamed`
 * @throws ApiError 50035 with every refused field
 */
export const checkBody = (operation: string, body: unknown): void => {
	const type = types.get(operation);
	if (type === undefined) return;
	const form = new Form();
	checkRequest(form, type, body);
	form.finish();
};

type Schema = $ZodType;
type Def = $ZodTypes["_zod"]["def"];

/** How Discord differs from a schema: `instead` takes its place; `fields` replaces fields of an object, or adds some. */
interface SchemaChange {
	readonly instead?: Schema;
	readonly fields?: Readonly<Record<string, Schema>>;
}

interface Reading {
	readonly changes: ReadonlyMap<Schema, SchemaChange>;
	/** Whether fields that an object's schema doesn't have are refused. */
	readonly isStrict: boolean;
}

/** Refuses what a schema refuses, with Discord's codes. zod's own errors have neither these codes nor both bounds. */
const checkBySchema = (form: Form, schema: Schema, value: unknown, reading: Reading): void => {
	const change = reading.changes.get(schema);
	const { def } = ((change?.instead ?? schema) as $ZodTypes)._zod;
	const go = (inner: Schema) => checkBySchema(form, inner, value, reading);
	switch (def.type) {
		case "lazy":
			go(def.getter());
			break;
		case "optional":
			if (value !== undefined) go(def.innerType);
			break;
		case "nullable":
			if (value !== null) go(def.innerType);
			break;
		case "intersection":
			for (const side of [def.left, def.right]) go(side);
			break;
		case "union":
			checkUnion(form, def.options, value, reading);
			break;
		case "unknown":
			break;
		default:
			if (value === undefined || value === null) {
				if (def.type !== String(value)) form.refuse("BASE_TYPE_REQUIRED");
			} else checkThere(form, def, value, reading, change);
	}
};

const checkThere = (form: Form, def: Def, value: unknown, reading: Reading, change?: SchemaChange) => {
	const { min, max, format, pattern }: Bounds = {
		...("format" in def && def.format === "int32" && int32),
		...boundsOf(def.checks as readonly $ZodChecks[] | undefined),
	};
	const go = (place: Form, inner: Schema, item: unknown) => checkBySchema(place, inner, item, reading);
	switch (def.type) {
		case "string":
			if (!form.text(value, min ?? 0, max ?? Number.POSITIVE_INFINITY)) return;
			if (format === "url") {
				if (!URL.canParse(value)) form.refuse("URL_TYPE_INVALID_URL");
			} else if (format === "datetime") {
				// An ISO 8601 time, with any offset.
				if (!/^\d{4}-\d{2}-\d{2}T/.test(value) || Number.isNaN(Date.parse(value)))
					form.refuse("DATE_TIME_TYPE_PARSE", `Could not parse ${value}. Should be ISO8601.`);
			} else if (pattern?.test(value) === false)
				form.refuse("NUMBER_TYPE_COERCE", `Value "${value}" is not int.`);
			break;
		case "number":
			form.number(value, min, max, "format" in def);
			break;
		case "boolean":
			if (typeof value !== "boolean") form.refuse("BOOLEAN_TYPE_CONVERT");
			break;
		case "literal":
			form.oneOf(value, def.values);
			break;
		case "array":
			for (const [index, item] of form.list(value, max ?? listMax, min).entries())
				go(form.in(index), def.element, item);
			break;
		case "record":
			for (const [key, item] of Object.entries(form.object(value) ?? {}))
				go(form.in(key), def.valueType, item);
			break;
		case "object": {
			const object = form.object(value);
			if (!object) return;
			const shape: Readonly<Record<string, Schema>> = { ...def.shape, ...change?.fields };
			// Discord ignores unknown fields, but they are often misspelt names.
			for (const key of reading.isStrict ? Object.keys(object) : [])
				if (!Object.hasOwn(shape, key)) form.in(key).refuse("BASE_TYPE_UNKNOWN_FIELD");
			for (const [key, field] of Object.entries(shape)) go(form.in(key), field, object[key]);
			break;
		}
		case "null":
		case "undefined":
			form.refuse("BASE_TYPE_CHOICES", "Nothing may be here.");
			break;
		default:
			// A kind that none of Discord's schemas had when this was written.
			throw new TypeError(`unknown kind of schema: ${def.type}`);
	}
};

const int32: Bounds = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** The most items in a list whose schema has no bound: as many as in Discord's other schemas. */
const listMax = 1_521;

interface Bounds {
	readonly min?: number;
	readonly max?: number;
	readonly format?: string;
	readonly pattern?: RegExp | undefined;
}

const boundsOf = (checks: readonly $ZodChecks[] = []): Bounds =>
	Object.assign(
		{},
		...checks.map(({ _zod: { def } }): Bounds => {
			if (def.check === "min_length") return { min: def.minimum };
			if (def.check === "max_length") return { max: def.maximum };
			if (def.check === "greater_than") return { min: Number(def.value) };
			if (def.check === "less_than") return { max: Number(def.value) };
			return def.check === "string_format" ? { format: def.format, pattern: def.pattern } : {};
		}),
	);

const unwrap = (schema: Schema): Schema => {
	const { def } = (schema as $ZodTypes)._zod;
	return def.type === "lazy" ? unwrap(def.getter()) : schema;
};

/** @returns the possible values of an object's field `type`; empty for other schemas, or if any `type` is possible */
const typesOf = (schema: Schema, { changes }: Reading): readonly unknown[] => {
	const object = unwrap(schema);
	const { def } = (object as $ZodTypes)._zod;
	const shape = def.type === "object" ? (def.shape as $ZodObject["_zod"]["def"]["shape"]) : {};
	const field = changes.get(object)?.fields?.type ?? shape.type;
	const inner = field && (unwrap(field) as $ZodTypes)._zod.def;
	return inner?.type === "literal" ? inner.values : [];
};

/**
 * Checks a value against a union. If each option is an object with a fixed `type`, only the options with the value's
 * `type` are tried. If no tried option fits the value, adds the refusals of the option with the fewest.
 */
const checkUnion = (form: Form, options: readonly Schema[], value: unknown, reading: Reading) => {
	let fitting = options;
	const kinds = options.map((option) => typesOf(option, reading));
	if (kinds.every(({ length }) => length > 0)) {
		if (value === undefined || value === null) return form.refuse("BASE_TYPE_REQUIRED");
		const object = form.object(value);
		if (!object) return;
		fitting = options.filter((_option, index) => kinds[index]?.includes(object.type));
		if (fitting.length === 0) return form.in("type").oneOf(object.type, kinds.flat());
	}
	const tried = fitting.map((option) => {
		const place = form.apart();
		checkBySchema(place, option, value, reading);
		return place;
	});
	const [best] = tried.toSorted((a, b) => a.refusals - b.refusals);
	if (best) form.take(best);
};
