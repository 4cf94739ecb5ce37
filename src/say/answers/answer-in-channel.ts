import { type Guild, PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { actionRow, channelButtons, pressable, problemButtons, sayRoutes } from "../../discord/buttons.ts";
import { describeProblem, describeVoiceTrouble } from "../../discord/describe-problem.ts";
import { contentMax } from "../../discord/limits.ts";
import {
	lastingAnswer,
	noteArrival,
	type PacedEdits,
	paceEdits,
	type ShownMessage,
} from "../../discord/paced-edits.ts";
import { textsOf, whoOf } from "../../discord/place.ts";
import { cutText } from "../../discord/show-text.ts";
import { lasting, type ProblemDetail, type VoiceTrouble } from "../../shared/problem.ts";
import type { Compromise } from "../../speech/line.ts";
import type { Ticket } from "../../speech/traffic/tickets.ts";
import { type Translate, textsFor } from "../../texts/index.ts";
import { findVoiceChannel } from "../../voice/channel-facts.ts";
import { type ItemEnd, type ItemEvent, ItemNews, type QueuePosition } from "../../voice/voice-channels.ts";
import { countSpeakers, describeSpeakers } from "../sound/describe-voice.ts";
import type { SayRequest } from "../sound/request.ts";
import { writeLines } from "../sound/write-lines.ts";
import type { AnswerServices } from "./answer-services.ts";
import { buttonsLiveMs } from "./short-memory.ts";

/** How far a text in a channel has come. */
type QueueProgress =
	/** `before` texts come first. They will take about `waitMs`. */
	| { readonly kind: "waiting"; readonly before: number; readonly waitMs: number }
	| { readonly kind: "playing" };

const describePlace = (progress: QueueProgress | undefined, t: Translate): string =>
	progress?.kind === "waiting" && progress.before > 0
		? t("channel.place", { place: progress.before + 1, seconds: Math.ceil(progress.waitMs / 1_000) })
		: t("channel.now");

/**
 * @param ownerId - the member whose text it is
 * @returns a sentence about how a text ended
 */
const describeEnd = (end: ItemEnd, progress: QueueProgress | undefined, ownerId: string, t: Translate) => {
	switch (end.how) {
		case "heard":
			return t("channel.spoken");
		case "skipped":
		case "stopped": {
			const { how, by } = end;
			if (by === "vote") return t("channel.skipped_by_vote");
			if (!by || by.userId === ownerId) return t(`channel.${how}_by_owner`);
			return t(`channel.${how}_by`, { who: `<@${by.userId}>` });
		}
		default:
			return t(progress?.kind === "playing" ? "channel.unfinished" : "channel.unspoken");
	}
};

/** @returns why a text wasn't spoken to its end; undefined if it was, or if the answer says why elsewhere */
const describeWhy = (end: ItemEnd, t: Translate): string | undefined => {
	if (end.how === "failed") return end.problem && describeProblem(end.problem.detail, t);
	if (end.how === "left") return end.trouble ? describeVoiceTrouble(end.trouble, t) : t("channel.left");
	return end.how === "interrupted" ? t("problem.shutting_down") : undefined;
};

interface ChannelAnswerOptions extends Pick<AnswerServices, "clock" | "edits"> {
	readonly request: SayRequest;
	readonly notes: readonly string[];
	/** The ID of the remembered text, for its buttons. */
	readonly answerId: string;
	/** Called once the text's end has been shown. */
	readonly onOver: () => void;
}

/** The answer to a text in a channel: one message that is updated with whatever happens to the text. */
const answerItem = (
	interaction: RepliableInteraction<"cached">,
	{ request, notes, answerId, edits, clock, onOver }: ChannelAnswerOptions,
) => {
	const t = textsOf(interaction);
	const edit = lastingAnswer(interaction, clock);
	let paced: PacedEdits | undefined;
	let itemId: string | undefined;
	let channelId: string | undefined;
	let progress: QueueProgress | undefined;
	let end: ItemEnd | undefined;
	/** Why the text can't be heard at the moment. */
	let hindrance: VoiceTrouble | undefined;
	/**
	 * Whether nothing has been heard for seconds while this text's sound is awaited; the answer then names the service.
	 */
	let isLate = false;
	const compromises = new Set<Compromise>();
	let leavesOut = false;
	/** Why Lines were left out, by the kind of Problem. */
	const failures = new Map<string, ProblemDetail>();

	/** @returns what ended the text */
	const findProblem = () => (end?.how === "failed" ? end.problem?.detail : undefined);

	/** @returns sentences about what wasn't spoken, with each reason once */
	const describeFailures = (): readonly (string | undefined)[] => {
		const problem = findProblem();
		const others = [...failures.values()].filter(({ kind }) => kind !== problem?.kind);
		const reasons = others.map((detail) => describeProblem(detail, t));
		const isAll = end?.how === "failed" && problem === undefined;
		const what = isAll ? t("channel.failed") : leavesOut && t("channel.left_out");
		return [what ? [what, ...reasons].join(" ") : undefined, end && describeWhy(end, t)];
	};

	/** @returns buttons to speak the text again, if a failed part of it may succeed now */
	const againButtons = (): ShownMessage["components"] & object => {
		const problem = findProblem();
		const all = [...failures.values(), ...(problem ? [problem] : [])];
		const failed = leavesOut || end?.how === "failed";
		const mayHelp = all.length === 0 || all.some(({ kind }) => !lasting.has(kind) && kind !== "quiet_hours");
		if (!end || !failed || !mayHelp) return [];
		const noCredit = all.find(({ kind }) => kind === "out_of_credit");
		return problemButtons(noCredit, t, { id: answerId, asFile: false });
	};

	const compose = (): ShownMessage => {
		const live = clock.now() < noteArrival(interaction, clock) + buttonsLiveMs;
		const place = end ? describeEnd(end, progress, interaction.user.id, t) : describePlace(progress, t);
		const lines = [
			t(end ? "channel.ended" : "channel.answer", {
				voice: describeSpeakers(request),
				voices: countSpeakers(request),
				channel: `<#${channelId}>`,
				place,
				text: request.quote,
			}),
			...[...compromises].map((compromise) => t(`say.${compromise}`)),
			...notes,
			...describeFailures(),
			hindrance && describeVoiceTrouble(hindrance, t),
			isLate ? t("say.waiting") : undefined,
		];
		return {
			content: cutText(lines.filter((line) => line !== undefined).join("\n"), contentMax),
			components: live ? [channelButtons(answerId, end ? undefined : itemId, t), ...againButtons()] : [],
		};
	};

	const show = () => paced?.show(compose(), end !== undefined);

	return {
		/** Sends the answer, with everything that was reported before. */
		begin: async ({ channelId: joined, before, waitMs, item }: QueuePosition): Promise<void> => {
			itemId = item.id;
			channelId ??= joined;
			progress ??= { kind: "waiting", before, waitMs };
			const shown = compose();
			await edit(shown);
			paced = paceEdits({ edit, clock, underWay: edits }, shown);
			void paced.done.then(onOver);
			show();
		},
		hinder: (trouble: VoiceTrouble | undefined) => {
			hindrance = trouble;
		},
		onEvent: (event: ItemEvent) => {
			switch (event.kind) {
				case "advanced":
					progress = { kind: "waiting", before: event.before, waitMs: event.waitMs };
					break;
				case "started":
					progress = { kind: "playing" };
					break;
				case "compromised":
					compromises.add(event.compromise);
					break;
				case "line_failed":
					leavesOut = true;
					if (event.problem) failures.set(event.problem.kind, event.problem.detail);
					break;
				case "late":
					isLate = event.late;
					break;
				case "hindered":
					hindrance = event.trouble;
					break;
				case "heard_again":
					hindrance = undefined;
					break;
				case "moved":
					channelId = event.channelId;
					break;
				case "ended":
					end = event;
					isLate = false;
					hindrance = undefined;
					break;
				default:
					return;
			}
			show();
		},
	};
};

/**
 * Shows the vote on skipping a text: one message in the chat of the voice channel, in the server's language, so that all
 * listeners see it. If Herald may not write there, voters see the count in the answers to their presses.
 *
 * @param userId - the member whose text it is
 */
export const showSkipVote = (
	news: ItemNews,
	guild: Guild,
	userId: string,
	{ clock, edits }: Pick<AnswerServices, "clock" | "edits">,
): void => {
	const t = textsFor(guild.preferredLocale);
	const who = `<@${userId}>`;
	/** A mention of the member who called the vote; empty before that. */
	let by = "";
	let paced: PacedEdits | undefined;
	const send = (shown: ShownMessage, channelId: string) => {
		const channel = findVoiceChannel(guild, channelId);
		const may = channel?.permissionsFor(guild.client.user);
		if (!may?.has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages])) return;
		// If sending fails, the vote goes on without its message.
		const sent = channel?.send(shown).catch(() => undefined);
		const edit = async (next: ShownMessage) => (await sent)?.edit(next);
		paced = paceEdits({ edit, clock, underWay: edits }, shown);
	};
	news.on("event", (event) => {
		if (event.kind === "voted") {
			by ||= `<@${event.by}>`;
			const { votes, needed, channelId } = event;
			const skip = pressable(sayRoutes.skip.to({ item: event.itemId }), t("button.skip"));
			const shown = { content: t("vote.open", { by, who, votes, needed }), components: [actionRow(skip)] };
			if (paced) paced.show(shown);
			else send(shown, channelId);
		} else if (event.kind === "ended") {
			const content = t(event.how === "skipped" ? "vote.skipped" : "vote.over", { by, who });
			paced?.show({ content, components: [] }, true);
		}
	});
};

/**
 * Speaks a member's text in their voice channel, and answers with who speaks, where, and the text's place in the queue.
 * The answer is updated with whatever happens to the text.
 *
 * @param notes - sentences at the end of the answer
 * @param acknowledged - the interaction's pending public acknowledgement
 * @throws {@link Problem} if the text can't be queued; any error if the answer can't be sent. The text isn't spoken
 * then
 */
export const answerInChannel = async (
	interaction: RepliableInteraction<"cached">,
	request: SayRequest,
	notes: readonly string[],
	services: AnswerServices,
	ticket: Ticket,
	acknowledged: Promise<unknown>,
): Promise<void> => {
	const { guild, user, member, locale } = interaction;
	const { say, recent, edits, clock, pendingAnswers, voice, buttons } = services;
	const text = { ...request, startsShort: true };
	const answerId = recent.remember(text, whoOf(interaction));
	const endWait = pendingAnswers.hold(interaction.id);
	const answer = answerItem(interaction, { request, notes, answerId, edits, clock, onOver: endWait });
	const news = new ItemNews().on("event", (event) => answer.onEvent(event));
	showSkipVote(news, guild, user.id, { clock, edits });
	const { authorId, messageId } = request;
	// The reservation is settled when no more of the text's Lines are made, even if the text was never queued.
	const prepared = say.prepareItem(member, writeLines(text, locale), locale);
	const about = { userId: user.id, authorId, messageId, priority: "asked", news } as const;
	const taken = voice.say(
		member,
		prepared.then((item) => ({ ...item, ...about })),
		ticket,
	);
	// An error of `taken` is handled below.
	taken.then(
		({ trouble }) => answer.hinder(trouble),
		() => {},
	);
	try {
		await acknowledged;
		await answer.begin(await taken);
		buttons.add(interaction);
	} catch (error) {
		// Without an answer, listeners couldn't tell whose text it is, so the text is skipped, unless it was never queued
		// or is over.
		void taken.then(({ item }) => voice.skip(member, item)).catch(() => {});
		endWait();
		throw error;
	}
};
