import {
	type BaseMessageOptions,
	type Client,
	type Guild,
	type GuildTextBasedChannel,
	type Message,
	PermissionFlagsBits,
} from "discord.js";
import { actionRow, pressable, readingRoutes } from "../discord/buttons.ts";
import { linkCommands } from "../discord/show-text.ts";
import { inGuild } from "../shared/party.ts";
import type { Problem, ProblemKind } from "../shared/problem.ts";
import type { StandIn } from "../speech/line.ts";
import type { GuildReading } from "../store/reading.ts";
import { type Translate, textsFor } from "../texts/index.ts";
import { findVoiceChannel } from "../voice/channel-facts.ts";
import { describeHindrance, describeReadThere } from "./describe-reading.ts";
import type { ReadingParts } from "./reading-parts.ts";

/** Whether reading goes on while Herald is in voice, or who paused it. */
export type ReadingState = { readonly kind: "on" } | { readonly kind: "paused"; readonly by: string };

export type NoticeContent = Pick<BaseMessageOptions, "components"> & { readonly content: string };

/** How many messages are searched for the notice from before a restart. */
const searchedMessages = 50;

/** @returns whether Herald may write in a channel that isn't a thread */
export const mayWrite = (channel: GuildTextBasedChannel): boolean =>
	channel
		.permissionsFor(channel.client.user)
		?.has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages]) === true;

/** Sends a message to the chat of a voice channel, if Herald may write there. */
export const sendToChannel = async (guild: Guild, channelId: string, content: string): Promise<void> => {
	const channel = findVoiceChannel(guild, channelId);
	if (channel && mayWrite(channel)) await channel.send(content).catch(() => undefined);
};

const listMentioned = (content: string): readonly string[] =>
	[...content.matchAll(/<@(\d+)>/g)].flatMap(([, id]) => id ?? []);

/**
 * @returns the reading state that a notice shows; undefined for a message that isn't Herald's or has no Pause or Resume
 * button (Herald removes the button when it leaves)
 */
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
 * @param read - a sentence about what is read in the notice's channel
 * @param joinedFor - the member that Herald joined for, if that is known
 * @returns a notice's content, with its buttons
 */
export const composeNotice = (
	read: string,
	state: ReadingState,
	t: Translate,
	client: Client,
	joinedFor?: string,
): NoticeContent => {
	const isOn = state.kind === "on";
	const row = actionRow(
		isOn
			? pressable(readingRoutes.pause.to(), t("button.pause_reading"))
			: pressable(readingRoutes.resume.to(), t("button.resume_reading")),
		pressable(readingRoutes.decline.to(), t("button.dont_read_me")),
	);
	const said = isOn
		? t("reading.notice", { readThere: read })
		: t("reading.notice.paused", { who: `<@${state.by}>` });
	const who = joinedFor && `<@${joinedFor}>`;
	const content = who ? `${said} ${t("reading.notice.joined_for", { who })}` : said;
	return { content: linkCommands(content, client), components: [row] };
};

/**
 * The notice in a voice channel's chat, which says that messages are read aloud, how not to be read, and for whom
 * Herald joined. It is sent when reading begins and edited when what is read changes. When Herald leaves, the notice
 * loses its buttons. If Herald may not write in the chat, there is no notice.
 */
class ReadingNotice {
	readonly channelId: string;
	readonly #guild: Guild;
	/** The member that Herald joined for, if that is known. */
	#joinedFor: string | undefined;
	#sent: Promise<Message | undefined> | undefined;
	/**
	 * The content that the notice should have, or has from before a restart; undefined if the notice was deleted. `#shown`
	 * is the content that was last sent.
	 */
	#wanted: NoticeContent | undefined;
	#shown: NoticeContent | undefined;
	/** The last sentence about what is read; undefined while the notice says that reading is paused. */
	#readThere: string | undefined;

	constructor(guild: Guild, channelId: string, joinedFor?: string) {
		this.#guild = guild;
		this.#joinedFor = joinedFor;
		this.channelId = channelId;
	}

	/**
	 * Looks for the notice from before a restart. @returns the state that the notice shows; undefined if it isn't found
	 */
	async recall(): Promise<ReadingState | undefined> {
		const channel = findVoiceChannel(this.#guild, this.channelId);
		const recent = await channel?.messages
			.fetch({ limit: searchedMessages, cache: false })
			.catch(() => undefined);
		const notice = recent?.find((message) => readNotice(message) !== undefined);
		if (!notice) return undefined;
		this.#sent = Promise.resolve(notice);
		this.#wanted = { content: notice.content };
		const state = readNotice(notice);
		this.#joinedFor ??= listMentioned(notice.content)[state?.kind === "paused" ? 1 : 0];
		return state;
	}

	/**
	 * Changes what the notice should show, without sending it.
	 *
	 * @param readThere - a sentence about what is read in the notice's channel
	 * @returns the content, with its buttons
	 */
	take(readThere: string, state: ReadingState): NoticeContent {
		const { preferredLocale, client } = this.#guild;
		const notice = composeNotice(readThere, state, textsFor(preferredLocale), client, this.#joinedFor);
		this.#wanted = notice;
		this.#readThere = state.kind === "on" ? readThere : undefined;
		return notice;
	}

	/** Sends the notice, or updates it. @param readThere - a sentence about what is read in the notice's channel */
	begin(readThere: string, state: ReadingState): void {
		if (this.#sent && readThere === this.#readThere) return;
		if (this.#sent) void this.update(readThere, state);
		else this.#sent = this.#send(this.take(readThere, state)).catch(() => undefined);
	}

	/** @returns whether the message isn't this notice but an older one, which this notice has replaced */
	async hasReplaced(messageId: string): Promise<boolean> {
		return ((await this.#sent)?.id ?? messageId) !== messageId;
	}

	/** @returns whether the notice was among deleted messages. If so, it can be sent again */
	async lose(deleted: readonly string[]): Promise<boolean> {
		const message = await this.#sent;
		if (!message || !deleted.includes(message.id)) return false;
		this.#sent = undefined;
		this.#wanted = undefined;
		return true;
	}

	/** Updates the notice to the newest content, if it was sent. Also resolves if that fails. */
	async update(readThere: string, state: ReadingState): Promise<void> {
		const said = this.#wanted?.content;
		const notice = this.take(readThere, state);
		if (!this.#sent || said === notice.content) return;
		this.#sent = this.#sent.then(async (message) => {
			// An edit may take seconds. Meanwhile the answer to a button may have changed the content.
			while (message && this.#wanted && this.#wanted !== this.#shown) {
				this.#shown = this.#wanted;
				await message.edit(this.#wanted).catch(() => undefined);
			}
			return message;
		});
		await this.#sent;
	}

	/** Deletes the notice. Also resolves if that fails. */
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

	/** Removes the notice's buttons. Also resolves if that fails. */
	async end(): Promise<void> {
		await (await this.#sent)?.edit({ components: [] }).catch(() => undefined);
	}
}

/** How long a kind of problem isn't reported to a channel again, in ms. */
const reportEveryMs = 60 * 60_000;

/**
 * What the chat of Herald's voice channel says about reading: the notice, whose button pauses reading, and what keeps
 * messages from being read. One for each guild, while Herald is in voice there.
 */
export class VoiceChat {
	state: ReadingState = { kind: "on" };
	readonly #guild: Guild;
	readonly #parts: ReadingParts;
	#notice: ReadingNotice | undefined;
	/** Resolves when the search for the notice from before a restart is over. */
	#recalled: Promise<unknown> = Promise.resolve();
	#over = false;
	/** When each kind of problem, or of stand-in, was last reported. */
	readonly #reportedAt = new Map<ProblemKind | StandIn, number>();
	/** Resolves when Herald is in its channel, and a pause from before a restart has been restored. */
	readonly #entered = Promise.withResolvers<void>();

	constructor(guild: Guild, parts: ReadingParts) {
		this.#guild = guild;
		this.#parts = parts;
	}

	/**
	 * Handles that Herald has entered a channel. If Herald was in another channel before, a pause ends. Resolves when a
	 * pause from before a restart has been restored.
	 *
	 * @param again - whether Herald was there before a restart
	 * @param joinedFor - the member that Herald joined for, if that is known
	 */
	async enter(channelId: string, again: boolean, joinedFor: string | undefined): Promise<void> {
		if (this.#notice && this.#notice.channelId !== channelId) this.state = { kind: "on" };
		const recalled = this.#recall(this.#noticeIn(channelId, joinedFor), again);
		this.#recalled = Promise.allSettled([recalled]).then(() => this.#entered.resolve());
		await recalled;
	}

	/** Restores a pause from before a restart. A pause from before Herald left is forgotten. */
	async #recall(notice: ReadingNotice, again: boolean): Promise<void> {
		const { store } = this.#parts;
		const [found, reading] = await Promise.all([
			again ? notice.recall() : undefined,
			store.reading.read(this.#guild.id).catch(() => undefined),
		]);
		if (this.#notice !== notice) return;
		if (found) this.state = found;
		if (!reading?.settings.readingPaused || this.state.kind === "paused") return;
		if (!again) return store.settings.changeGuild(inGuild(this.#guild.id), { readingPaused: null });
		this.state = { kind: "paused", by: this.#guild.client.user.id };
		this.#sayPaused(reading, notice);
	}

	/**
	 * Shows the notice before a message is read.
	 *
	 * @returns whether messages are read in Herald's channel now
	 */
	async begin(reading: GuildReading, channelId: string): Promise<boolean> {
		const readThere = this.#describeReadThere(reading, channelId);
		if (readThere === undefined) return false;
		await this.#entered.promise;
		if (this.#over || this.state.kind === "paused") return false;
		this.#noticeIn(channelId).begin(readThere, this.state);
		return true;
	}

	/** Sends the notice again if it was deleted during a pause, since reading couldn't be resumed without it. */
	async onDelete(messageIds: readonly string[]): Promise<void> {
		const notice = this.#notice;
		if (!(await notice?.lose(messageIds)) || !notice || this.state.kind === "on") return;
		this.#sayPaused(await this.#parts.store.reading.read(this.#guild.id), notice);
	}

	#sayPaused(reading: GuildReading, notice: ReadingNotice): void {
		notice.begin(this.#describeReadThere(reading, notice.channelId) ?? "", this.state);
	}

	/**
	 * Updates a voice channel's notice, because what is read there has changed, or reading was paused or resumed. Removes
	 * the notice if nothing is read there and reading isn't paused.
	 */
	describe(reading: GuildReading, channelId: string): void {
		if (this.#notice?.channelId !== channelId) return;
		const readThere = this.#describeReadThere(reading, channelId);
		const isShown = readThere !== undefined || this.state.kind === "paused";
		void this.#parts.edits.follow(
			isShown ? this.#notice.update(readThere ?? "", this.state) : this.#notice.remove(),
		);
	}

	/**
	 * @returns the new content of the message whose button was pressed: the notice's current content. If a newer notice
	 * has replaced the message, only the removal of its buttons
	 */
	async answerPress(reading: GuildReading, channelId: string, messageId: string) {
		const notice = this.#noticeIn(channelId);
		if (await notice.hasReplaced(messageId)) {
			this.describe(reading, channelId);
			return { components: [] };
		}
		return notice.take(this.#describeReadThere(reading, channelId) ?? "", this.state);
	}

	/**
	 * Handles that Herald has left.
	 *
	 * @param stopping - whether Herald is stopping and will rejoin. If so, the notice keeps its buttons
	 * @param unread - how many messages weren't read to the end
	 */
	end(stopping: boolean, unread: number): void {
		this.#over = true;
		this.#entered.resolve();
		if (stopping && unread > 0)
			this.#send(textsFor(this.#guild.preferredLocale)("reading.interrupted", { count: unread }));
		if (!stopping) this.#endNotice();
	}

	/** Tells members what keeps messages from being read or delays them, or which voices stand in. */
	tell(what: Problem | StandIn): void {
		const t = textsFor(this.#guild.preferredLocale);
		const isStandIn = typeof what === "string";
		const content = isStandIn ? t(`say.${what}`) : describeHindrance(what, t);
		const kind = isStandIn ? what : what.kind;
		const now = this.#parts.clock.now();
		const reportedAt = this.#reportedAt.get(kind) ?? Number.NEGATIVE_INFINITY;
		if (content === undefined || !this.#notice || now - reportedAt < reportEveryMs) return;
		this.#reportedAt.set(kind, now);
		this.#send(content);
	}

	#describeReadThere(reading: GuildReading, channelId: string): string | undefined {
		const t = textsFor(this.#guild.preferredLocale);
		return describeReadThere(reading, channelId, this.#parts.access.mode, t);
	}

	#noticeIn(channelId: string, joinedFor?: string): ReadingNotice {
		if (this.#notice && this.#notice.channelId !== channelId) this.#endNotice();
		this.#notice ??= new ReadingNotice(this.#guild, channelId, joinedFor);
		return this.#notice;
	}

	#endNotice(): void {
		const notice = this.#notice;
		if (notice) void this.#parts.edits.follow(this.#recalled.then(() => notice.end()));
		this.#notice = undefined;
	}

	#send(content: string): void {
		if (this.#notice)
			void this.#parts.edits.follow(sendToChannel(this.#guild, this.#notice.channelId, content));
	}
}
