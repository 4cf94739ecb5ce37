import { type GuildMember, PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { answerButtons } from "../../discord/buttons.ts";
import { deliverFile, deliverVoiceMessage, nameFile, sendFile, soundMaxBytes } from "../../discord/files.ts";
import { showProgress } from "../../discord/paced-edits.ts";
import { isHidden, memberOf, placeOf, textsOf, whoOf } from "../../discord/place.ts";
import { formatLength } from "../../discord/show-text.ts";
import type { VoicePreferences } from "../../settings/settings.ts";
import { elsewhere } from "../../shared/party.ts";
import { lasting, Problem, type ProblemKind } from "../../shared/problem.ts";
import type { Ticket } from "../../speech/traffic/tickets.ts";
import { checkRules } from "../rules/guild-rules.ts";
import { wantsNoReading } from "../rules/whose-words.ts";
import { describeSpeakers } from "../sound/describe-voice.ts";
import type { SayRequest, Unread } from "../sound/request.ts";
import { estimateHeardMs, writeLines } from "../sound/write-lines.ts";
import { answerInChannel } from "./answer-in-channel.ts";
import type { AnswerServices } from "./answer-services.ts";
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

/**
 * Whether a text may turn out to be for a voice channel. With `auto`, it is if Herald is in the member's channel;
 * otherwise the text becomes a file.
 */
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

/** Whether a text is longer than a text may be in the member's channel. False if Herald may not speak there at all. */
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
	/** Whether the text's message was fetched just now, with a check that its author hasn't opted out. */
	readonly isJustRead?: boolean;
	/** Whether the text can be a book if it is longer than a text may be in a voice channel. */
	readonly mayBeBook?: boolean;
}

/**
 * `answered`: the text was queued, or sent as sound. `too_long`: the text isn't spoken, but its interaction is
 * acknowledged.
 */
export type Spoken = "answered" | "too_long";

const readRequest = async (
	interaction: RepliableInteraction,
	asked: RequestSource,
	{ say, store }: AnswerServices,
	isJustRead: boolean,
): ReturnType<typeof chooseRequest> => {
	const known = await asked;
	const { authorId } = "text" in known ? known.text : known;
	// The author may have opted out since the text was remembered.
	if (!isJustRead && authorId !== undefined && (await wantsNoReading(placeOf(interaction), authorId, store)))
		throw new Problem({ kind: "not_spoken", why: "opted_out" });
	const chosen =
		"text" in known
			? await chooseRequest(interaction, known.text, say, known.option)
			: { request: known, notes: [], lost: [] };
	if (interaction.isCommand()) return chosen;
	// Discord shows who used a command, but not who pressed a button.
	const askedBy = textsOf(interaction)("say.asked_by", { who: `<@${interaction.user.id}>` });
	return { ...chosen, notes: [...chosen.notes, askedBy] };
};

/**
 * Speaks a member's text: answers the interaction with a file or a voice message, or speaks in the member's voice
 * channel. Must be called before the caller's first await, because texts keep the order of their commands.
 *
 * @param asked - a request that was spoken before, or a text that wasn't processed yet; a promise if the text is still
 * being fetched
 * @throws {@link Problem} if the text may not or can't be spoken here
 */
export const answerWithSpeech = async (
	interaction: RepliableInteraction,
	asked: RequestSource,
	services: AnswerServices,
	{ isCounted = false, isJustRead = false, mayBeBook = false }: SpeakingOptions = {},
): Promise<Spoken> => {
	const { say, voice } = services;
	const inGuild = interaction.inCachedGuild()
		? { interaction, ticket: voice.takeTicket(interaction.member) }
		: undefined;
	let known = asked;
	try {
		if (!isCounted) await say.budget.countText(whoOf(interaction));
		// The acknowledgement is due within 3 s, so the request and the rules are read in parallel.
		const [{ request, notes, lost }, rules] = await Promise.all([
			readRequest(interaction, asked, services, isJustRead),
			say.readRules(placeOf(interaction)),
		]);
		known = request;
		const perhaps = inGuild && isPerhapsForChannel(inGuild.interaction, request) ? inGuild : undefined;
		if (!perhaps) checkPermissions(interaction, request);
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
			await answerInChannel(perhaps.interaction, request, notes, services, perhaps.ticket, acknowledged);
		} else {
			// Later texts in the channel needn't wait for this file.
			inGuild?.ticket.end();
			await acknowledged;
			if (perhaps) checkPermissions(interaction, request);
			const listener = rules.quietEnd === undefined ? perhaps?.interaction.member : undefined;
			await answerWithFile(interaction, request, notes, services, listener);
		}
		await say.forgetLost(whoOf(interaction), lost);
		return "answered";
	} catch (error) {
		throw await offerAgain(error, known, interaction, services);
	} finally {
		inGuild?.ticket.end();
	}
};

/** The option that a Problem of each kind is about. Without this option, the text can be said. */
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
	asked: RequestSource,
	interaction: RepliableInteraction,
	{ recent }: AnswerServices,
): Promise<unknown> => {
	if (!(error instanceof Problem)) return error;
	const known = await asked;
	const wish = "text" in known ? unfit[error.kind] : undefined;
	const text = wish && "text" in known ? { ...known, option: { ...known.option, [wish]: null } } : known;
	if ("text" in text ? text.text.isFleeting : text.isFleeting) return error;
	if (!wish && lasting.has(error.kind)) return error;
	const id = recent.remember(text, whoOf(interaction));
	const asFile = !("text" in text) && ["voice", "quiet_hours"].includes(error.kind);
	return new Problem(error.detail, error.message, { cause: error, text: { id, asFile } });
};

/** The fewest characters of a text that is given back. A shorter one is quickly typed again. */
const typedMin = 200;

/**
 * @returns the error. If the error offers no button to say the text again, it gives a long typed text back as a file,
 * if Herald may attach files
 */
export const giveBack = (error: unknown, typed: string, { appPermissions }: RepliableInteraction): unknown =>
	error instanceof Problem &&
	!error.text &&
	typed.length >= typedMin &&
	appPermissions.has(PermissionFlagsBits.AttachFiles)
		? new Problem(error.detail, error.message, { cause: error, text: { typed } })
		: error;

/**
 * How long speaking a text into a file may take, in ms. An interaction's token is valid for 15 minutes: the rest is for
 * the upload and the answer.
 */
const sayDeadlineMs = 12 * 60_000;

/** How many follow-ups Discord accepts from an application that isn't in the server. */
const followUpsMax = 5;

/** Gives work a signal that aborts when Herald stops or at the deadline. */
const withDeadline = async <T>(shutdown: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => {
	const deadline = new AbortController();
	const end = () =>
		deadline.abort(new Problem({ kind: "timeout" }, `not spoken within ${sayDeadlineMs / 60_000} minutes`));
	using _timer = setTimeout(end, sayDeadlineMs).unref();
	return await work(AbortSignal.any([shutdown, deadline.signal]));
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
	request: SayRequest,
	notes: readonly string[],
	{ say, voice: channels, recent, buttons, progressClock, shutdown }: AnswerServices,
	listener?: GuildMember,
): Promise<void> => {
	const { user, locale } = interaction;
	const t = textsOf(interaction);
	const who = whoOf(interaction);
	const lines = writeLines(request, locale);
	const progress = showProgress(interaction, progressClock, t("say.waiting"));
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
		await sendFile(interaction, part, { fileName: `${fileName}_${index + 2}`, content, components: [] });
	}
};
