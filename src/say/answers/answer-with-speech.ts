import { PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { isHidden, memberOf, placeOf, textsOf, whoOf } from "../../discord/place.ts";
import type { VoicePreferences } from "../../settings/settings.ts";
import { lasting, Problem, type ProblemKind } from "../../shared/problem.ts";
import type { Ticket } from "../../speech/traffic/tickets.ts";
import { checkRules } from "../rules/guild-rules.ts";
import { wantsNoReading } from "../rules/whose-words.ts";
import type { NewRequest, SayRequest, Unread } from "../sound/request.ts";
import { acknowledge } from "./acknowledge.ts";
import { answerInChannel } from "./answer-in-channel.ts";
import type { AnswerServices } from "./answer-services.ts";
import { answerWithFile } from "./answer-with-file.ts";
import { chooseRequest } from "./choose-request.ts";

type RequestSource = SayRequest | Unread | Promise<Unread>;

/** Members can't post through Herald what they or Herald can't post in this channel. */
const checkPermissions = (interaction: RepliableInteraction, { delivery }: SayRequest): void => {
	if (isHidden(interaction)) return;
	const who = [
		["member", interaction.memberPermissions],
		["herald", interaction.appPermissions],
	] as const;
	for (const [whose, permissions] of who) {
		// In a direct message there are none of members.
		if (!permissions) continue;
		if (!permissions.has(PermissionFlagsBits.AttachFiles))
			throw new Problem({ kind: "may_not_attach_files", who: whose });
		// If Herald lacks this one, the sound is sent as a file instead.
		const maySend = permissions.has(PermissionFlagsBits.SendVoiceMessages);
		if (delivery === "voice-message" && whose === "member" && !maySend)
			throw new Problem({ kind: "may_not_send_voice_messages" });
	}
};

/** Whether a text may be for a voice channel: `auto` speaks if Herald is in the member's channel, else posts a file. */
const isPerhapsForChannel = ({ member }: RepliableInteraction<"cached">, { delivery }: SayRequest): boolean =>
	delivery === "channel" || (delivery === "auto" && member.voice.channelId !== null);

/** An earlier text that is still waiting may decide where Herald is. */
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

/**
 * Speaks a member's text and answers the interaction with the sound, as a file or a voice message, or speaks it in
 * their channel. Call it before the first await: texts keep the order of their commands.
 *
 * @param asked - as it was spoken before, or as it was given; it may still be pending
 * @param isCounted - whether it counts among the member's texts of this minute already
 * @throws {@link Problem} when the text may not or can't be spoken here
 */
export const answerWithSpeech = async (
	interaction: RepliableInteraction,
	asked: RequestSource,
	services: AnswerServices,
	isCounted = false,
): Promise<void> => {
	const ticket = interaction.inCachedGuild() ? services.voice.takeTicket(interaction.member) : undefined;
	let known = asked;
	try {
		if (!isCounted) await services.say.budget.countText(whoOf(interaction));
		await answer(interaction, asked, services, ticket, (request) => {
			known = request;
		});
	} catch (error) {
		throw await offerAgain(error, known, interaction, services);
	} finally {
		ticket?.end();
	}
};

/** The option that a problem is about: without it, the text can be said. */
const unfit: Partial<Record<ProblemKind, keyof VoicePreferences>> = {
	unknown_voice: "voice",
	unknown_language: "language",
	language_unavailable: "language",
	server_only: "delivery",
};

/** @returns the error, with the text that can be said again where that may help: nothing has to be typed twice */
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

/** Discord shows who used a command, but not who pressed a button. */
const sayWhoAsked = (interaction: RepliableInteraction, wanted: NewRequest): NewRequest => {
	if (interaction.isCommand()) return wanted;
	const asked = textsOf(interaction)("say.asked_by", { who: `<@${interaction.user.id}>` });
	return { ...wanted, notes: [...(wanted.notes ?? []), asked] };
};

const answer = async (
	interaction: RepliableInteraction,
	asked: RequestSource,
	services: AnswerServices,
	ticket: Ticket | undefined,
	onChosen: (request: NewRequest) => void,
): Promise<void> => {
	const { say } = services;
	const readRequest = async (): Promise<NewRequest> => {
		const known = await asked;
		const { authorId } = "text" in known ? known.text : known;
		// Its author may have opted out since it was remembered; of what is read just now, that was looked at.
		const isRemembered = !(asked instanceof Promise) && authorId !== undefined;
		if (isRemembered && (await wantsNoReading(placeOf(interaction), authorId, services.store)))
			throw new Problem({ kind: "not_spoken", why: "opted_out" });
		return sayWhoAsked(
			interaction,
			"text" in known ? await chooseRequest(interaction, known.text, say, known.option) : known,
		);
	};
	// Only one read of the store comes before the acknowledgement.
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
	// Its error is handled wherever it is awaited.
	acknowledged.catch(() => {});
	if (perhaps && (await isForChannel(perhaps.interaction, request, services, perhaps.ticket))) {
		if (rules.quietEnd !== undefined) throw new Problem({ kind: "quiet_hours", until: rules.quietEnd });
		await answerInChannel(perhaps.interaction, request, services, { acknowledged, ticket: perhaps.ticket });
	} else {
		ticket?.end();
		await acknowledged;
		if (perhaps) checkPermissions(interaction, request);
		const listener = rules.quietEnd === undefined ? perhaps?.interaction.member : undefined;
		await answerWithFile(interaction, request, services, listener);
	}
	await request.onAnswered?.();
};

/** Shorter texts are soon typed again, in characters. */
const typedMin = 200;

/** @returns the error, with a text that was typed and has no button to say it again: it is given back as a file */
export const giveBack = (error: unknown, typed: string, { appPermissions }: RepliableInteraction): unknown =>
	error instanceof Problem &&
	!error.text &&
	typed.length >= typedMin &&
	appPermissions.has(PermissionFlagsBits.AttachFiles)
		? new Problem(error.detail, error.message, { cause: error, text: { typed } })
		: error;
