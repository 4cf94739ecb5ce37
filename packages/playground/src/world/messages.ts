import type { APIAttachment, APIMessage, APIMessageReference, APIUser } from "discord-api-types/v10";
import { EmbedType, MessageFlags, MessageReferenceType, MessageType } from "discord-api-types/v10";
import { orThrow, refuse } from "../checks/form.ts";
import type { Json } from "../checks/json.ts";
import { keep } from "../checks/limits.ts";
import type { MessageBody, UploadedFile } from "../checks/message-body.ts";
import {
	attachmentEntries,
	checkMessageBody,
	contentTypeOf,
	hasFlag,
	nameOf,
} from "../checks/message-body.ts";
import { inGuild } from "./fields.ts";
import type { Channel } from "./guild.ts";
import { makePoll, stickerItems } from "./make.ts";
import type { MessageAmendment, NewMessage, StoredFile, StoredMessage } from "./message-fields.ts";
import { finishComponents, finishEmbeds, pingsOf, referenceFields } from "./message-fields.ts";
import type { World } from "./world.ts";

/** What a system message is about. */
type Subject = Pick<APIMessageReference, "message_id" | "channel_id">;
type NoteContent = Partial<Pick<APIMessage, "content" | "embeds">>;

/** All messages with their files; the oldest are dropped when there are too many. */
export class Messages {
	readonly world: World;
	readonly #messages = new Map<string, StoredMessage>();
	readonly files: Files;
	/** Ids of the messages in each channel, oldest first. */
	readonly #inChannel = new Map<string, Set<string>>();

	constructor(world: World, origin: () => string) {
		this.world = world;
		this.files = new Files(world, origin);
		world.feed.onChannelGone(({ id }) => {
			for (const stored of this.in(id)) this.#forget(stored);
			this.#inChannel.delete(id);
		});
	}

	/** Every message, oldest first. */
	all(): StoredMessage[] {
		return [...this.#messages.values()];
	}

	/** The messages in a channel, oldest first. */
	in(channelId: string): StoredMessage[] {
		return [...(this.#inChannel.get(channelId) ?? [])].flatMap((id) => this.#messages.get(id) ?? []);
	}

	find(id: string): StoredMessage | undefined {
		return this.#messages.get(id);
	}

	/** Creates a message from a body. @throws ApiError for messages that Discord would refuse */
	create(fresh: NewMessage): StoredMessage {
		const { payload } = fresh.body;
		const channel = orThrow(this.world.channel(fresh.channelId), refuse.unknownChannel);
		checkMessageBody(fresh.body, channel.guild.attachmentLimit);
		const id = fresh.id ?? this.world.newId();
		const author = channel.guild.members.get(fresh.author.id);
		const reference = referenceFields(this, channel, author, payload);
		const attachments = this.files.store(fresh.channelId, fresh.body);
		const message: APIMessage = {
			id,
			type: MessageType.Default,
			channel_id: fresh.channelId,
			author: fresh.author,
			content: String(payload.content ?? ""),
			timestamp: this.world.now(),
			edited_timestamp: null,
			tts: false,
			...pingsOf(channel, fresh.author.id, payload, reference.referenced_message?.author),
			attachments,
			embeds: finishEmbeds(payload.embeds),
			components: finishComponents(payload.components, attachments, this.world.newId),
			pinned: false,
			...(payload.poll !== undefined &&
				payload.poll !== null && { poll: makePoll(payload.poll, this.world.clock.now()) }),
			...stickerItems(channel.guild, payload.sticker_ids),
			...reference,
			flags: (Number(payload.flags ?? 0) & sendableFlags) | (fresh.flags ?? 0) | Number(reference.flags ?? 0),
			...fresh.extra,
		};
		if (isEmpty(message)) throw refuse.emptyMessage();
		const stored: StoredMessage = {
			message,
			visibleTo: fresh.visibleTo,
			interactionId: fresh.interactionId,
			earlier: [],
			reactors: new Map(),
			votes: new Map(),
			pinnedAt: undefined,
		};
		this.#messages.set(id, stored);
		const ids = this.#inChannel.get(channel.id) ?? new Set();
		this.#inChannel.set(channel.id, ids.add(id));
		if (fresh.visibleTo === undefined) channel.lastMessageId = id;
		const begins = id === channel.id || message.type === MessageType.ThreadStarterMessage;
		if (channel.thread && !begins) {
			channel.thread.messageCount += 1;
			channel.thread.totalMessages += 1;
		}
		this.#forgetOldest(ids);
		this.world.feed.emit("message", "created", stored);
		return stored;
	}

	/**
	 * Writes a system message, for example about a pin. Clients show a text that depends on `type`.
	 *
	 * @param to - the message and channel that the system message is about
	 * @param more - the message's content and embeds, if it has any
	 */
	note(channel: Channel, author: APIUser, type: MessageType, to: Subject, more: NoteContent = {}) {
		const { content = "", ...shown } = more;
		const reference = { type: MessageReferenceType.Default, ...inGuild(channel.guild), ...to };
		this.create({
			body: { payload: { content }, files: [] },
			author,
			channelId: channel.id,
			extra: { type, message_reference: reference, ...shown },
		});
	}

	/**
	 * Changes the fields that a body has, and keeps the message's other fields.
	 *
	 * @throws ApiError for edits that Discord would refuse
	 */
	edit(id: string, body: MessageBody): StoredMessage {
		const stored = this.#known(id);
		const before = stored.message;
		if (hasFlag(before.flags, MessageFlags.IsVoiceMessage)) throw refuse.voiceEdit();
		if (before.poll) throw refuse.pollEdit();
		const { payload } = body;
		const channel = orThrow(this.world.channel(before.channel_id), refuse.unknownChannel);
		checkMessageBody(body, channel.guild.attachmentLimit, before);
		const loading = hasFlag(before.flags, MessageFlags.Loading);
		const named = payload.attachments !== undefined && payload.attachments !== null;
		const keeps = (attachment: APIAttachment) =>
			!named ||
			(payload.attachments as { id?: unknown }[]).some((about) => String(about.id) === attachment.id);
		const attachments = [...before.attachments.filter(keeps), ...this.files.store(before.channel_id, body)];
		const flags = editedFlags(Number(before.flags ?? 0), payload.flags);
		const says = hasFlag(flags, MessageFlags.IsComponentsV2) ? payload.components : payload.content;
		const message: APIMessage = {
			...before,
			...(payload.content !== undefined && { content: String(payload.content ?? "") }),
			...(says !== undefined &&
				pingsOf(channel, before.author.id, payload, before.referenced_message?.author)),
			...(payload.embeds !== undefined && { embeds: finishEmbeds(payload.embeds) }),
			...(payload.components !== undefined && {
				components: finishComponents(payload.components, attachments, this.world.newId),
			}),
			attachments,
			edited_timestamp: loading ? null : this.world.now(),
			flags,
		};
		if (isEmpty(message)) throw refuse.emptyMessage();
		for (const attachment of before.attachments) if (!keeps(attachment)) this.files.forget(attachment.id);
		const after = { ...stored, message, earlier: [...stored.earlier, before].slice(-keep.edits) };
		this.#messages.set(id, after);
		this.#renewReplies(message);
		this.world.feed.emit("message", "edited", after);
		return after;
	}

	/**
	 * Adds a link's preview to a message. Discord sends a preview after its message, in an update that isn't an edit.
	 */
	addPreview(id: string, title: string, url: string): StoredMessage {
		const preview = { type: EmbedType.Link, title, url };
		const embeds = [...(this.#messages.get(id)?.message.embeds ?? []), preview];
		const after = this.amend(id, { message: { embeds } });
		this.world.feed.emit("message", "edited", after);
		return after;
	}

	/** Changes a message in a way that isn't an edit, such as a pin or reaction. The caller emits the event. */
	amend(id: string, { message, ...more }: MessageAmendment): StoredMessage {
		const stored = this.#known(id);
		const after = { ...stored, ...more, message: { ...stored.message, ...message } };
		this.#messages.set(id, after);
		return after;
	}

	delete(id: string): void {
		this.world.feed.emit("message", "deleted", this.#take(id));
	}

	/** Bulk-deletes messages of one channel; the ids of other messages are ignored. */
	deleteTogether(channel: Channel, ids: readonly string[]): void {
		const known = ids.filter((id) => this.#messages.get(id)?.message.channel_id === channel.id);
		const gone = known.map((id) => this.#take(id));
		for (const stored of gone) this.world.feed.emit("message", "deleted", stored, true);
		if (gone.length > 0) this.world.feed.emit("bulkDelete", channel, gone);
	}

	/** @throws ApiError 10008 for an unknown message */
	#known(id: string): StoredMessage {
		return orThrow(this.#messages.get(id), refuse.unknownMessage);
	}

	#take(id: string): StoredMessage {
		const stored = this.#known(id);
		this.#forget(stored);
		const thread = this.world.channel(stored.message.channel_id)?.thread;
		if (thread) thread.messageCount -= 1;
		return stored;
	}

	#forgetOldest(inChannel: Set<string>): void {
		for (const id of inChannel) {
			if (inChannel.size <= keep.messagesInChannel) break;
			this.#drop(id);
		}
		for (const id of this.#messages.keys()) {
			if (this.#messages.size <= keep.messages && this.files.bytes <= keep.attachmentBytes) return;
			this.#drop(id);
		}
	}

	#drop(id: string): void {
		const stored = this.#messages.get(id);
		if (!stored) return;
		this.#forget(stored);
		this.world.feed.emit("message", "deleted", stored);
	}

	#forget({ message }: StoredMessage): void {
		this.#messages.delete(message.id);
		this.#inChannel.get(message.channel_id)?.delete(message.id);
		const forwarded = (message.message_snapshots ?? []).flatMap((each) => each.message.attachments);
		for (const { id } of [...message.attachments, ...forwarded]) this.files.forget(id);
		this.#renewReplies(message, true);
	}

	/**
	 * Updates the copies of a message in its replies; a deleted message becomes null there. Discord sends no event for
	 * that.
	 */
	#renewReplies({ id, channel_id: channelId, ...changed }: APIMessage, gone = false): void {
		const { referenced_message: _deeper, ...now } = changed;
		for (const { message } of this.in(channelId))
			if (message.referenced_message?.id === id)
				this.amend(message.id, {
					message: { referenced_message: gone ? null : { ...now, id, channel_id: channelId } },
				});
	}
}

const sendableFlags =
	MessageFlags.SuppressEmbeds |
	MessageFlags.SuppressNotifications |
	MessageFlags.IsVoiceMessage |
	MessageFlags.IsComponentsV2;

const editableFlags = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;

const editedFlags = (before: number, asked: unknown): number => {
	const settled = before & ~MessageFlags.Loading;
	return asked === undefined || asked === null
		? settled
		: (settled & ~MessageFlags.SuppressEmbeds) | (Number(asked) & editableFlags);
};

// The types of system messages, which need no content.
const saysByType: readonly MessageType[] = [
	MessageType.ChannelPinnedMessage,
	MessageType.ThreadCreated,
	MessageType.ThreadStarterMessage,
	MessageType.PollResult,
];

const isEmpty = ({ type, content, attachments, embeds, components, flags, ...rest }: APIMessage): boolean =>
	!saysByType.includes(type) &&
	!rest.poll &&
	!rest.sticker_items?.length &&
	!rest.message_snapshots?.length &&
	!content &&
	attachments.length === 0 &&
	embeds.length === 0 &&
	!components?.length &&
	!hasFlag(flags, MessageFlags.Loading);

/** The files of messages, and those that members have uploaded for a command. */
class Files {
	readonly #world: World;
	readonly #origin: () => string;
	readonly #files = new Map<string, StoredFile>();
	/** Ids of the files that belong to no message, oldest first. */
	readonly #uploads: string[] = [];
	/** The size of all files, in bytes. */
	bytes = 0;

	/** @param origin - returns the beginning of the files' addresses; called late, because it needs the server's port */
	constructor(world: World, origin: () => string) {
		this.#world = world;
		this.#origin = origin;
	}

	find(id: string): StoredFile | undefined {
		return this.#files.get(id);
	}

	/** Keeps a file that a member gives to a command. If there are too many such files, the oldest is dropped. */
	upload(file: UploadedFile): APIAttachment {
		const attachment = this.#keep(this.#world.applicationId, file, {});
		this.#uploads.push(attachment.id);
		if (this.#uploads.length > keep.uploads) this.forget(this.#uploads.shift() ?? "");
		return attachment;
	}

	/** Keeps the new files of a message. @returns their attachments */
	store(channelId: string, body: MessageBody): APIAttachment[] {
		return attachmentEntries(body).flatMap(({ about, file }) =>
			file ? [this.#keep(channelId, file, about)] : [],
		);
	}

	/**
	 * Keeps a copy of a file under a new id, so that a forwarded file stays when the original is deleted.
	 *
	 * @returns the copy's attachment; the given one if its file isn't kept any more
	 */
	copy(channelId: string, attachment: APIAttachment): APIAttachment {
		const file = this.#files.get(attachment.id);
		if (!file) return attachment;
		const { filename, content_type: contentType } = attachment;
		return this.#keep(channelId, { filename, contentType, bytes: file.bytes }, { ...attachment });
	}

	forget(id: string): void {
		this.bytes -= this.#files.get(id)?.bytes.byteLength ?? 0;
		this.#files.delete(id);
	}

	#keep(channelId: string, file: UploadedFile, about: Json): APIAttachment {
		const id = this.#world.newId();
		const filename = nameOf(about, file);
		const url = `${this.#origin()}/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
		const contentType = contentTypeOf(file);
		const attachment: APIAttachment = {
			id,
			filename,
			size: file.bytes.byteLength,
			url,
			proxy_url: url,
			...(contentType !== undefined && { content_type: contentType }),
			...(typeof about.description === "string" && { description: about.description }),
			...(typeof about.title === "string" && { title: about.title }),
			...(typeof about.duration_secs === "number" && { duration_secs: about.duration_secs }),
			...(typeof about.waveform === "string" && { waveform: about.waveform }),
		};
		this.#files.set(id, { attachment, bytes: file.bytes });
		this.bytes += file.bytes.byteLength;
		return attachment;
	}
}
