import { ApplicationCommandOptionType } from "discord-api-types/v10";
import type { Books } from "../src/books/books.ts";
import { describeVoiceTrouble } from "../src/discord/describe-problem.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { showText } from "../src/discord/show-text.ts";
import { listSpeakers } from "../src/say/sound/describe-voice.ts";
import type { Line } from "../src/speech/line.ts";
import { dropTags } from "../src/speech/text/delivery-tags.ts";
import type { Translate } from "../src/texts/index.ts";
import { type Services, slashCommand } from "./services.ts";

const lineOf = {
	asked: "channel.queue.line",
	read: "channel.queue.read",
	page: "channel.queue.page",
} as const;
const textsShown = 15;

/** How much of a text in the queue is shown, in characters. */
const wordsShown = 40;

const firstWords = (lines: readonly Line[]): string =>
	showText(dropTags(lines.map(({ text }) => text).join(" ")), wordsShown);

/** @returns the line about the guild's paused book, if it has one */
const listPaused = (guildId: string, books: Books, t: Translate): readonly string[] => {
	const paused = books.findPaused(guildId);
	return paused ? [t("channel.queue.paused", { ...paused, who: `<@${paused.userId}>` })] : [];
};

/** @returns the line about the guild's paused book if nothing plays or waits */
const listPausedAlone = (guildId: string, { voice, books }: Services, t: Translate): readonly string[] =>
	voice.queue(guildId)?.items.length === 0 ? listPaused(guildId, books, t) : [];

export const queue = slashCommand({
	declaration: { name: "queue" },
	async execute(interaction, _, { voice, books }, t) {
		const view = voice.queue(interaction.guildId);
		if (!view) return respondPrivately(interaction, t("problem.voice.not_in_channel"));
		const channel = `<#${view.channelId}>`;
		const paused = listPaused(interaction.guildId, books, t);
		if (view.items.length === 0)
			return respondPrivately(interaction, [t("channel.queue.empty", { channel }), ...paused].join("\n"));
		const lines = view.items
			.slice(0, textsShown)
			.map(({ userId, priority, estimateMs, state, lines }, index) => {
				const line = t(lineOf[priority], {
					place: state === "playing" ? "▶" : `${index + 1}.`,
					who: `<@${userId || interaction.client.user.id}>`,
					voice: listSpeakers(lines.map(({ voice }) => voice)),
					seconds: Math.ceil(estimateMs / 1_000),
				});
				// Members only see their own words.
				return userId === interaction.user.id ? `${line} · ${firstWords(lines)}` : line;
			});
		const total = t("channel.queue.total", {
			channel,
			count: view.items.length,
			seconds: Math.ceil(view.totalMs / 1_000),
		});
		const trouble = view.trouble ? [describeVoiceTrouble(view.trouble, t)] : [];
		return respondPrivately(interaction, [total, ...lines, ...paused, ...trouble].join("\n"));
	},
});

export const skip = slashCommand({
	declaration: { name: "skip", options: { all: { type: ApplicationCommandOptionType.Boolean } } },
	async execute(interaction, { all }, services, t) {
		const { voice } = services;
		const { member, guildId } = interaction;
		const paused = all ? [] : listPausedAlone(guildId, services, t);
		if (paused.length > 0)
			return respondPrivately(interaction, [t("problem.voice.nothing_to_skip"), ...paused].join("\n"));
		const isPage = !all && voice.skip(member, "current").priority === "page";
		const count = all ? voice.skipAll(member) : 1;
		return interaction.reply(isPage ? t("channel.skipped.page") : t("channel.skipped.count", { count }));
	},
});

export const stop = slashCommand({
	declaration: { name: "stop" },
	async execute(interaction, _, services, t) {
		const { voice, books } = services;
		const { guildId } = interaction;
		const paused = listPausedAlone(guildId, services, t);
		if (paused.length > 0)
			return respondPrivately(interaction, [t("problem.voice.nothing_to_stop"), ...paused].join("\n"));
		const stopped = voice.stop(interaction.member);
		const others = stopped.filter(({ priority }) => priority !== "page").length;
		const { link } = books.findPaused(guildId) ?? {};
		const lines = [
			...(others > 0 ? [t("channel.stopped.count", { count: others })] : []),
			...(link === undefined ? [] : [t("channel.stopped.page", { link })]),
		];
		return interaction.reply(lines.join("\n") || t("channel.stopped"));
	},
});
