import type { RepliableInteraction } from "discord.js";
import { channelButtons } from "../discord/channel-buttons.ts";
import { describeProblem, describeVoice } from "../discord/describe-problem.ts";
import { problemButtons } from "../discord/problem-buttons.ts";
import { noMentions } from "../discord/respond.ts";
import { showText } from "../discord/show-text.ts";
import { type Translate, textsFor } from "../discord/texts/index.ts";
import { firstLineMaxCharacters, lineMaxCharacters } from "../limits.ts";
import type { ProblemDetail } from "../problem.ts";
import { cutScript } from "../speech/script.ts";
import type { Preferences } from "../store/preferences.ts";
import type { SpeechMonths } from "../store/speech-months.ts";
import type { Accepted } from "../voice/arrival.ts";
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

/** The answer to a text in a channel: what was said first, and then what became of the text, in one message. */
class ChannelAnswer {
	readonly #interaction: RepliableInteraction<"cached">;
	readonly #answerId: string;
	readonly #t: Translate;
	#lines: readonly string[] | undefined;
	#textId: number | undefined;
	#ended = false;
	#problem: ProblemDetail | undefined;
	readonly #told = new Set<string>();

	constructor(interaction: RepliableInteraction<"cached">, answerId: string, t: Translate) {
		this.#interaction = interaction;
		this.#answerId = answerId;
		this.#t = t;
	}

	/** Answers; what was told before is in it. */
	async begin(lines: readonly string[], textId: number): Promise<void> {
		this.#lines = lines;
		this.#textId = textId;
		await this.#show();
	}

	/** Adds what happened to the text, where that needs words. */
	tell(event: TextEvent): void {
		const sentence = describeEvent(event, this.#t);
		if (sentence !== undefined) this.#told.add(sentence);
		if (event.kind === "ended") {
			this.#ended = true;
			if (event.how === "failed") this.#problem = event.problem?.detail;
		}
		// The token lives for fifteen minutes; what was said was said.
		if (sentence !== undefined || this.#ended) void this.#show().catch(() => {});
	}

	async #show(): Promise<void> {
		if (!this.#lines) return;
		const t = this.#t;
		const lacks =
			this.#problem?.kind === "out_of_credit" ? { ...this.#problem, again: this.#answerId } : undefined;
		await this.#interaction.editReply({
			content: [...this.#lines, ...this.#told].join("\n").slice(0, 2_000),
			components: [
				channelButtons(this.#answerId, this.#ended ? undefined : this.#textId, t),
				...(lacks ? problemButtons(lacks, t) : []),
			],
			allowedMentions: noMentions,
		});
	}
}

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

	const id = answers.remember(request, guildId, user.id);
	const answer = new ChannelAnswer(interaction, id, t);
	const settle = (spoken: QueuedText["spoken"]): void => {
		reservation.settle(spoken.reduce((sum, { madeMs }) => sum + madeMs, 0));
		recordSpeech(months, guildId, spoken);
	};
	const end = Promise.withResolvers<void>();
	const onEvent = (event: TextEvent): void => {
		answer.tell(event);
		if (event.kind === "ended") end.resolve();
	};

	// Taken before anything is waited for: texts are heard in the order of their commands.
	const taken = sessions.say(member, undefined, { userId: user.id, lines, estimateMs: estimate, onEvent });
	// Whatever it comes to is heard of below.
	taken.catch(() => {});
	let accepted: Accepted;
	try {
		await interaction.deferReply();
		accepted = await taken;
	} catch (error) {
		// Without an answer nobody would know whose text that is.
		void taken.then(({ text }) => sessions.skip(member, text.id)).catch(() => {});
		settle([]);
		throw error;
	}
	void end.promise.then(() => settle(accepted.text.spoken));
	const place =
		accepted.before === 0
			? t("channel.now")
			: t("channel.place", { place: accepted.before + 1, seconds: Math.ceil(accepted.waitMs / 1_000) });
	const channel = `<#${accepted.channelId}>`;
	const content = t("channel.answer", { voice, channel, place, text: showText(request.written) });
	await answer.begin(
		[content, ...notes, ...(accepted.trouble ? [describeVoice(accepted.trouble, t)] : [])],
		accepted.text.id,
	);
};
