import {
	type Client,
	type Guild,
	type GuildTextBasedChannel,
	type Message,
	PermissionFlagsBits,
} from "discord.js";
import { buttonRow, readingRoutes } from "../discord/buttons.ts";
import { linkCommands } from "../discord/show-text.ts";
import { type Translate, textsFor } from "../texts/index.ts";
import { findVoiceChannel } from "../voice/channel-facts.ts";
import type { NoticeContent, ReadingState } from "./reading-state.ts";

/** How many messages are searched for the notice from before a restart. */
const searchedMessages = 50;

/** @returns whether Herald may write in a channel, outside of threads */
export const mayWrite = (channel: GuildTextBasedChannel): boolean =>
	channel
		.permissionsFor(channel.client.user)
		?.has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages]) === true;

/** Sends a message to the chat of a voice channel, if Herald may write there. */
export const sendToChannel = async (guild: Guild, channelId: string, content: string): Promise<void> => {
	const channel = findVoiceChannel(guild, channelId);
	if (channel && mayWrite(channel)) await channel.send(content).catch(() => undefined);
};

/** @returns the members that a notice names, in order */
const listMentioned = (content: string): readonly string[] =>
	[...content.matchAll(/<@(\d+)>/g)].flatMap(([, id]) => id ?? []);

/** @returns what a message says if it is a notice of Herald's with its button: those of sessions that are over have none */
const readNotice = ({ author, client, content, components }: Message): ReadingState | undefined => {
	if (author.id !== client.user.id) return undefined;
	const ids = components.flatMap((row) =>
		"components" in row ? row.components.map((each) => ("customId" in each ? each.customId : null)) : [],
	);
	if (ids.includes(readingRoutes.pause.to())) return { kind: "on" };
	if (!ids.includes(readingRoutes.resume.to())) return undefined;
	return { kind: "paused", by: listMentioned(content)[0] ?? client.user.id };
};

/**
 * @param read - what is read there, in a sentence
 * @param joinedFor - the member that Herald joined for, where that is known
 * @returns what a notice says, with its buttons
 */
export const composeNotice = (
	read: string,
	state: ReadingState,
	t: Translate,
	client: Client,
	joinedFor?: string,
): NoticeContent => {
	const isOn = state.kind === "on";
	const row = buttonRow(
		isOn
			? { customId: readingRoutes.pause.to(), label: t("button.pause_reading") }
			: { customId: readingRoutes.resume.to(), label: t("button.resume_reading") },
		{ customId: readingRoutes.decline.to(), label: t("button.dont_read_me") },
	);
	const said = isOn
		? t("reading.notice", { readThere: read })
		: t("reading.notice.paused", { who: `<@${state.by}>` });
	const who = joinedFor && `<@${joinedFor}>`;
	const content = who ? `${said} ${t("reading.notice.joined_for", { who })}` : said;
	return { content: linkCommands(content, client), components: [row] };
};

/**
 * The notice in a voice channel's chat that messages are read aloud, how not to be read, and for which member Herald
 * joined. It is sent when reading begins, edited when what is read changes, and its buttons go when the
 * session is over. Where Herald may not write, there is none.
 */
export class ReadingNotice {
	readonly channelId: string;
	readonly #guild: Guild;
	/** The member that Herald joined for, where that is known. */
	#joinedFor: string | undefined;
	#sent: Promise<Message | undefined> | undefined;
	/** Its content. */
	#said: string | undefined;
	/** What it is to show, and the last that it was sent or edited to. */
	#wanted: NoticeContent | undefined;
	#shown: NoticeContent | undefined;
	/** What it says is read; undefined while it says that reading is paused. */
	#readThere: string | undefined;

	constructor(guild: Guild, channelId: string, joinedFor?: string) {
		this.#guild = guild;
		this.#joinedFor = joinedFor;
		this.channelId = channelId;
	}

	/** Looks for the notice from before a restart. @returns what it says; undefined when there is none to be found */
	async recall(): Promise<ReadingState | undefined> {
		const channel = findVoiceChannel(this.#guild, this.channelId);
		const recent = await channel?.messages
			.fetch({ limit: searchedMessages, cache: false })
			.catch(() => undefined);
		const notice = recent?.find((message) => readNotice(message) !== undefined);
		if (!notice) return undefined;
		this.#sent = Promise.resolve(notice);
		this.#said = notice.content;
		const state = readNotice(notice);
		this.#joinedFor ??= listMentioned(notice.content)[state?.kind === "paused" ? 1 : 0];
		return state;
	}

	/** @param readThere - what is read there, in a sentence @returns what the notice says from now on, with its buttons */
	take(readThere: string, state: ReadingState): NoticeContent {
		const notice = composeNotice(
			readThere,
			state,
			textsFor(this.#guild.preferredLocale),
			this.#guild.client,
			this.#joinedFor,
		);
		this.#said = notice.content;
		this.#wanted = notice;
		this.#readThere = state.kind === "on" ? readThere : undefined;
		return notice;
	}

	/** Sends the notice, or updates it. @param readThere - what is read there, in a sentence */
	begin(readThere: string, state: ReadingState = { kind: "on" }): void {
		if (this.#sent && readThere === this.#readThere) return;
		if (this.#sent) void this.update(readThere, state);
		else this.#sent = this.#send(this.take(readThere, state)).catch(() => undefined);
	}

	/** @returns whether the notice was sent in place of another message with its buttons */
	async hasReplaced(messageId: string): Promise<boolean> {
		return ((await this.#sent)?.id ?? messageId) !== messageId;
	}

	/** @returns whether the notice was among messages that were deleted: then it can be sent anew */
	async lose(deleted: readonly string[]): Promise<boolean> {
		const message = await this.#sent;
		if (!message || !deleted.includes(message.id)) return false;
		this.#sent = undefined;
		this.#said = undefined;
		return true;
	}

	/** Updates the notice, if it was sent: to the newest of those that came meanwhile. Resolves also when it can't be updated. */
	async update(readThere: string, state: ReadingState = { kind: "on" }): Promise<void> {
		const said = this.#said;
		const notice = this.take(readThere, state);
		if (!this.#sent || said === notice.content) return;
		this.#sent = this.#sent.then(async (message) => {
			// An edit may take seconds, in which a button's answer has changed the message.
			while (message && this.#wanted && this.#wanted !== this.#shown) {
				this.#shown = this.#wanted;
				await message.edit(this.#wanted).catch(() => undefined);
			}
			return message;
		});
		await this.#sent;
	}

	/** Deletes the notice. Resolves also when it can't be deleted. */
	async remove(): Promise<void> {
		const sent = this.#sent;
		this.#sent = undefined;
		await (await sent)?.delete().catch(() => undefined);
	}

	async #send(notice: NoticeContent): Promise<Message | undefined> {
		const channel = findVoiceChannel(this.#guild, this.channelId);
		if (!channel || !mayWrite(channel)) return undefined;
		this.#shown = notice;
		return channel.send(notice);
	}

	/** Removes its buttons. Resolves also when they can't be removed. */
	async end(): Promise<void> {
		await (await this.#sent)?.edit({ components: [] }).catch(() => undefined);
	}
}
