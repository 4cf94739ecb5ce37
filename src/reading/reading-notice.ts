import {
	ActionRowBuilder,
	ButtonBuilder,
	ButtonStyle,
	type Guild,
	type Message,
	PermissionFlagsBits,
	type VoiceBasedChannel,
} from "discord.js";
import { noMentions } from "../discord/respond.ts";
import { readingRoutes } from "../discord/routes.ts";
import { textsFor } from "../discord/texts/index.ts";
import { findVoiceChannel } from "../voice/read-facts.ts";
import type { NoticeContent, ReadingState } from "./reading-state.ts";

/** How far back the notice of before a restart is looked for, in messages. */
const searchedMessages = 50;

/**
 * Writes what a notice says, with its button.
 *
 * @param readThere - what is read there, in a sentence
 */
export const composeNotice = (
	{ preferredLocale }: Pick<Guild, "preferredLocale">,
	readThere: string,
	state: ReadingState,
): NoticeContent => {
	const t = textsFor(preferredLocale);
	const isOn = state.kind === "on";
	const button = new ButtonBuilder()
		.setCustomId((isOn ? readingRoutes.pause : readingRoutes.resume).to())
		.setLabel(t(isOn ? "button.pause_reading" : "button.resume_reading"))
		.setStyle(ButtonStyle.Secondary);
	return {
		content: isOn
			? t("reading.notice", { readThere })
			: t("reading.notice.paused", { who: `<@${state.by}>` }),
		components: [new ActionRowBuilder<ButtonBuilder>().addComponents(button)],
	};
};

const mayWrite = (channel: VoiceBasedChannel): boolean =>
	channel
		.permissionsFor(channel.client.user)
		?.has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages]) === true;

/** Says something to all in a voice channel, in its chat. Where Herald may not write there, nobody is told. */
export const tellChannel = async (guild: Guild, channelId: string, content: string): Promise<void> => {
	const channel = findVoiceChannel(guild, channelId);
	if (channel && mayWrite(channel))
		await channel.send({ content, allowedMentions: noMentions }).catch(() => undefined);
};

/** @returns what a message says if it is a notice of Herald's with its button: those of sessions that are over have none */
const readNotice = ({ author, client, content, components }: Message): ReadingState | undefined => {
	if (author.id !== client.user.id) return undefined;
	const ids = components.flatMap((row) =>
		"components" in row ? row.components.map((each) => ("customId" in each ? each.customId : null)) : [],
	);
	if (ids.includes(readingRoutes.pause.to())) return { kind: "on" };
	if (!ids.includes(readingRoutes.resume.to())) return undefined;
	return { kind: "paused", by: /<@(\d+)>/.exec(content)?.[1] ?? client.user.id };
};

/**
 * The one line in a voice channel's chat that says that what is written is read aloud, and how not to be read. It is sent
 * when reading begins, and its button goes when the session is over. Where Herald may not write, there is none.
 */
export class ReadingNotice {
	readonly channelId: string;
	readonly #guild: Guild;
	#sent: Promise<Message | undefined> | undefined;

	constructor(guild: Guild, channelId: string) {
		this.#guild = guild;
		this.channelId = channelId;
	}

	/**
	 * Looks for the notice of before Herald was started anew.
	 *
	 * @returns what it says; undefined when there is none to be found
	 */
	async recall(): Promise<ReadingState | undefined> {
		const channel = findVoiceChannel(this.#guild, this.channelId);
		const recent = await channel?.messages
			.fetch({ limit: searchedMessages, cache: false })
			.catch(() => undefined);
		const notice = recent?.find((message) => readNotice(message) !== undefined);
		if (notice) this.#sent = Promise.resolve(notice);
		return notice && readNotice(notice);
	}

	/** Tells everyone, once. @param readThere - what is read there, in a sentence */
	begin(readThere: string): void {
		this.#sent ??= this.#send(readThere).catch(() => undefined);
	}

	async #send(readThere: string): Promise<Message | undefined> {
		const channel = findVoiceChannel(this.#guild, this.channelId);
		if (!channel || !mayWrite(channel)) return undefined;
		const notice = composeNotice(this.#guild, readThere, { kind: "on" });
		return channel.send({ ...notice, allowedMentions: noMentions });
	}

	/** Takes its button away. Resolves when it is gone, or can't be. */
	async end(): Promise<void> {
		await (await this.#sent)?.edit({ components: [] }).catch(() => undefined);
	}
}
