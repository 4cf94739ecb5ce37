import type { RepliableInteraction } from "discord.js";
import { showText } from "../discord/show-text.ts";
import { type Translate, textsFor } from "../discord/texts/index.ts";
import { firstLineMaxCharacters, type Line, lineMaxCharacters } from "../speech/line.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import { cutScript } from "../speech/text/script.ts";
import type { SpeechMonths } from "../store/speech-months.ts";
import type { Accepted } from "../voice/arrival.ts";
import type { TextEvent } from "../voice/channel-text.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { Ticket } from "../voice/tickets.ts";
import type { SpeechBudget } from "./budget.ts";
import { ChannelAnswer } from "./channel-answer.ts";
import type { LateEdits } from "./late-edits.ts";
import type { RecentRequests, SayRequest } from "./recent-requests.ts";
import { estimateMs, recordSpeech, sumMadeMs } from "./speak-text.ts";

export interface ChannelServices {
	readonly voice: VoiceSessions;
	readonly budget: SpeechBudget;
	readonly months: SpeechMonths;
	readonly recent: RecentRequests;
	readonly edits: LateEdits;
}

/** What has begun before it was known that a text is for a channel. */
export interface Begun {
	readonly notes: readonly string[];
	/** The interaction's public acknowledgement, on its way. */
	readonly acknowledged: Promise<unknown>;
	/** The text's place among those of the guild. */
	readonly ticket: Ticket;
}

const describePlace = ({ before, waitMs }: Accepted, t: Translate): string =>
	before === 0
		? t("channel.now")
		: t("channel.place", { place: before + 1, seconds: Math.ceil(waitMs / 1_000) });

const cutLines = ({ speakable, voice, style }: SayRequest, locale: string): Line[] =>
	cutScript(speakable, { firstMax: firstLineMaxCharacters, lineMax: lineMaxCharacters, locale }).map(
		(text) => ({
			text,
			voice,
			...(style !== undefined && { style }),
		}),
	);

/**
 * Reserves what a text may take and puts it into the queue, in the order of the commands and whichever acknowledgement
 * comes first. What it took is settled when nothing more of it is made, also when it never had a place.
 *
 * @throws {@link Problem} of the budget or the channel
 */
const enterQueue = async (
	{ guildId, member, user }: RepliableInteraction<"cached">,
	lines: readonly Line[],
	{ voice: sessions, budget, months, edits }: ChannelServices,
	answer: ChannelAnswer,
	ticket: Ticket,
): Promise<Accepted> => {
	const estimate = estimateMs(lines);
	try {
		const reservation = await budget.reserve(guildId, user.id, estimate);
		const settled = Promise.withResolvers<readonly SpokenLine[]>();
		edits.add(
			settled.promise.then(async (made) => {
				await reservation.settle(sumMadeMs(made));
				await recordSpeech(months, guildId, made);
			}),
		);
		let ended = false;
		const onEvent = (event: TextEvent): void => {
			answer.tell(event);
			ended ||= event.kind === "ended";
		};
		const text = { userId: user.id, lines, estimateMs: estimate, onEvent, onSettled: settled.resolve };
		return await sessions.say(member, undefined, text, ticket).catch((error: unknown) => {
			// Without an end it never had a place, and nothing of it is made.
			if (!ended) settled.resolve([]);
			throw error;
		});
	} finally {
		ticket.release();
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
	request: SayRequest,
	services: ChannelServices,
	{ notes, acknowledged, ticket }: Begun,
): Promise<void> => {
	const { voice: sessions, recent, edits } = services;
	const { guildId, user, locale, member } = interaction;
	const t = textsFor(locale);
	const id = recent.remember({ ...request, firstMax: firstLineMaxCharacters }, guildId, user.id);
	const answer = new ChannelAnswer(interaction, id, edits);
	const taken = enterQueue(interaction, cutLines(request, locale), services, answer, ticket);
	// What it throws is heard of below.
	taken.then(
		({ trouble }) => answer.hinder(trouble),
		() => {},
	);
	try {
		await acknowledged;
		const accepted = await taken;
		const content = t("channel.answer", {
			voice: request.voice,
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
