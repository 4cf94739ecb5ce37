import {
	type APIAttachment,
	type APIMessage,
	type APIUser,
	ComponentType,
	EmbedType,
	MessageFlags,
	MessageReferenceType,
	MessageType,
} from "discord-api-types/v10";
import { displayedTexts, mapComponents, numberComponents } from "../checks/components.ts";
import { checkField, refuse } from "../checks/form.ts";
import { checked, isJson, type Json, listed } from "../checks/json.ts";
import type { MessageBody } from "../checks/message-body.ts";
import { inGuild } from "./fields.ts";
import type { Channel, Member } from "./guild.ts";
import { mayDo } from "./permissions.ts";

/** A message, with the data that the API's message object lacks. */
export interface StoredMessage {
	readonly message: APIMessage;
	/** The id of the only user who can see the message; undefined for everyone. */
	readonly visibleTo: string | undefined;
	/** The id of the interaction that this message answers. */
	readonly interactionId: string | undefined;
	/** The message before each edit, oldest first. */
	readonly earlier: readonly APIMessage[];
	/** The ids of the users who reacted with each emoji, oldest reaction first. */
	readonly reactors: ReadonlyMap<string, ReadonlySet<string>>;
	/** The ids of the users who voted for each answer of the message's poll, by the answer's number. */
	readonly votes: ReadonlyMap<number, ReadonlySet<string>>;
	/** When the message was pinned, as an ISO 8601 time; undefined if it isn't pinned. */
	readonly pinnedAt: string | undefined;
}

/** Changes of a message that aren't edits. */
export type MessageAmendment = Partial<Pick<StoredMessage, "reactors" | "votes" | "pinnedAt">> & {
	readonly message?: Partial<APIMessage>;
};

/** A change of a message's reactions. `emoji` is the character itself; undefined if all reactions were cleared. */
export type ReactionChange =
	| { readonly kind: "added" | "removed"; readonly emoji: string; readonly userId: string }
	| { readonly kind: "cleared"; readonly emoji: string | undefined };

export interface VoteChange {
	readonly added: boolean;
	readonly answerId: number;
	readonly userId: string;
}

export interface NewMessage {
	readonly body: MessageBody;
	readonly author: APIUser;
	readonly channelId: string;
	/** By default a new id. A forum post's first message has the post's id. */
	readonly id?: string;
	readonly flags?: number;
	readonly visibleTo?: string | undefined;
	readonly interactionId?: string | undefined;
	readonly extra?: Partial<APIMessage>;
}

export interface StoredFile {
	readonly attachment: APIAttachment;
	readonly bytes: Uint8Array;
}

/** The types of messages that people and applications write. All others are system messages. */
const written: readonly MessageType[] = [
	MessageType.Default,
	MessageType.Reply,
	MessageType.ChatInputCommand,
	MessageType.ContextMenuCommand,
];

/** The part of `Messages` that replies and forwards use. */
interface KnownMessages {
	readonly world: { channel(id: string): Channel | undefined };
	find(id: string): StoredMessage | undefined;
	readonly files: { copy(channelId: string, attachment: APIAttachment): APIAttachment };
}

const refuseUnknown = () =>
	checkField("message_reference", (field) => field.refuse("REPLIES_UNKNOWN_MESSAGE"));

const alone = (payload: Json): boolean =>
	!["content", "embeds", "components", "poll", "sticker_ids", "attachments"].some((key) => {
		const value = payload[key];
		return Array.isArray(value) ? value.length > 0 : Boolean(value);
	});

const referenceTo = (type: MessageReferenceType, messageId: string, channel: Channel) => ({
	type,
	message_id: messageId,
	channel_id: channel.id,
	...inGuild(channel.guild),
});

const reply = (messages: KnownMessages, channel: Channel, author: Member | undefined, asked: Json) => {
	const id = String(asked.message_id);
	const found = messages.find(id);
	const isThere = found?.message.channel_id === channel.id && found.visibleTo === undefined;
	if (!isThere && asked.fail_if_not_exists === false) return {};
	if (!found || !isThere) return refuseUnknown() ?? {};
	if (!written.includes(found.message.type)) throw refuse.systemMessage();
	if (author && !mayDo(author, "ReadMessageHistory", channel)) throw refuse.noHistoryToReply();
	const { referenced_message: _deeper, ...message } = found.message;
	return {
		type: MessageType.Reply,
		message_reference: referenceTo(MessageReferenceType.Default, id, channel),
		referenced_message: message,
	};
};

/** @param copy - copies a file, so that a forward keeps it after the message is deleted */
const snapshotOf = ({ message }: StoredMessage, copy: (file: APIAttachment) => APIAttachment) => {
	// A forward of a forward carries the original message.
	const source = message.message_snapshots?.[0]?.message ?? message;
	return {
		message: {
			type: source.type,
			content: source.content,
			embeds: source.embeds,
			attachments: source.attachments.map(copy),
			timestamp: source.timestamp,
			edited_timestamp: source.edited_timestamp,
			flags: Number(source.flags ?? 0),
			mentions: source.mentions,
			mention_roles: source.mention_roles,
			components: source.components ?? [],
			...(source.sticker_items && { sticker_items: source.sticker_items }),
		},
	};
};

const forward = (messages: KnownMessages, to: Channel, author: Member | undefined, asked: Json) => {
	const id = String(asked.message_id);
	const found = messages.find(id);
	const from = messages.world.channel(String(asked.channel_id));
	if (!found || !from || found.message.channel_id !== from.id || found.visibleTo !== undefined)
		return refuseUnknown() ?? {};
	const member = author && from.guild.members.get(author.user.id);
	if (author && (!member || !mayDo(member, "ViewChannel", from))) throw refuse.unreadableForward();
	if (member && !mayDo(member, "ReadMessageHistory", from)) throw refuse.noHistoryToForward();
	if (from.nsfw && !to.nsfw) throw refuse.ageRestrictedForward();
	if (!written.includes(found.message.type) || found.message.poll) throw refuse.systemMessage();
	return {
		flags: MessageFlags.HasSnapshot,
		message_reference: referenceTo(MessageReferenceType.Forward, id, from),
		message_snapshots: [snapshotOf(found, (file) => messages.files.copy(to.id, file))],
	};
};

/**
 * @returns the fields that make a message a reply or a forward, as its request body asks; none for other messages, or if
 *   the message to reply to doesn't exist and `fail_if_not_exists` is false
 * @throws ApiError if a forward names no channel, if Discord wouldn't let the author reply to or forward its message, or
 *   if a forward has content of its own
 */
export const referenceFields = (
	messages: KnownMessages,
	channel: Channel,
	author: Member | undefined,
	payload: Json,
): Partial<APIMessage> => {
	const asked = payload.message_reference;
	if (!isJson(asked)) return {};
	if (asked.type !== MessageReferenceType.Forward) return reply(messages, channel, author, asked);
	checkField("message_reference", (field) => field.in("channel_id").text(asked.channel_id, 1, 20));
	if (!alone(payload)) throw refuse.forwardWithMore();
	return forward(messages, channel, author, asked);
};

/** @returns the ids that a text mentions, including unknown ones */
export const findMentions = (text: string) => {
	const ids = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, id]) => id ?? ""));
	return {
		users: ids(/<@!?(\d{17,20})>/g),
		roles: ids(/<@&(\d{17,20})>/g),
		channels: ids(/<#(\d{17,20})>/g),
		everyone: /@(everyone|here)\b/.test(text),
	};
};

/**
 * @returns whom a message pings: the users and roles in its texts that `allowed_mentions` permits, and the author of
 *   the message that it replies to. That author is pinged if `allowed_mentions` is missing, or if its `replied_user` is
 *   true. @everyone and @here also need the author's permission
 */
export const pingsOf = (channel: Channel, authorId: string, payload: Json, answered?: APIUser) => {
	const { content, components, allowed_mentions: allowed } = payload;
	const { guild } = channel;
	const author = guild.members.get(authorId);
	const found = findMentions([content ?? "", ...displayedTexts(components)].join("\n"));
	const rules: Json = isJson(allowed) ? allowed : { parse: ["users", "roles", "everyone"] };
	const parse = Array.isArray(rules.parse) ? rules.parse : [];
	const listed = (key: "users" | "roles", id: string) => {
		const list = rules[key];
		return parse.includes(key) || (Array.isArray(list) && list.includes(id));
	};
	const named = [...found.users].filter((id) => listed("users", id));
	const pingsAnswered = answered && (!isJson(allowed) || allowed.replied_user === true);
	return {
		mentions: [...new Set([...named, ...(pingsAnswered ? [answered.id] : [])])].flatMap(
			(id) => guild.members.get(id)?.user ?? [],
		),
		mention_roles: [...found.roles].filter((id) => guild.roles.has(id) && listed("roles", id)),
		mention_everyone:
			found.everyone &&
			author !== undefined &&
			mayDo(author, "MentionEveryone", channel) &&
			parse.includes("everyone"),
	};
};

const counts = { min_values: 1, max_values: 1 };

/** The values that Discord fills in, by type of component. */
const defaults: Readonly<Partial<Record<ComponentType, Json>>> = {
	[ComponentType.StringSelect]: counts,
	[ComponentType.UserSelect]: counts,
	[ComponentType.RoleSelect]: counts,
	[ComponentType.MentionableSelect]: counts,
	[ComponentType.ChannelSelect]: counts,
	[ComponentType.File]: { spoiler: false },
	[ComponentType.Separator]: { spacing: 1, divider: true },
	[ComponentType.Container]: { accent_color: null, spoiler: false },
};

/** @returns checked components as the API writes them: each with an id, and media with the file's data */
export const finishComponents = (
	components: unknown,
	attachments: readonly APIAttachment[],
	newId: () => string,
): NonNullable<APIMessage["components"]> => {
	const own = (url: unknown) =>
		attachments.find((each) => url === each.url || url === `attachment://${each.filename}`);
	const fillMedia = (media: Json): Json => {
		const { url, proxy_url: proxyUrl, content_type: contentType, id } = own(media.url) ?? { url: media.url };
		return {
			id: id ?? newId(),
			url,
			proxy_url: proxyUrl ?? url,
			...(contentType !== undefined && { content_type: contentType }),
			...(id !== undefined && { attachment_id: id }),
		};
	};
	const picture = ({ media, ...item }: Json) => ({
		...(isJson(media) && { description: null, spoiler: false }),
		...item,
		...(isJson(media) && { media: fillMedia(media) }),
	});
	const fill = (component: Json): Json => {
		const { file, items } = component;
		const shown = isJson(file) ? own(file.url) : undefined;
		return {
			...defaults[component.type as ComponentType],
			...picture(component),
			...(isJson(file) && { file: fillMedia(file) }),
			...(shown && { name: shown.filename, size: shown.size }),
			...(Array.isArray(items) && { items: items.filter(isJson).map(picture) }),
		};
	};
	return checked(mapComponents(numberComponents(components), fill));
};

/** @returns embeds as the API writes them */
export const finishEmbeds = (embeds: unknown): APIMessage["embeds"] =>
	listed(embeds).map((embed) => ({
		type: EmbedType.Rich,
		...embed,
		...(Array.isArray(embed.fields) && {
			fields: embed.fields.map((field) => ({ inline: false, ...field })),
		}),
	}));

/**
 * Whether an application sees a message's content without the privileged intent: only in its own messages, and in those
 * that mention it. A reply to its answer to an interaction must mention it by text: being pinged isn't enough.
 */
const isReadable = (applicationId: string, { author, mentions, ...message }: APIMessage): boolean => {
	if (author.id === applicationId) return true;
	if (!mentions.some(({ id }) => id === applicationId)) return false;
	const named = findMentions(message.content).users.has(applicationId);
	return named || message.referenced_message?.interaction_metadata === undefined;
};

const empty = { content: "", attachments: [], embeds: [], components: [] };

const withoutContent = ({ poll: _poll, message_snapshots: snapshots, ...message }: APIMessage) => ({
	...message,
	...empty,
	...(snapshots && {
		message_snapshots: snapshots.map((each) => ({ message: { ...each.message, ...empty } })),
	}),
	...(message.referenced_message && {
		referenced_message: { ...message.referenced_message, ...empty },
	}),
});

/** @returns a message as an application without the Message Content intent sees it */
export const withoutOthersContent = (applicationId: string, message: APIMessage) =>
	isReadable(applicationId, message) ? message : withoutContent(message);
