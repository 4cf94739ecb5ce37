import type { RepliableInteraction } from "discord.js";
import { type Translate, textsFor } from "../discord/texts/index.ts";
import type { Turn } from "../speech/traffic/turns.ts";
import type { Accepted } from "../voice/arrival.ts";
import { ChannelAnswer } from "./channel-answer.ts";
import type { RecentRequests, Wanted } from "./recent-requests.ts";
import { type ChannelServices, sayInChannel } from "./say-in-channel.ts";
import { writeLines } from "./write-lines.ts";

/** What was started before it was clear that a text is for a channel. */
export interface Begun {
	/** The interaction's pending public acknowledgement. */
	readonly acknowledged: Promise<unknown>;
	readonly turn: Turn;
}

const describePlace = ({ before, waitMs }: Accepted, t: Translate): string =>
	before === 0
		? t("channel.now")
		: t("channel.place", { place: before + 1, seconds: Math.ceil(waitMs / 1_000) });

/**
 * Speaks a member's text in their voice channel, and answers with who speaks, where, and its place in the queue. What
 * happens to it later is added to the answer.
 *
 * @throws {@link Problem} that says what prevents it; nothing is queued then
 */
export const answerInChannel = async (
	interaction: RepliableInteraction<"cached">,
	{ notes = [], ...wanted }: Wanted,
	services: ChannelServices & { readonly recent: RecentRequests },
	{ acknowledged, turn }: Begun,
): Promise<void> => {
	const { guildId, user, locale, member } = interaction;
	const t = textsFor(locale);
	const request = { ...wanted, startsShort: true };
	const id = services.recent.remember(request, guildId, user.id);
	const answer = new ChannelAnswer(interaction, id, services.edits);
	const onEvent = answer.tell.bind(answer);
	const taken = sayInChannel({ member, lines: writeLines(request, locale), turn, onEvent }, services);
	// Its error is handled below.
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
			text: request.quote,
		});
		await answer.begin([content, ...notes], accepted.text.id);
	} catch (error) {
		// Without an answer, nobody would know whose text it is.
		void taken.then(({ text }) => services.voice.skip(member, text)).catch(() => {});
		throw error;
	}
};
