import { type GuildMember, PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { answerButtons } from "../discord/answer-buttons.ts";
import { deliverFile, deliverVoiceMessage } from "../discord/deliver-sound.ts";
import { Progress } from "../discord/progress.ts";
import { showText } from "../discord/show-text.ts";
import { type Translate, textsFor } from "../discord/texts/index.ts";
import { Problem } from "../problem.ts";
import { lineMaxCharacters } from "../speech/line.ts";
import type { Speech } from "../speech/speech.ts";
import { cutScript } from "../speech/text/script.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import type { GuildWords } from "../store/guild-words.ts";
import type { GuildPreferences, Preferences } from "../store/preferences.ts";
import type { SpeechMonths } from "../store/speech-months.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { Ticket } from "../voice/tickets.ts";
import { answerInChannel } from "./answer-in-channel.ts";
import type { SpeechBudget } from "./budget.ts";
import { checkGuildLimits } from "./choose.ts";
import { findForbidden } from "./forbidden-words.ts";
import type { LateEdits } from "./late-edits.ts";
import type { RecentRequests, SayRequest, Wanted } from "./recent-requests.ts";
import { speakText } from "./speak-text.ts";

/** The interaction's token lives 15 minutes; the rest is for the upload and the answer. */
const sayDeadlineMs = 12 * 60_000;

/** What speaking for a member needs. */
export interface SayServices {
	readonly speech: Speech;
	readonly budget: SpeechBudget;
	readonly months: SpeechMonths;
	readonly preferences: Preferences;
	readonly words: GuildWords;
	readonly recent: RecentRequests;
	readonly edits: LateEdits;
	readonly voice: VoiceSessions;
	/** Aborts, with a Problem as its reason, when Herald is being stopped. */
	readonly shutdown: AbortSignal;
}

type Interaction = RepliableInteraction<"cached">;

/** A length of sound as people write it: "0:03", "12:40". */
const formatLength = (ms: number): string => {
	const seconds = Math.max(1, Math.round(ms / 1_000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

const withDeadline = (shutdown: AbortSignal): AbortSignal => {
	const deadline = new AbortController();
	const reason = new Problem({ kind: "timeout" }, `not spoken within ${sayDeadlineMs / 60_000} minutes`);
	setTimeout(() => deadline.abort(reason), sayDeadlineMs).unref();
	return AbortSignal.any([shutdown, deadline.signal]);
};

/** Nobody posts through Herald what they, or Herald, may not post in this channel. */
const checkPermissions = (interaction: Interaction, voiceMessage: boolean): void => {
	const who = [
		["member", interaction.memberPermissions],
		["herald", interaction.appPermissions],
	] as const;
	for (const [whose, permissions] of who) {
		if (!permissions.has(PermissionFlagsBits.AttachFiles))
			throw new Problem({ kind: "may_not_attach_files", who: whose });
		// Where Herald lacks this one, the sound goes out as a file instead.
		if (voiceMessage && whose === "member" && !permissions.has(PermissionFlagsBits.SendVoiceMessages))
			throw new Problem({ kind: "may_not_send_voice_messages" });
	}
};

const checkText = (
	interaction: Interaction,
	request: SayRequest,
	guild: GuildPreferences,
	words: readonly string[],
): void => {
	const member: GuildMember = interaction.member;
	const manages = interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild);
	checkGuildLimits(guild, { roles: [...member.roles.cache.keys()], manages }, request.written);
	if (findForbidden(request.written, words) ?? findForbidden(request.speakable, words))
		throw new Problem({ kind: "forbidden_word" });
	if (!isSpeakable(request.speakable)) throw new Problem({ kind: "unspeakable" });
};

/** Whether a text may be for a voice channel: `auto` speaks where Herald already is with the member, else posts a file. */
const isPerhapsForChannel = ({ member }: Interaction, { delivery }: SayRequest): boolean =>
	delivery === "channel" || (delivery === "auto" && member.voice.channelId !== null);

/** Where Herald is, a text before may decide that hasn't had its turn yet. */
const isForChannel = async (
	{ guildId, member }: Interaction,
	{ delivery }: SayRequest,
	{ voice }: SayServices,
	ticket: Ticket,
): Promise<boolean> => {
	if (delivery === "channel") return true;
	await ticket.turn;
	return member.voice.channelId !== null && voice.channelOf(guildId) === member.voice.channelId;
};

/**
 * Speaks a member's text and answers the interaction with the sound, as a file or a voice message, or speaks it in their
 * channel. To be called before anything is awaited: the order of commands is the order of texts.
 *
 * @param wanted - may be under way still: what members chose is in the store
 * @throws {@link Problem} when the text is not to be spoken here, or can't be
 */
export const answerWithSpeech = async (
	interaction: Interaction,
	wanted: Wanted | Promise<Wanted>,
	services: SayServices,
): Promise<void> => {
	const ticket = services.voice.takeTicket(interaction.guildId);
	try {
		await answer(interaction, wanted, services, ticket);
	} finally {
		ticket.release();
	}
};

const answer = async (
	interaction: Interaction,
	wanted: Wanted | Promise<Wanted>,
	services: SayServices,
	ticket: Ticket,
): Promise<void> => {
	const { budget, preferences } = services;
	const { guildId, user } = interaction;
	// Read at once: nothing slower than one read of the store stands before the acknowledgement.
	const [{ notes = [], ...request }, guild, words] = await Promise.all([
		wanted,
		preferences.readGuild(guildId),
		services.words.list(guildId),
	]);
	const asVoiceMessage = request.delivery === "voice-message";
	const perhapsInChannel = isPerhapsForChannel(interaction, request);
	if (!perhapsInChannel) {
		ticket.release();
		checkPermissions(interaction, asVoiceMessage);
	}
	checkText(interaction, request, guild, words);
	budget.countText(user.id);

	const acknowledged = interaction.deferReply();
	// What it fails with is heard of wherever it is waited for.
	acknowledged.catch(() => {});
	if (perhapsInChannel && (await isForChannel(interaction, request, services, ticket)))
		return answerInChannel(interaction, request, services, { notes, acknowledged, ticket });
	ticket.release();
	await acknowledged;
	if (perhapsInChannel) checkPermissions(interaction, asVoiceMessage);
	await answerWithFile(interaction, request, services, notes);
};

/** Answers an acknowledged interaction with the whole text as one sound. */
const answerWithFile = async (
	interaction: Interaction,
	request: SayRequest,
	services: SayServices,
	notes: readonly string[],
): Promise<void> => {
	const { speech, budget, months, recent, shutdown } = services;
	const { guildId, user, locale } = interaction;
	const t = textsFor(locale);
	const asVoiceMessage = request.delivery === "voice-message";
	const { voice, style, firstMax } = request;
	const cut = { lineMax: lineMaxCharacters, locale, ...(firstMax !== undefined && { firstMax }) };
	const script = cutScript(request.speakable, cut).map((text) => ({
		text,
		voice,
		...(style !== undefined && { style, ...(request.asBefore && { plainWillDo: true }) }),
	}));

	const progress = new Progress(interaction);
	const { sound, withoutStyle } = await speakText({
		speech,
		budget,
		months,
		guildId,
		userId: user.id,
		script,
		signal: withDeadline(shutdown),
		onProgress: (done, total) => {
			if (done < total) progress.show(t("say.progress", { done, total }));
		},
	})
		.catch((error: unknown) => {
			if (!(error instanceof Problem) || error.kind !== "out_of_credit") throw error;
			const again = recent.remember(request, guildId, user.id);
			throw new Problem({ kind: "out_of_credit", again }, error.message, { cause: error });
		})
		.finally(() => progress.end());

	const id = recent.remember(request, guildId, user.id);
	const content = [
		t("say.answer", { voice, length: formatLength(sound.durationMs), text: showText(request.written) }),
		...(withoutStyle ? [t("say.without_style")] : []),
		...notes,
	].join("\n");
	const caption = { content, components: [answerButtons(id, asVoiceMessage, t)] };
	if (!asVoiceMessage) await deliverFile(interaction, sound, caption);
	else if (!(await deliverVoiceMessage(interaction, sound, caption))) await tellFallback(interaction, t);
};

const tellFallback = async (interaction: Interaction, t: Translate): Promise<void> => {
	await interaction.followUp({ content: t("say.voice_message_refused"), flags: "Ephemeral" });
};
