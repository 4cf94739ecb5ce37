import { type GuildMember, PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { answerButtons } from "../../discord/buttons.ts";
import { deliverFile, deliverVoiceMessage, nameFile, sendFile, soundMaxBytes } from "../../discord/files.ts";
import { ProgressMessage } from "../../discord/paced-edits.ts";
import { isHidden, memberOf, placeOf, textsOf, whoOf } from "../../discord/place.ts";
import type { VoicePreferences } from "../../settings/settings.ts";
import { elsewhere, inGuild } from "../../shared/party.ts";
import { lasting, Problem, type ProblemKind } from "../../shared/problem.ts";
import type { Ticket } from "../../speech/traffic/tickets.ts";
import type { ItemEvent, QueueItem, QueuePosition } from "../../voice/voice-channels.ts";
import { checkRules } from "../rules/guild-rules.ts";
import { wantsNoReading } from "../rules/whose-words.ts";
import type { NewRequest, SayRequest, Unread } from "../sound/request.ts";
import { atVolume, estimateHeardMs, writeLines } from "../sound/write-lines.ts";
import type { AnswerServices } from "./answer-services.ts";
import { ChannelAnswer, describeSpeakers, formatLength, SkipVote } from "./channel-answer.ts";
import { chooseRequest } from "./choose-request.ts";
import { acknowledge } from "./pending-answers.ts";

type RequestSource = SayRequest | Unread | Promise<Unread>;

/**
 * Herald must not be a way around permissions.
 *
 * @throws {@link Problem} if the member or Herald may not post the answer in this channel
 */
const checkPermissions = (interaction: RepliableInteraction, { delivery }: SayRequest): void => {
	if (isHidden(interaction)) return;
	const who = [
		["member", interaction.memberPermissions],
		["herald", interaction.appPermissions],
	] as const;
	for (const [whose, permissions] of who) {
		// Direct messages have no member permissions.
		if (!permissions) continue;
		if (!permissions.has(PermissionFlagsBits.AttachFiles))
			throw new Problem({ kind: "may_not_attach_files", who: whose });
		// If only Herald may not send voice messages, the sound is sent as a file.
		const maySend = permissions.has(PermissionFlagsBits.SendVoiceMessages);
		if (delivery === "voice-message" && whose === "member" && !maySend)
			throw new Problem({ kind: "may_not_send_voice_messages" });
	}
};

/** Whether a text may be for a voice channel. `auto` speaks if Herald is in the member's channel, else posts a file. */
const isPerhapsForChannel = ({ member }: RepliableInteraction<"cached">, { delivery }: SayRequest): boolean =>
	delivery === "channel" || (delivery === "auto" && member.voice.channelId !== null);

/** Whether a text is for a voice channel. Waits for earlier texts, since Herald may join a channel for them. */
const isForChannel = async (
	{ guildId, member }: RepliableInteraction<"cached">,
	{ delivery }: SayRequest,
	{ voice }: AnswerServices,
	ticket: Ticket,
): Promise<boolean> => {
	if (delivery === "channel") return true;
	await ticket.before;
	return member.voice.channelId !== null && voice.channelOf(guildId) === member.voice.channelId;
};

/** Whether a text is longer than one may be in the member's channel. False if Herald may not speak there at all. */
const isTooLongThere = async (
	{ member, locale }: RepliableInteraction<"cached">,
	request: SayRequest,
	{ voice }: AnswerServices,
): Promise<boolean> => {
	const estimateMs = estimateHeardMs(writeLines({ ...request, startsShort: true }, locale));
	return !(await voice.mayBeSaid(member, estimateMs)) && (await voice.mayBeSaid(member, 0));
};

interface SpeakingOptions {
	/** Whether the text was already counted against the member's texts per minute. */
	readonly isCounted?: boolean;
	/** Whether the text's message was fetched just now, and it was checked then that its author hasn't opted out. */
	readonly isJustRead?: boolean;
	/** Whether the text can be a book if it is longer than a text may be in a voice channel. */
	readonly mayBeBook?: boolean;
}

/** `answered`: the text was queued, or sent as sound. `too_long`: it isn't spoken; its interaction is acknowledged. */
export type Spoken = "answered" | "too_long";

/**
 * Speaks a member's text: answers the interaction with a file or a voice message, or speaks in their channel. Must be
 * called before the first await, because texts keep the order of their commands.
 *
 * @param asked - a request that was spoken before, or a text as given, which may be pending
 * @throws {@link Problem} if the text may not or can't be spoken here
 */
export const answerWithSpeech = async (
	interaction: RepliableInteraction,
	asked: RequestSource,
	services: AnswerServices,
	{ isCounted = false, ...options }: SpeakingOptions = {},
): Promise<Spoken> => {
	const ticket = interaction.inCachedGuild() ? services.voice.takeTicket(interaction.member) : undefined;
	let known = asked;
	try {
		if (!isCounted) await services.say.budget.countText(whoOf(interaction));
		return await answer(interaction, asked, services, { ...options, ticket }, (request) => {
			known = request;
		});
	} catch (error) {
		throw await offerAgain(error, known, interaction, services);
	} finally {
		ticket?.end();
	}
};

/** The option that a Problem is about. Without this option, the text can be said. */
const unfit: Partial<Record<ProblemKind, keyof VoicePreferences>> = {
	unknown_voice: "voice",
	unknown_language: "language",
	language_unavailable: "language",
	server_only: "delivery",
};

/**
 * @returns the error. If saying the text again may help, the error offers a button for it, so that nobody has to retype
 * the text
 */
export const offerAgain = async (
	error: unknown,
	asked: RequestSource | NewRequest,
	interaction: RepliableInteraction,
	{ recent }: AnswerServices,
): Promise<unknown> => {
	if (!(error instanceof Problem)) return error;
	const { onAnswered: _, notes: __, ...known }: Partial<NewRequest> & (SayRequest | Unread) = await asked;
	const wish = "text" in known ? unfit[error.kind] : undefined;
	const text = wish && "text" in known ? { ...known, option: { ...known.option, [wish]: null } } : known;
	if ("text" in text ? text.text.isFleeting : text.isFleeting) return error;
	if (!wish && lasting.has(error.kind)) return error;
	const id = recent.remember(text, whoOf(interaction));
	const asFile = !("text" in text) && ["voice", "quiet_hours"].includes(error.kind);
	return new Problem(error.detail, error.message, { cause: error, text: { id, asFile } });
};

/** Adds who asked: Discord shows who used a command, but not who pressed a button. */
const sayWhoAsked = (interaction: RepliableInteraction, wanted: NewRequest): NewRequest => {
	if (interaction.isCommand()) return wanted;
	const asked = textsOf(interaction)("say.asked_by", { who: `<@${interaction.user.id}>` });
	return { ...wanted, notes: [...(wanted.notes ?? []), asked] };
};

const answer = async (
	interaction: RepliableInteraction,
	asked: RequestSource,
	services: AnswerServices,
	{
		ticket,
		isJustRead = false,
		mayBeBook = false,
	}: SpeakingOptions & { readonly ticket: Ticket | undefined },
	onChosen: (request: NewRequest) => void,
): Promise<Spoken> => {
	const { say } = services;
	const readRequest = async (): Promise<NewRequest> => {
		const known = await asked;
		const { authorId } = "text" in known ? known.text : known;
		// The author may have opted out since the text was remembered. If it was fetched just now, that was checked then.
		const isRemembered = !isJustRead && authorId !== undefined;
		if (isRemembered && (await wantsNoReading(placeOf(interaction), authorId, services.store)))
			throw new Problem({ kind: "not_spoken", why: "opted_out" });
		return sayWhoAsked(
			interaction,
			"text" in known ? await chooseRequest(interaction, known.text, say, known.option) : known,
		);
	};
	// The acknowledgement is due within 3 s, so the request and the rules are read at once.
	const [request, rules] = await Promise.all([readRequest(), say.readRules(placeOf(interaction))]);
	onChosen(request);
	const inGuild = interaction.inCachedGuild() && ticket ? { interaction, ticket } : undefined;
	const perhaps = inGuild && isPerhapsForChannel(inGuild.interaction, request) ? inGuild : undefined;
	if (!perhaps) {
		ticket?.end();
		checkPermissions(interaction, request);
	}
	checkRules(rules, memberOf(interaction), request);
	const acknowledged = acknowledge(interaction, services);
	// A failed acknowledgement is handled wherever it is awaited.
	acknowledged.catch(() => {});
	if (perhaps && (await isForChannel(perhaps.interaction, request, services, perhaps.ticket))) {
		if (rules.quietEnd !== undefined) throw new Problem({ kind: "quiet_hours", until: rules.quietEnd });
		if (mayBeBook && (await isTooLongThere(perhaps.interaction, request, services))) {
			await acknowledged;
			return "too_long";
		}
		await answerInChannel(perhaps.interaction, request, services, { acknowledged, ticket: perhaps.ticket });
	} else {
		ticket?.end();
		await acknowledged;
		if (perhaps) checkPermissions(interaction, request);
		const listener = rules.quietEnd === undefined ? perhaps?.interaction.member : undefined;
		await answerWithFile(interaction, request, services, listener);
	}
	await request.onAnswered?.();
	return "answered";
};

/** The fewest characters of a text that is given back. A shorter one is quickly typed again. */
const typedMin = 200;

/**
 * @returns the error. If it offers no button to say the text again, it gives a long typed text back as a file, if
 * Herald may attach files
 */
export const giveBack = (error: unknown, typed: string, { appPermissions }: RepliableInteraction): unknown =>
	error instanceof Problem &&
	!error.text &&
	typed.length >= typedMin &&
	appPermissions.has(PermissionFlagsBits.AttachFiles)
		? new Problem(error.detail, error.message, { cause: error, text: { typed } })
		: error;

interface ForChannel extends Pick<QueueItem, "authorId" | "messageId" | "lines" | "onEvent"> {
	readonly member: GuildMember;
	/** The language of the member's Discord (BCP 47). */
	readonly locale: string;
	/** The text's place in the order of the guild's texts. {@link sayInChannel} ends it. */
	readonly ticket: Ticket;
}

/**
 * Reserves a text's speech and queues the text, in ticket order. The reservation is settled when no more of the text's
 * Lines are made, even if the text was never queued.
 *
 * @throws {@link Problem} of the budget or the channel
 */
const sayInChannel = async (
	{ member, locale, lines: written, ticket, onEvent, authorId, messageId }: ForChannel,
	{ say, voice }: AnswerServices,
): Promise<QueuePosition> => {
	const who = { place: inGuild(member.guild.id), userId: member.id };
	try {
		const { gainDb, goesFirst, findQuietEnd } = await say.readChannel(member);
		const lines = atVolume(written, gainDb);
		const text: QueueItem = {
			userId: member.id,
			authorId,
			messageId,
			payer: await say.reserve(who, lines),
			priority: "asked",
			goesFirst,
			// Quiet hours may have begun while the text waited.
			mayStart: () => {
				const until = findQuietEnd();
				return until === undefined || new Problem({ kind: "quiet_hours", until });
			},
			lines,
			estimateMs: estimateHeardMs(lines),
			inOwnVoices: say.inOwnVoices({ ...who, locale }),
			onEvent,
		};
		return await voice.say(member, undefined, text, ticket);
	} finally {
		ticket.end();
	}
};

/** What was started before it was known that a text goes to a channel. */
interface StartedAnswer {
	/** The interaction's pending public acknowledgement. */
	readonly acknowledged: Promise<unknown>;
	readonly ticket: Ticket;
}

/**
 * Speaks a member's text in their voice channel, and answers with who speaks, where, and the text's place in the queue.
 * The answer is updated with whatever happens to the text.
 *
 * @throws {@link Problem} that prevents it; nothing is queued then
 */
const answerInChannel = async (
	interaction: RepliableInteraction<"cached">,
	{ notes = [], onAnswered: _, ...wanted }: NewRequest,
	services: AnswerServices,
	{ acknowledged, ticket }: StartedAnswer,
): Promise<void> => {
	const { guild, user, locale, member } = interaction;
	const { recent, edits, clock, pendingAnswers } = services;
	const request = { ...wanted, startsShort: true };
	const id = recent.remember(request, whoOf(interaction));
	const endWait = pendingAnswers.hold(interaction.id);
	const answer = new ChannelAnswer(interaction, {
		wanted: { ...wanted, notes },
		answerId: id,
		edits,
		clock,
		onOver: endWait,
	});
	const vote = new SkipVote({ guild, userId: user.id, clock, edits });
	const onEvent = (event: ItemEvent): void => {
		answer.onEvent(event);
		vote.onEvent(event);
	};
	const lines = writeLines(request, locale);
	const taken = sayInChannel({ ...wanted, member, locale, lines, ticket, onEvent }, services);
	// An error of `taken` is handled below.
	taken.then(
		({ trouble }) => answer.hinder(trouble),
		() => {},
	);
	try {
		await acknowledged;
		await answer.begin(await taken);
		services.buttons.add(interaction);
	} catch (error) {
		// The text may not have been queued, or may be over. Without an answer, listeners couldn't tell whose text it is.
		void taken.then(({ item }) => services.voice.skip(member, item)).catch(() => {});
		endWait();
		throw error;
	}
};

/**
 * How long speaking a text into a file may take, in ms. An interaction's token is valid for 15 minutes: the rest is for
 * the upload and the answer.
 */
const sayDeadlineMs = 12 * 60_000;

/** How many follow-ups Discord accepts from an application that isn't in the server. */
const followUpsMax = 5;

/** Gives work a signal that aborts when Herald stops or at the deadline. */
const withDeadline = async <T>(
	shutdown: AbortSignal,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
	const deadline = new AbortController();
	const end = () =>
		deadline.abort(new Problem({ kind: "timeout" }, `not spoken within ${sayDeadlineMs / 60_000} minutes`));
	const timer = setTimeout(end, sayDeadlineMs).unref();
	try {
		return await work(AbortSignal.any([shutdown, deadline.signal]));
	} finally {
		clearTimeout(timer);
	}
};

/**
 * Answers an acknowledged interaction with the sound of the whole text: a voice message, a file, or several files if
 * one would be too large.
 *
 * @param listener - a member in a voice channel. If the text may be spoken there, the answer has a button for that
 * @throws {@link Problem} if the text can't be spoken
 */
const answerWithFile = async (
	interaction: RepliableInteraction,
	{ notes = [], onAnswered: _, ...request }: NewRequest,
	{ say, voice: channels, recent, buttons, progressClock, shutdown }: AnswerServices,
	listener?: GuildMember,
): Promise<void> => {
	const { user, locale } = interaction;
	const t = textsOf(interaction);
	const who = whoOf(interaction);
	const lines = writeLines(request, locale);
	const progress = new ProgressMessage(interaction, progressClock, t("say.waiting"));
	const onLine = (done: number) => {
		if (done < lines.length) progress.show(t("say.progress", { done, total: lines.length }));
	};
	const { sound, more, compromises } = await withDeadline(shutdown, (signal) =>
		say.speak(who, lines, signal, onLine, soundMaxBytes(interaction)),
	).finally(() => progress.end());

	if (who.place === elsewhere && more.length > followUpsMax) throw new Problem({ kind: "sound_too_large" });
	const isVoiceMessage = request.delivery === "voice-message" && more.length === 0;
	const length = formatLength([sound, ...more].reduce((ms, { durationMs }) => ms + durationMs, 0));
	const voice = describeSpeakers(request);
	const content = [
		`**${voice}** · ${length}\n> ${request.quote}`,
		...compromises.map((compromise) => t(`say.${compromise}`)),
		...notes,
	].join("\n");
	// In direct messages and groups, voice messages need no permission.
	const mayBeVoiceMessage =
		!interaction.inGuild() || interaction.appPermissions.has(PermissionFlagsBits.SendVoiceMessages);
	const mayBeHeard = listener !== undefined && (await channels.mayBeSaid(listener, estimateHeardMs(lines)));
	const answered = { isVoiceMessage, mayBeVoiceMessage, mayBeHeard, isDialogue: request.turns !== undefined };
	const pressable = request.isFleeting
		? []
		: answerButtons({ ...answered, id: recent.remember(request, who) }, t);
	const fileName = nameFile(request.turns?.[0]?.voice ?? request.voice, request.speakable);
	const caption = { fileName, content, components: pressable };
	if (pressable.length > 0) buttons.add(interaction);
	if (!isVoiceMessage) await deliverFile(interaction, sound, caption);
	else if (!(await deliverVoiceMessage(interaction, sound, caption)))
		await interaction.followUp({ content: t("say.voice_message_refused"), flags: "Ephemeral" });
	for (const [index, part] of more.entries()) {
		const about = { voice, part: index + 2, length: formatLength(part.durationMs), text: request.quote };
		const content = t("book.part", { ...about, who: `<@${user.id}>` });
		const name = `${fileName}_${index + 2}`;
		await sendFile(interaction, part, { fileName: name, content, components: [] });
	}
};
