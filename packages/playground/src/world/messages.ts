import {
	type APIAttachment,
	type APIMessage,
	type APIUser,
	MessageFlags,
	MessageType,
} from "discord-api-types/v10";
import { contentTypeOf, type StoredFile, safeFilename, type UploadedFile } from "../api/files.ts";
import { refuse } from "../checks/api-error.ts";
import type { Json } from "../checks/form.ts";
import { keep } from "../checks/limits.ts";
import { attachmentEntries, checkMessageBody, hasFlag, type MessageBody } from "../checks/message-body.ts";
import type { Clock } from "./clock.ts";
import type { Feed } from "./feed.ts";
import { pingsOf } from "./mentions.ts";
import { mayDo } from "./permissions.ts";
import type { World } from "./world.ts";

export interface StoredMessage {
	readonly message: APIMessage;
	/** The one member who can see it; everyone when absent. */
	readonly visibleTo: string | undefined;
	/** The interaction that this message answers. */
	readonly interactionId: string | undefined;
	/** What it was before each edit, oldest first. */
	readonly earlier: readonly APIMessage[];
}

export interface NewMessage {
	readonly body: MessageBody;
	readonly author: APIUser;
	readonly channelId: string;
	readonly flags?: number;
	readonly visibleTo?: string | undefined;
	readonly interactionId?: string | undefined;
	/** Further fields of the API's message. */
	readonly extra?: Partial<APIMessage>;
}

interface Parts {
	readonly world: World;
	readonly clock: Clock;
	readonly newId: () => string;
	readonly feed: Feed;
	readonly origin: () => string;
}

/** Every message there is, with its files; the oldest go when there are too many. */
export class Messages {
	readonly #parts: Parts;
	readonly #messages = new Map<string, StoredMessage>();
	readonly #files = new Map<string, StoredFile>();

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	all(): StoredMessage[] {
		return [...this.#messages.values()];
	}

	find(id: string): StoredMessage | undefined {
		return this.#messages.get(id);
	}

	file(id: string): StoredFile | undefined {
		return this.#files.get(id);
	}

	/** Makes a message of a checked body. @throws ApiError as Discord refuses messages */
	create(fresh: NewMessage): StoredMessage {
		checkMessageBody(fresh.body);
		const { payload } = fresh.body;
		const { clock, newId } = this.#parts;
		const id = newId();
		const message: APIMessage = {
			id,
			type: MessageType.Default,
			channel_id: fresh.channelId,
			author: fresh.author,
			content: String(payload.content ?? ""),
			timestamp: new Date(clock.now()).toISOString(),
			edited_timestamp: null,
			tts: false,
			...this.#pings(fresh.author.id, fresh.channelId, payload),
			attachments: this.#store(fresh.channelId, fresh.body),
			embeds: (payload.embeds ?? []) as APIMessage["embeds"],
			components: (payload.components ?? []) as NonNullable<APIMessage["components"]>,
			pinned: false,
			flags: (Number(payload.flags ?? 0) & sendableFlags) | (fresh.flags ?? 0),
			...fresh.extra,
		};
		if (isEmpty(message)) throw refuse.emptyMessage();
		const stored: StoredMessage = {
			message,
			visibleTo: fresh.visibleTo,
			interactionId: fresh.interactionId,
			earlier: [],
		};
		this.#messages.set(id, stored);
		this.#forgetOldest();
		this.#parts.feed.emit("message", "created", stored);
		return stored;
	}

	/** Changes what a body names and leaves the rest. @throws ApiError as Discord refuses edits */
	edit(id: string, body: MessageBody): StoredMessage {
		const stored = this.#messages.get(id);
		if (!stored) throw refuse.unknownMessage();
		const before = stored.message;
		if (hasFlag(before.flags, MessageFlags.IsVoiceMessage)) throw refuse.voiceEdit();
		checkMessageBody(body, { kept: before.attachments.map((attachment) => attachment.id) });
		const { payload } = body;
		const loading = hasFlag(before.flags, MessageFlags.Loading);
		const named = payload.attachments !== undefined && payload.attachments !== null;
		const keeps = (attachment: APIAttachment) =>
			!named ||
			(payload.attachments as { id?: unknown }[]).some((about) => String(about.id) === attachment.id);
		const message: APIMessage = {
			...before,
			...(payload.content !== undefined && {
				content: String(payload.content ?? ""),
				...this.#pings(before.author.id, before.channel_id, payload),
			}),
			...(payload.embeds !== undefined && { embeds: (payload.embeds ?? []) as APIMessage["embeds"] }),
			...(payload.components !== undefined && {
				components: (payload.components ?? []) as NonNullable<APIMessage["components"]>,
			}),
			attachments: [...before.attachments.filter(keeps), ...this.#store(before.channel_id, body)],
			edited_timestamp: loading ? null : new Date(this.#parts.clock.now()).toISOString(),
			flags: editedFlags(Number(before.flags ?? 0), payload.flags),
		};
		if (isEmpty(message)) throw refuse.emptyMessage();
		for (const gone of before.attachments.filter((attachment) => !keeps(attachment)))
			this.#files.delete(gone.id);
		const after = { ...stored, message, earlier: [...stored.earlier, before].slice(-keep.edits) };
		this.#messages.set(id, after);
		this.#parts.feed.emit("message", "edited", after);
		return after;
	}

	delete(id: string): void {
		const stored = this.#messages.get(id);
		if (!stored) throw refuse.unknownMessage();
		this.#forget(stored);
		this.#parts.feed.emit("message", "deleted", stored);
	}

	#pings(authorId: string, channelId: string, payload: MessageBody["payload"]) {
		const { world } = this.#parts;
		const author = world.members.get(authorId);
		const all = author !== undefined && mayDo(world, author, "MentionEveryone", channelId);
		return pingsOf(world, String(payload.content ?? ""), payload.allowed_mentions, all);
	}

	/** Keeps a file that a member gives to a command. */
	upload(channelId: string, file: UploadedFile): APIAttachment {
		return this.#keep(channelId, file, {});
	}

	#store(channelId: string, body: MessageBody): APIAttachment[] {
		return attachmentEntries(body).flatMap(({ about, file }) =>
			file ? [this.#keep(channelId, file, about)] : [],
		);
	}

	#keep(channelId: string, file: UploadedFile, about: Json): APIAttachment {
		const id = this.#parts.newId();
		const filename = safeFilename(typeof about.filename === "string" ? about.filename : file.filename);
		const url = `${this.#parts.origin()}/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
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
		return attachment;
	}

	#forgetOldest(): void {
		let bytes = [...this.#files.values()].reduce((sum, file) => sum + file.bytes.byteLength, 0);
		for (const stored of this.#messages.values()) {
			if (this.#messages.size <= keep.messages && bytes <= keep.attachmentBytes) return;
			bytes -= stored.message.attachments.reduce((sum, { size }) => sum + size, 0);
			this.#forget(stored);
			this.#parts.feed.emit("message", "deleted", stored);
		}
	}

	#forget({ message }: StoredMessage): void {
		this.#messages.delete(message.id);
		for (const { id } of message.attachments) this.#files.delete(id);
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

const isEmpty = ({ content, attachments, embeds, components, flags }: APIMessage): boolean =>
	!content &&
	attachments.length === 0 &&
	embeds.length === 0 &&
	!components?.length &&
	!hasFlag(flags, MessageFlags.Loading);
