import { type GuildMember, PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { answerButtons } from "../../discord/buttons.ts";
import { nameFile } from "../../discord/name-file.ts";
import { ProgressMessage } from "../../discord/paced-edits.ts";
import { textsOf, whoOf } from "../../discord/place.ts";
import { deliverFile, deliverVoiceMessage, sendFile, soundMaxBytes } from "../../discord/send-sound.ts";
import { elsewhere } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { NewRequest } from "../sound/request.ts";
import { estimateHeardMs, writeLines } from "../sound/write-lines.ts";
import type { AnswerServices } from "./answer-services.ts";
import { describeSpeakers, formatLength } from "./describe-sound.ts";

/** The interaction's token is valid for 15 minutes; the rest is for the upload and the answer. */
const sayDeadlineMs = 12 * 60_000;

/** Discord takes no more of an application that isn't in the server. */
const followUpsMax = 5;

/** Gives work a signal that aborts at a stop or at the deadline; nothing of it stays when the work is done. */
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
 * Answers an acknowledged interaction with the whole text as one sound, a file or a voice message.
 *
 * @param listener - a member who is in a voice channel, where the text may be said, too
 * @throws {@link Problem} when the text can't be spoken
 */
export const answerWithFile = async (
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
	// In direct messages and groups, Discord takes them without that permission.
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
