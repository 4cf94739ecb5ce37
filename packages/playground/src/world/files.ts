import type { APIAttachment } from "discord-api-types/v10";
import type { Json } from "../checks/json.ts";
import { keep } from "../checks/limits.ts";
import {
	attachmentEntries,
	contentTypeOf,
	type MessageBody,
	nameOf,
	type UploadedFile,
} from "../checks/message-body.ts";
import type { StoredFile } from "./message-fields.ts";
import type { World } from "./world.ts";

/** The files of messages, and those that members have uploaded for a command. */
export class Files {
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
