import type { RepliableInteraction } from "discord.js";
import { channelButtons } from "../discord/channel-buttons.ts";
import { describeProblem, describeVoice } from "../discord/describe-problem.ts";
import { noMentions } from "../discord/respond.ts";
import { showText } from "../discord/show-text.ts";
import { type Translate, textsFor } from "../discord/texts/index.ts";
import { firstLineMaxCharacters, lineMaxCharacters } from "../limits.ts";
import { cutScript } from "../speech/script.ts";
import type { Preferences } from "../store/preferences.ts";
import type { SpeechMonths } from "../store/speech-months.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { QueuedText, TextEvent } from "../voice/speech-queue.ts";
import type { Answers, SpokenRequest } from "./answers.ts";
import type { SpeechBudget } from "./budget.ts";
import { estimateMs, recordSpeech } from "./speak-text.ts";

export interface ChannelServices {
	readonly voice: VoiceSessions;
	readonly budget: SpeechBudget;
	readonly months: SpeechMonths;
	readonly preferences: Preferences;
	readonly answers: Answers;
}

/** @returns what is added to the answer when that happens to its text; undefined for what needs no words */
const describeEvent = (event: TextEvent, t: Translate): string | undefined => {
	switch (event.kind) {
		case "line_failed":
			return t("channel.line_failed", { why: event.problem ? describeProblem(event.problem.detail, t) : "" });
		case "hindered":
			return describeVoice(event.trouble, t);
		case "moved":
			return t("channel.moved", { channel: `<#${event.channelId}>` });
		case "ended":
			if (event.how === "failed")
				return event.problem ? describeProblem(event.problem.detail, t) : t("channel.failed");
			if (event.how === "left") return event.trouble ? describeVoice(event.trouble, t) : t("channel.left");
			return event.how === "heard" ? undefined : t(`channel.${event.how}`);
		default:
			return undefined;
	}
};

/**
 * Speaks a member's text in their voice channel, and answers with who speaks, where, and its place in the queue. What
 * becomes of it later is added to the answer.
 *
 * @throws {@link Problem} with what is in the way; nothing waits in the queue then
 */
export const answerInChannel = async (
	interaction: RepliableInteraction<"cached">,
	request: SpokenRequest,
	services: ChannelServices,
	notes: readonly string[],
): Promise<void> => {
	const { voice: sessions, budget, months, preferences, answers } = services;
	const { guildId, user, locale, member } = interaction;
	const t = textsFor(locale);
	const { voice, style } = request;
	const cut = { firstMax: firstLineMaxCharacters, lineMax: lineMaxCharacters, locale };
	const lines = cutScript(request.speakable, cut).map((text) => ({
		text,
		voice,
		...(style !== undefined && { style }),
	}));
	const estimate = estimateMs(lines);
	const reservation = budget.reserve(
		guildId,
		user.id,
		estimate,
		preferences.readGuild(guildId).secondsPerDay,
	);

	let queued: QueuedText | undefined;
	let content: string | undefined;
	const id = answers.remember(request, guildId, user.id);
	const told: string[] = [];
	const show = async (): Promise<void> => {
		if (content === undefined) return;
		const ended = reservationClosed;
		await interaction
			.editReply({
				content: [content, ...told].join("\n").slice(0, 2_000),
				components: [channelButtons(id, ended ? undefined : queued?.id, t)],
				allowedMentions: noMentions,
			})
			// The token lives for fifteen minutes; what was said was said.
			.catch(() => {});
	};
	let reservationClosed = false;
	const close = (): void => {
		reservationClosed = true;
		const spoken = queued?.spoken ?? [];
		reservation.settle(spoken.reduce((sum, { madeMs }) => sum + madeMs, 0));
		recordSpeech(months, guildId, spoken);
	};
	const onEvent = (event: TextEvent): void => {
		const sentence = describeEvent(event, t);
		if (sentence !== undefined && !told.includes(sentence)) told.push(sentence);
		if (event.kind === "ended") close();
		if (sentence !== undefined || event.kind === "ended") void show();
	};

	try {
		await interaction.deferReply();
		const accepted = await sessions.say(member, undefined, {
			userId: user.id,
			lines,
			estimateMs: estimate,
			onEvent,
		});
		queued = accepted.text;
		content = [
			t("channel.answer", {
				voice,
				channel: `<#${accepted.channelId}>`,
				place:
					accepted.before === 0
						? t("channel.now")
						: t("channel.place", { place: accepted.before + 1, seconds: Math.ceil(accepted.waitMs / 1_000) }),
				text: showText(request.written),
			}),
			...notes,
		].join("\n");
		if (accepted.trouble) told.push(describeVoice(accepted.trouble, t));
	} catch (error) {
		if (!reservationClosed) close();
		throw error;
	}
	await show();
};
