import { type APIMessage, MessageFlags } from "discord-api-types/v10";
import { refuse } from "./api-error.ts";
import { checkComponents } from "./components.ts";
import { attachmentEntries, contentTypeOf, isTooLarge, type MessageBody, nameOf } from "./files.ts";
import { Form } from "./form.ts";
import { isJson, type Json } from "./json.ts";
import { limits } from "./limits.ts";

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

// What a message with the flag IS_COMPONENTS_V2 has no place for.
const legacyFields = { content: "Content", embeds: "Embeds", poll: "Poll", sticker_ids: "Stickers" };

const checkLegacyFields = (form: Form, payload: Json, before: APIMessage | undefined): void => {
	for (const [key, name] of Object.entries(legacyFields)) {
		const old = key === "content" || key === "embeds" ? before?.[key] : undefined;
		const value = payload[key] === undefined ? old : payload[key];
		if (Array.isArray(value) ? value.length > 0 : value)
			form
				.in(key)
				.refuse(
					"MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
					`${name} cannot be used with components v2`,
				);
	}
};

/** The addresses by which the components of a message may name its files. */
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
 * Refuses a message body as Discord does, for a new message or an edit of the one `before`.
 * `fileLimit` is in bytes.
 * @throws ApiError
 */
export const checkMessageBody = (body: MessageBody, fileLimit: number, before?: APIMessage): void => {
	const { payload, files } = body;
	if (files.some((file) => isTooLarge(file, fileLimit))) throw refuse.tooLarge();
	const form = new Form();
	form.in("content").text(payload.content, 0, limits.contentLength);
	if (typeof payload.nonce === "string") form.in("nonce").text(payload.nonce, 0, limits.nonceLength);
	checkEmbeds(form.in("embeds"), payload.embeds);
	const asLayout = [payload.flags, before?.flags].some((flags) =>
		hasFlag(flags, MessageFlags.IsComponentsV2),
	);
	checkComponents(form.in("components"), payload.components, asLayout, ownFiles(body, before));
	if (asLayout) checkLegacyFields(form, payload, before);
	checkAllowedMentions(form.in("allowed_mentions"), payload.allowed_mentions);
	form.in("flags").integer(payload.flags, 0, 2 ** 31);
	checkPoll(form.in("poll"), payload.poll);
	form.in("sticker_ids").list(payload.sticker_ids, limits.stickers);
	form.in("attachments").list(payload.attachments, limits.files);
	if (files.length > limits.files)
		form.in("files").refuse("BASE_TYPE_MAX_LENGTH", `Must be ${limits.files} or fewer in length.`);
	for (const [index, { about, file }] of attachmentEntries(body).entries()) {
		const place = form.in("attachments", index);
		if (!file && !before?.attachments.some(({ id }) => id === String(about.id)))
			place.refuse("ATTACHMENT_NOT_FOUND", "Attachment data not found");
		place.in("description").text(about.description, 0, 1_024);
		place.in("title").text(about.title, 0, 1_024);
	}
	form.finish();
	if (hasFlag(payload.flags, MessageFlags.IsVoiceMessage)) {
		if (before) throw refuse.voiceEdit();
		checkVoiceMessage(body);
	}
};

/** Refuses embeds that are too many, too long or empty. */
const checkEmbeds = (form: Form, value: unknown): void => {
	let total = 0;
	const text = (place: Form, item: unknown, max: number, min = 0) => {
		if (place.text(item, min, max)) total += item.length;
	};
	for (const [index, item] of form.list(value, limits.embeds).entries()) {
		const place = form.in(index);
		const embed = place.object(item);
		if (!embed) continue;
		text(place.in("title"), embed.title, 256);
		text(place.in("description"), embed.description, 4_096);
		if (isJson(embed.footer)) text(place.in("footer", "text"), embed.footer.text, 2_048, 1);
		if (isJson(embed.author)) text(place.in("author", "name"), embed.author.name, 256, 1);
		for (const [at, field] of place.in("fields").list(embed.fields, 25).entries()) {
			const inside = place.in("fields", at);
			const fields = inside.object(field);
			text(inside.in("name"), fields?.name, 256, 1);
			text(inside.in("value"), fields?.value, 1_024, 1);
		}
		if (Object.keys(embed).every((key) => key === "type" || embed[key] === undefined))
			place.refuse("BASE_TYPE_REQUIRED", "This field is required");
	}
	if (total > limits.embedText)
		form.refuse("MAX_EMBED_SIZE_EXCEEDED", `Embed size exceeds maximum size of ${limits.embedText}`);
};

/** Refuses `allowed_mentions` that contradict themselves or name too many. */
const checkAllowedMentions = (form: Form, value: unknown): void => {
	if (value === undefined || value === null) return;
	const rules = form.object(value);
	if (!rules) return;
	const parse = form.in("parse").list(rules.parse, 3);
	for (const [index, item] of parse.entries())
		form.in("parse", index).oneOf(item, ["users", "roles", "everyone"]);
	for (const key of ["users", "roles"] as const) {
		const ids = form.in(key).list(rules[key], 100);
		if (ids.length > 0 && parse.includes(key))
			form
				.in(key)
				.refuse(
					"MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
					`parse:["${key}"] and ${key} are mutually exclusive.`,
				);
	}
};

/** Refuses a poll as Discord does. */
const checkPoll = (form: Form, value: unknown): void => {
	if (value === undefined || value === null) return;
	const poll = form.object(value);
	if (!poll) return;
	const question = form.in("question").object(poll.question);
	form.in("question", "text").text(question?.text, 1, limits.pollQuestion);
	for (const [index, item] of form.in("answers").list(poll.answers, limits.pollAnswers, 1).entries()) {
		const place = form.in("answers", index, "poll_media");
		const media = place.object((item as Json | null)?.poll_media);
		if (media) place.in("text").text(media.text, 1, limits.pollAnswer);
	}
	form.in("duration").integer(poll.duration, 1, limits.pollHours);
};
