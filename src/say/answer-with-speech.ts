import { PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { Problem } from "../problem.ts";
import type { Turn } from "../speech/traffic/turns.ts";
import { acknowledge } from "./acknowledge.ts";
import { answerInChannel } from "./answer-in-channel.ts";
import type { AnswerServices } from "./answer-services.ts";
import { answerWithFile } from "./answer-with-file.ts";
import { checkRules } from "./guild-rules.ts";
import type { SayRequest, Wanted } from "./recent-requests.ts";

type Interaction = RepliableInteraction<"cached">;

/** Members can't post through Herald what they or Herald can't post in this channel. */
const checkPermissions = (interaction: Interaction, { delivery }: SayRequest): void => {
	const who = [
		["member", interaction.memberPermissions],
		["herald", interaction.appPermissions],
	] as const;
	for (const [whose, permissions] of who) {
		if (!permissions.has(PermissionFlagsBits.AttachFiles))
			throw new Problem({ kind: "may_not_attach_files", who: whose });
		// If Herald lacks this one, the sound is sent as a file instead.
		const maySend = permissions.has(PermissionFlagsBits.SendVoiceMessages);
		if (delivery === "voice-message" && whose === "member" && !maySend)
			throw new Problem({ kind: "may_not_send_voice_messages" });
	}
};

/** Whether a text may be for a voice channel: `auto` speaks if Herald is in the member's channel, else posts a file. */
const isPerhapsForChannel = ({ member }: Interaction, { delivery }: SayRequest): boolean =>
	delivery === "channel" || (delivery === "auto" && member.voice.channelId !== null);

/** An earlier text that is still waiting may decide where Herald is. */
const isForChannel = async (
	{ guildId, member }: Interaction,
	{ delivery }: SayRequest,
	{ voice }: AnswerServices,
	turn: Turn,
): Promise<boolean> => {
	if (delivery === "channel") return true;
	await turn.before;
	return member.voice.channelId !== null && voice.channelOf(guildId) === member.voice.channelId;
};

/**
 * Speaks a member's text and answers the interaction with the sound, as a file or a voice message, or speaks it in
 * their channel. Call it before the first await: texts keep the order of their commands.
 *
 * @param wanted - may still be pending: members' choices are read from the store
 * @throws {@link Problem} when the text may not or can't be spoken here
 */
export const answerWithSpeech = async (
	interaction: Interaction,
	wanted: Wanted | Promise<Wanted>,
	services: AnswerServices,
): Promise<void> => {
	const turn = services.voice.takeTurn(interaction.guildId);
	try {
		await answer(interaction, wanted, services, turn);
	} finally {
		turn.end();
	}
};

const answer = async (
	interaction: Interaction,
	wanted: Wanted | Promise<Wanted>,
	services: AnswerServices,
	turn: Turn,
): Promise<void> => {
	const { guildId, user, member, memberPermissions } = interaction;
	// Only one read of the store comes before the acknowledgement.
	const [request, rules] = await Promise.all([wanted, services.say.readRules(guildId)]);
	const perhapsInChannel = isPerhapsForChannel(interaction, request);
	if (!perhapsInChannel) {
		turn.end();
		checkPermissions(interaction, request);
	}
	const manages = memberPermissions.has(PermissionFlagsBits.ManageGuild);
	checkRules(rules, { roles: [...member.roles.cache.keys()], manages }, request);
	try {
		services.say.countText(user.id);
	} catch (error) {
		if (!(error instanceof Problem) || error.detail.kind !== "too_fast") throw error;
		const { notes: _, onTold: __, ...again } = request;
		throw new Problem({ ...error.detail, again: services.recent.remember(again, guildId, user.id) });
	}

	const acknowledged = acknowledge(interaction, services);
	// Its error is handled wherever it is awaited.
	acknowledged.catch(() => {});
	if (perhapsInChannel && (await isForChannel(interaction, request, services, turn))) {
		await answerInChannel(interaction, request, services, { acknowledged, turn });
	} else {
		turn.end();
		await acknowledged;
		if (perhapsInChannel) checkPermissions(interaction, request);
		await answerWithFile(interaction, request, services);
	}
	await request.onTold?.();
};
