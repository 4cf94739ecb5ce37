import {
	type APIMessage,
	type APIPoll,
	type APIRole,
	type APISticker,
	type APIUser,
	OverwriteType,
	type RESTAPIPoll,
} from "discord-api-types/v10";
import { orThrow, refuse } from "../checks/form.ts";
import { noFlags } from "./fields.ts";
import type {
	Channel,
	ChannelDescription,
	Guild,
	Member,
	MemberDescription,
	StickerDescription,
} from "./guild.ts";
import { permissionBits } from "./permissions.ts";

/** Everyone's permissions in a new guild. */
export const everyonesPermissions = permissionBits([
	"ViewChannel",
	"SendMessages",
	"SendMessagesInThreads",
	"CreatePublicThreads",
	"CreatePrivateThreads",
	"SendVoiceMessages",
	"ReadMessageHistory",
	"EmbedLinks",
	"AttachFiles",
	"AddReactions",
	"UseExternalEmojis",
	"UseApplicationCommands",
	"UseExternalApps",
	"Connect",
	"Speak",
	"Stream",
	"UseVAD",
	"RequestToSpeak",
	"ChangeNickname",
]);

/** The permissions that everyone is denied in a private channel. */
const closed = ["ViewChannel", "Connect"] as const;

export const makeUser = (
	id: string,
	{ username, name = username, bot = false }: MemberDescription,
): APIUser => ({
	id,
	username,
	global_name: bot ? null : name,
	discriminator: bot ? "0001" : "0",
	avatar: null,
	bot,
	flags: noFlags,
	public_flags: noFlags,
	primary_guild: null,
});

export const makeRole = (
	id: string,
	name: string,
	position: number,
	permissions: bigint,
	managed = false,
): APIRole => ({
	id,
	name,
	position,
	permissions: String(permissions),
	color: 0,
	colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
	hoist: false,
	icon: null,
	unicode_emoji: null,
	managed,
	mentionable: true,
	flags: noFlags,
});

export const makeMember = (
	guild: Guild,
	user: APIUser,
	joinedAt: string,
	roles: string[],
	nick: string | null = null,
): Member => ({ user, guild, roles, nick, joinedAt, mute: false, deaf: false, timedOutUntil: 0 });

/** @returns a channel; only a private one has overwrites */
export const makeChannel = (
	id: string,
	guild: Guild,
	type: Channel["type"],
	{ name, topic, nsfw = false, userLimit = 0, slowmodeSeconds = 0, isPrivate = false }: ChannelDescription,
	parentId: string | null,
): Channel => ({
	id,
	guild,
	type,
	name,
	position: 0,
	parentId,
	topic: topic ?? null,
	nsfw,
	slowmodeSeconds,
	userLimit,
	lastMessageId: null,
	overwrites: isPrivate
		? [{ id: guild.id, type: OverwriteType.Role, allow: "0", deny: String(permissionBits(closed)) }]
		: [],
	tags: [],
	thread: undefined,
});

const hourMs = 3_600_000;
const defaultHours = 24;

/**
 * @param value - the requested poll, already checked
 * @param now - in ms since the Unix epoch
 * @returns the poll as a message carries it
 */
export const makePoll = (value: unknown, now: number): APIPoll => {
	const { question, answers, duration = defaultHours, allow_multiselect: several } = value as RESTAPIPoll;
	return {
		question: { text: question.text ?? "" },
		answers: answers.map(({ poll_media: media }, index) => ({ answer_id: index + 1, poll_media: media })),
		expiry: new Date(now + duration * hourMs).toISOString(),
		allow_multiselect: several === true,
		layout_type: 1,
		results: { is_finalized: false, answer_counts: [] },
	};
};

const guildSticker = 2;
const png = 1;

/** @returns a guild's sticker, without a picture */
export const makeSticker = (
	id: string,
	guildId: string,
	{ name, description = "", tags = "🙂" }: StickerDescription,
): APISticker => ({
	id,
	name,
	description,
	tags,
	type: guildSticker,
	format_type: png,
	available: true,
	guild_id: guildId,
});

/** The stickers that a message's body names, as the message shows them. @throws ApiError 50081 for unknown ones */
export const stickerItems = (guild: Guild, ids: unknown): Pick<APIMessage, "sticker_items"> => {
	if (!Array.isArray(ids) || ids.length === 0) return {};
	return {
		sticker_items: ids.map((id) => {
			const sticker = orThrow(guild.stickers.get(String(id)), refuse.invalidSticker);
			return { id: sticker.id, name: sticker.name, format_type: sticker.format_type };
		}),
	};
};
