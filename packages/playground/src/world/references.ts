import {
	type APIMessage,
	type APIMessageSnapshot,
	MessageFlags,
	MessageReferenceType,
	MessageType,
} from "discord-api-types/v10";
import { refuse } from "../checks/api-error.ts";
import { Form } from "../checks/form.ts";
import { isJson, type Json } from "../checks/json.ts";
import { inGuild } from "./fields.ts";
import type { Channel, Member } from "./guild.ts";
import type { StoredMessage } from "./message.ts";
import { mayDo } from "./permissions.ts";

/** Types of messages that people and applications write; all others are notes of the system. */
const written: readonly MessageType[] = [
	MessageType.Default,
	MessageType.Reply,
	MessageType.ChatInputCommand,
	MessageType.ContextMenuCommand,
];

interface ReferenceParts {
	readonly channel: (id: string) => Channel | undefined;
	readonly find: (id: string) => StoredMessage | undefined;
	/** Copies a message's files, which a forward keeps when the message is gone. */
	readonly copyFiles: (message: APIMessage["attachments"]) => APIMessage["attachments"];
}

const unknownMessage = () => {
	const form = new Form();
	form.in("message_reference").refuse("REPLIES_UNKNOWN_MESSAGE", "Unknown message");
	return form.finish();
};

const alone = (payload: Json): boolean =>
	!["content", "embeds", "components", "poll", "sticker_ids", "attachments"].some((key) => {
		const value = payload[key];
		return Array.isArray(value) ? value.length > 0 : Boolean(value);
	});

const reply = (
	{ find }: ReferenceParts,
	channel: Channel,
	author: Member | undefined,
	id: string,
	payload: Json,
): Partial<APIMessage> => {
	const found = find(id);
	const isThere = found?.message.channel_id === channel.id && found.visibleTo === undefined;
	const asked = payload.message_reference as Json;
	if (!isThere && asked.fail_if_not_exists === false) return {};
	if (!found || !isThere) return unknownMessage() ?? {};
	if (!written.includes(found.message.type)) throw refuse.systemMessage();
	if (author && !mayDo(author, "ReadMessageHistory", channel)) throw refuse.noHistoryToReply();
	const { referenced_message: _deeper, ...message } = found.message;
	return {
		type: MessageType.Reply,
		message_reference: {
			type: MessageReferenceType.Default,
			message_id: id,
			channel_id: channel.id,
			...inGuild(channel.guild),
		},
		referenced_message: message,
	};
};

const snapshotOf = (
	{ message }: StoredMessage,
	copyFiles: ReferenceParts["copyFiles"],
): APIMessageSnapshot => {
	// A forward of a forward has the original message.
	const source = message.message_snapshots?.[0]?.message ?? message;
	return {
		message: {
			type: source.type,
			content: source.content,
			embeds: source.embeds,
			attachments: copyFiles(source.attachments),
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

const forward = (
	{ channel, find, copyFiles }: ReferenceParts,
	to: Channel,
	author: Member | undefined,
	id: string,
	payload: Json,
	fromId: string,
): Partial<APIMessage> => {
	if (!alone(payload)) throw refuse.forwardWithMore();
	const found = find(id);
	const from = channel(fromId);
	if (!found || !from || found.message.channel_id !== from.id || found.visibleTo !== undefined)
		return unknownMessage() ?? {};
	const member = author && from.guild.members.get(author.user.id);
	if (author && (!member || !mayDo(member, "ViewChannel", from))) throw refuse.unreadableForward();
	if (member && !mayDo(member, "ReadMessageHistory", from)) throw refuse.noHistoryToForward();
	if (from.nsfw && !to.nsfw) throw refuse.ageRestrictedForward();
	if (!written.includes(found.message.type) || found.message.poll) throw refuse.systemMessage();
	return {
		flags: MessageFlags.HasSnapshot,
		message_reference: {
			type: MessageReferenceType.Forward,
			message_id: id,
			channel_id: from.id,
			...inGuild(from.guild),
		},
		message_snapshots: [snapshotOf(found, copyFiles)],
	};
};

/**
 * The fields of a message that replies to another one, or forwards one, as its body says; none for other messages.
 * @throws ApiError when there is no such message, or it may not be replied to or forwarded
 */
export const referenceFields = (
	parts: ReferenceParts,
	channel: Channel,
	author: Member | undefined,
	payload: Json,
): Partial<APIMessage> => {
	const asked = payload.message_reference;
	if (!isJson(asked)) return {};
	const form = new Form();
	const id = String(asked.message_id ?? "");
	if (!/^\d{1,20}$/.test(id))
		form.in("message_reference", "message_id").refuse("BASE_TYPE_REQUIRED", "This field is required");
	const type = asked.type ?? MessageReferenceType.Default;
	form
		.in("message_reference", "type")
		.oneOf(type, [MessageReferenceType.Default, MessageReferenceType.Forward]);
	const isForward = type === MessageReferenceType.Forward;
	if (isForward) form.in("message_reference", "channel_id").text(asked.channel_id, 1, 20);
	form.finish();
	return isForward
		? forward(parts, channel, author, id, payload, String(asked.channel_id))
		: reply(parts, channel, author, id, payload);
};
