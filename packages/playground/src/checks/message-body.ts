import { type APIMessage, MessageFlags } from "discord-api-types/v10";
import { checkComponents } from "./components.ts";
import { Form, refuse } from "./form.ts";
import { isJson, type Json, listed } from "./json.ts";
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

/** A request that creates or changes a message: its JSON and its files. */
export interface MessageBody {
	readonly payload: Json;
	readonly files: readonly UploadedFile[];
}

/** The attachments that a request describes, each with its file, if any; then the files without a description. */
export const attachmentEntries = ({ payload, files }: MessageBody) => {
	const named = listed(payload.attachments);
	const taken = new Set(named.map(({ id }) => String(id)));
	return [
		...named.map((about) => ({ about, file: files.find(({ index }) => index === String(about.id)) })),
		...files.filter(({ index = "" }) => !taken.has(index)).map((file) => ({ about: {} as Json, file })),
	];
};

export const hasFlag = (flags: unknown, flag: number): boolean =>
	(Number(typeof flags === "object" ? 0 : flags) & flag) !== 0;

const checkVoiceMessage = (body: MessageBody): void => {
	const { payload } = body;
	const filled = (value: unknown) => Array.isArray(value) && value.length > 0;
	if (payload.content || filled(payload.embeds) || filled(payload.components) || payload.poll)
		throw refuse.voiceExtraContent();
	const [entry, ...more] = attachmentEntries(body);
	if (!entry?.file || more.length > 0 || contentTypeOf(entry.file)?.split(";")[0] !== "audio/ogg")
		throw refuse.voiceOneAudio();
	const { duration_secs: duration, waveform } = entry.about;
	const samples = typeof waveform === "string" ? Buffer.from(waveform, "base64").byteLength : 0;
	if (typeof duration !== "number" || duration <= 0 || samples === 0 || samples > limits.waveformBytes)
		throw refuse.voiceMetadata();
};

// The fields that a message with the flag IS_COMPONENTS_V2 may not have.
const legacyFields = { content: "Content", embeds: "Embeds", poll: "Poll", sticker_ids: "Stickers" };

const checkLegacyFields = (form: Form, payload: Json, before: APIMessage | undefined): void => {
	for (const [key, name] of Object.entries(legacyFields)) {
		const old = key === "content" || key === "embeds" ? before?.[key] : undefined;
		const value = payload[key] === undefined ? old : payload[key];
		const message = `${name} cannot be used with components v2`;
		if (Array.isArray(value) ? value.length > 0 : value)
			form.in(key).refuse("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
	}
};

/** @returns the addresses by which a message's components may name its files */
const ownFiles = (body: MessageBody, before: APIMessage | undefined): string[] => {
	const { attachments } = body.payload;
	const kept = (before?.attachments ?? []).filter(
		({ id }) =>
			!Array.isArray(attachments) || attachments.some((about) => isJson(about) && String(about.id) === id),
	);
	const added = attachmentEntries(body).flatMap(({ about, file }) => (file ? [nameOf(about, file)] : []));
	return [
		...[...added, ...kept.map(({ filename }) => filename)].map((name) => `attachment://${name}`),
		...kept.map(({ url }) => url),
	];
};

/**
 * Refuses what Discord refuses in a message beyond its schema, according to its documentation
 * (https://docs.discord.com/developers/resources/message#create-message).
 *
 * @param fileLimit - in bytes
 * @param before - the message before its edit; undefined for a new message
 * @throws ApiError for a message that Discord would refuse
 */
export const checkMessageBody = (body: MessageBody, fileLimit: number, before?: APIMessage): void => {
	const { payload, files } = body;
	if (files.some(({ truncated, bytes }) => truncated || bytes.byteLength > fileLimit))
		throw refuse.tooLarge();
	const form = new Form();
	form.in("content").text(payload.content, 0, limits.contentLength);
	checkEmbeds(form.in("embeds"), payload.embeds);
	const asLayout = [payload.flags, before?.flags].some((flags) =>
		hasFlag(flags, MessageFlags.IsComponentsV2),
	);
	checkComponents(form.in("components"), payload.components, asLayout, ownFiles(body, before));
	if (asLayout) checkLegacyFields(form, payload, before);
	checkAllowedMentions(form.in("allowed_mentions"), payload.allowed_mentions);
	checkPoll(form.in("poll"), payload.poll);
	if (files.length > limits.files)
		form.in("files").refuse("BASE_TYPE_MAX_LENGTH", `Must be ${limits.files} or fewer in length.`);
	for (const [index, { about, file }] of attachmentEntries(body).entries())
		if (!file && !before?.attachments.some(({ id }) => id === String(about.id)))
			form.in("attachments", index).refuse("ATTACHMENT_NOT_FOUND");
	form.finish();
	if (hasFlag(payload.flags, MessageFlags.IsVoiceMessage)) {
		if (before) throw refuse.voiceEdit();
		checkVoiceMessage(body);
	}
};

/** Refuses empty embeds, and embeds that together are too long. */
const checkEmbeds = (form: Form, value: unknown): void => {
	let total = 0;
	for (const [index, embed] of listed(value).entries()) {
		const { title, description, footer, author, fields } = embed;
		const inside = [isJson(footer) && footer.text, isJson(author) && author.name];
		const named = listed(fields).flatMap((field) => [field.name, field.value]);
		for (const text of [title, description, ...inside, ...named])
			if (typeof text === "string") total += text.length;
		if (Object.keys(embed).every((key) => key === "type" || embed[key] === undefined))
			form.in(index).refuse("BASE_TYPE_REQUIRED");
	}
	if (total > limits.embedText)
		form.refuse("MAX_EMBED_SIZE_EXCEEDED", `Embed size exceeds maximum size of ${limits.embedText}`);
};

/** Refuses contradictory `allowed_mentions`. */
const checkAllowedMentions = (form: Form, rules: unknown): void => {
	if (!isJson(rules)) return;
	for (const key of ["users", "roles"] as const) {
		const ids = rules[key];
		const message = `parse:["${key}"] and ${key} are mutually exclusive.`;
		if (Array.isArray(ids) && ids.length > 0 && Array.isArray(rules.parse) && rules.parse.includes(key))
			form.in(key).refuse("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
	}
};

/** Refuses empty and overlong answers of a poll. The schema allows answers as long as questions. */
const checkPoll = (form: Form, poll: unknown): void => {
	for (const [index, { poll_media: media }] of listed(isJson(poll) ? poll.answers : undefined).entries())
		form
			.in("answers", index, "poll_media", "text")
			.text(isJson(media) ? media.text : undefined, 1, limits.pollAnswer);
};
