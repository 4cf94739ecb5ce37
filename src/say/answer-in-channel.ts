import type { RepliableInteraction } from "discord.js";
import { showText } from "../discord/show-text.ts";
import { type Translate, textsFor } from "../discord/texts/index.ts";
import { firstLineMaxCharacters, lineMaxCharacters } from "../speech/line.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import { cutScript } from "../speech/text/script.ts";
import type { Preferences } from "../store/preferences.ts";
import type { SpeechMonths } from "../store/speech-months.ts";
import type { Accepted } from "../voice/arrival.ts";
import type { TextEvent } from "../voice/channel-text.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { SpeechBudget } from "./budget.ts";
import { ChannelAnswer } from "./channel-answer.ts";
import type { LateEdits } from "./late-edits.ts";
import type { RecentRequests, SayRequest } from "./recent-requests.ts";
import { estimateMs, recordSpeech, sumMadeMs } from "./speak-text.ts";

export interface ChannelServices {
	readonly voice: VoiceSessions;
	readonly budget: SpeechBudget;
	readonly months: SpeechMonths;
	readonly preferences: Preferences;
	readonly recent: RecentRequests;
	readonly edits: LateEdits;
}

const describePlace = ({ before, waitMs }: Accepted, t: Translate): string =>
	before === 0
		? t("channel.now")
		: t("channel.place", { place: before + 1, seconds: Math.ceil(waitMs / 1_000) });

/**
 * Speaks a member's text in their voice channel, and answers with who speaks, where, and its place in the queue. What
 * becomes of it later is added to the answer.
 *
 * @throws {@link Problem} with what is in the way; nothing waits in the queue then
 */
export const answerInChannel = async (
	interaction: RepliableInteraction<"cached">,
	request: SayRequest,
	services: ChannelServices,
	notes: readonly string[],
): Promise<void> => {
	const { voice: sessions, budget, months, preferences, recent, edits } = services;
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

	const id = recent.remember({ ...request, firstMax: firstLineMaxCharacters }, guildId, user.id);
	const answer = new ChannelAnswer(interaction, id, edits);
	const onSettled = (made: readonly SpokenLine[]): void => {
		reservation.settle(sumMadeMs(made));
		recordSpeech(months, guildId, made);
	};
	let ended = false;
	const onEvent = (event: TextEvent): void => {
		answer.tell(event);
		ended ||= event.kind === "ended";
	};

	// Taken before anything is waited for: texts are heard in the order of their commands.
	const text = { userId: user.id, lines, estimateMs: estimate, onEvent, onSettled };
	const taken = sessions.say(member, undefined, text);
	// What it throws is heard of below.
	taken.then(
		({ trouble }) => answer.hinder(trouble),
		() => {
			// Without an end it never had a place, and nothing of it is made.
			if (!ended) onSettled([]);
		},
	);
	try {
		await interaction.deferReply();
		const accepted = await taken;
		const content = t("channel.answer", {
			voice,
			channel: `<#${accepted.channelId}>`,
			place: describePlace(accepted, t),
			text: showText(request.written),
		});
		await answer.begin([content, ...notes], accepted.text.id);
	} catch (error) {
		// Without an answer nobody would know whose text that is.
		void taken.then(({ text }) => sessions.skip(member, text)).catch(() => {});
		throw error;
	}
};
