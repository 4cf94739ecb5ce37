import * as z from "zod/mini";
import type { SchemaChange } from "./schema.ts";

/** A difference between a schema of Discord's OpenAPI and Discord itself. */
export interface Difference extends SchemaChange {
	/** The schemas by their names in the OpenAPI. */
	readonly schemas: readonly string[];
	/** Where Discord says it, or does it. `docs` is https://docs.discord.com/developers. */
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

/** Where requests differ. Nothing else is taken that the schemas refuse. */
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

/** Where answers and events differ. */
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

/** Bodies that the OpenAPI writes in place, where the package has no schema of them. */
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
		// discord.js, GuildMemberManager.edit: it sends its own name of the field beside Discord's.
		communicationDisabledUntil: z.optional(z.unknown()),
		flags: z.nullish(z.int()),
	}),
};
