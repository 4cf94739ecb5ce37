import { isJson, type Json } from "./json.ts";
import { limits } from "./limits.ts";

export interface UploadedFile {
	/**
	 * If the file is from a multipart request: n if the field's name is `files[n]`, otherwise the field's name itself.
	 */
	readonly index?: string;
	readonly filename: string;
	readonly contentType: string | undefined;
	readonly bytes: Uint8Array;
	/** True if the file was cut because it is longer than a request may be. */
	readonly truncated?: boolean;
}

const typesByExtension: Readonly<Record<string, string>> = {
	ogg: "audio/ogg",
	mp3: "audio/mpeg",
	wav: "audio/x-wav",
	png: "image/png",
	jpg: "image/jpeg",
	txt: "text/plain; charset=utf-8",
	json: "application/json; charset=utf-8",
};

/**
 * @returns the content type that Discord shows: the sender's, or that of the file's extension if the sender's is
 *   generic or missing
 */
export const contentTypeOf = ({ contentType, filename }: UploadedFile): string | undefined => {
	if (contentType && contentType !== "application/octet-stream") return contentType;
	return typesByExtension[filename.split(".").at(-1)?.toLowerCase() ?? ""] ?? contentType;
};

/** A file name as it appears in an attachment's address. */
const safeFilename = (name: string): string =>
	name
		.replaceAll(/\s+/g, "_")
		.replaceAll(/[^\p{L}\p{N}._-]/gu, "")
		.slice(0, 260) || "unknown";

/** @returns the name under which a message shows a file: the one in the request, or the file's own */
export const nameOf = (about: Json, file: UploadedFile): string =>
	safeFilename(typeof about.filename === "string" ? about.filename : file.filename);

/** Whether a file exceeds a limit in bytes, or was cut. */
export const isTooLarge = (file: UploadedFile, limit: number = limits.fileSize): boolean =>
	file.truncated === true || file.bytes.byteLength > limit;

/** A request that creates or changes a message: its JSON and its files. */
export interface MessageBody {
	readonly payload: Json;
	readonly files: readonly UploadedFile[];
}

const noJson: Json = {};

/** The attachments that a request describes, each with its file, if any; then the files without a description. */
export const attachmentEntries = ({ payload, files }: MessageBody) => {
	const named = Array.isArray(payload.attachments) ? payload.attachments.filter(isJson) : [];
	const taken = new Set(named.map(({ id }) => String(id)));
	return [
		...named.map((about) => ({ about, file: files.find(({ index }) => index === String(about.id)) })),
		...files.filter(({ index = "" }) => !taken.has(index)).map((file) => ({ about: noJson, file })),
	];
};
