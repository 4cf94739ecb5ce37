import { MessageFlags } from "discord-api-types/v10";
import { checkAllowedMentions } from "./allowed-mentions.ts";
import { refuse } from "./api-error.ts";
import { checkComponents } from "./components.ts";
import { checkEmbeds } from "./embeds.ts";
import { contentTypeOf, isTooLarge, type UploadedFile } from "./files.ts";
import { Form, isJson, type Json } from "./form.ts";
import { limits } from "./limits.ts";
import { checkPoll } from "./poll.ts";

/** A request that creates or changes a message: its JSON and its files. */
export interface MessageBody {
	readonly payload: Json;
	readonly files: readonly UploadedFile[];
}

/** A request's description of one attachment, and its file, if there is one. */
export interface AttachmentEntry {
	readonly about: Json;
	readonly file: UploadedFile | undefined;
}

export const hasFlag = (flags: unknown, flag: number): boolean =>
	(Number(typeof flags === "object" ? 0 : flags) & flag) !== 0;

/** The attachments that a request describes, then the files without a description. */
export const attachmentEntries = ({ payload, files }: MessageBody): AttachmentEntry[] => {
	const named = Array.isArray(payload.attachments) ? payload.attachments.filter(isJson) : [];
	const taken = new Set(named.map(({ id }) => String(id)));
	return [
		...named.map((about) => ({ about, file: files.find(({ index }) => index === String(about.id)) })),
		...files.filter(({ index }) => !taken.has(index)).map((file) => ({ about: {}, file })),
	];
};

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

/**
 * Refuses a message body as Discord does, for a new message or an edit of one with `kept` attachments by id.
 * `fileLimit` is in bytes.
 * @throws ApiError
 */
export const checkMessageBody = (
	body: MessageBody,
	fileLimit: number,
	edit?: { readonly kept: readonly string[] },
): void => {
	const { payload, files } = body;
	if (files.some((file) => isTooLarge(file, fileLimit))) throw refuse.tooLarge();
	const form = new Form();
	form.in("content").text(payload.content, 0, limits.contentLength);
	if (typeof payload.nonce === "string") form.in("nonce").text(payload.nonce, 0, limits.nonceLength);
	checkEmbeds(form.in("embeds"), payload.embeds);
	const asLayout = hasFlag(payload.flags, MessageFlags.IsComponentsV2);
	checkComponents(form.in("components"), payload.components, asLayout);
	if (asLayout && payload.content)
		form
			.in("content")
			.refuse(
				"MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
				"Content cannot be used with components v2",
			);
	checkAllowedMentions(form.in("allowed_mentions"), payload.allowed_mentions);
	form.in("flags").integer(payload.flags, 0, 2 ** 31);
	checkPoll(form.in("poll"), payload.poll);
	form.in("sticker_ids").list(payload.sticker_ids, limits.stickers);
	form.in("attachments").list(payload.attachments, limits.files);
	if (files.length > limits.files)
		form.in("files").refuse("BASE_TYPE_MAX_LENGTH", `Must be ${limits.files} or fewer in length.`);
	for (const [index, { about, file }] of attachmentEntries(body).entries()) {
		const place = form.in("attachments", index);
		if (!file && !edit?.kept.includes(String(about.id)))
			place.refuse("ATTACHMENT_NOT_FOUND", "Attachment data not found");
		place.in("description").text(about.description, 0, 1_024);
		place.in("title").text(about.title, 0, 1_024);
	}
	form.finish();
	if (hasFlag(payload.flags, MessageFlags.IsVoiceMessage)) {
		if (edit) throw refuse.voiceEdit();
		checkVoiceMessage(body);
	}
};
