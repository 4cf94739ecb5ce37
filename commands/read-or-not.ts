import { ChannelType, type Message, MessageFlags } from "discord.js";
import { respondPrivately } from "../src/discord/respond.ts";
import { showText } from "../src/discord/show-text.ts";
import type { ComposedMessage } from "../src/reading/backlog.ts";
import { describePrefix } from "../src/reading/describe-reading.ts";
import { findReadRole, type ReadDecision, type SkipReason } from "../src/reading/skip-reasons.ts";
import { joinParts } from "../src/say/answers/message-parts.ts";
import { withoutRole } from "../src/say/rules/guild-rules.ts";
import type { AppliedGuildSettings } from "../src/settings/settings.ts";
import { isUnseen } from "../src/shared/can-view.ts";
import { inGuild } from "../src/shared/party.ts";
import { dropTags } from "../src/speech/text/delivery-tags.ts";
import { estimateSeconds } from "../src/speech/text/lines.ts";
import type { Translate } from "../src/texts/index.ts";
import { messageCommand, type Services } from "./services.ts";

/** How much of a message's words is shown, in characters. */
const shownMax = 1_000;

/** @returns why a message isn't read in a guild, in a sentence */
const describeSkip = (
	reason: SkipReason,
	settings: AppliedGuildSettings,
	{ guild, channel, channelId, author }: Message<true>,
	t: Translate,
): string => {
	const where =
		(reason === "not_in_voice" && guild.voiceStates.cache.get(author.id)?.channelId) ||
		(reason === "listener_may_not_view" && channelId);
	if (where && isUnseen(guild, where)) return t("problem.voice.missing_view", { channel: `<#${where}>` });
	if (reason === "not_in_voice") return t("problem.voice.not_in_channel");
	if (reason === "no_prefix")
		return t("reading.there.prefix", { prefix: describePrefix(settings.readPrefix ?? "") });
	// Media channels can't be chosen for reading.
	const chosen = channel.isThread() ? channel.parent : channel;
	if (reason === "channel_not_read" && chosen?.type === ChannelType.GuildMedia)
		return t("skip.media_channel");
	if (reason !== "role_required") return t(`skip.${reason}`);
	const role = findReadRole(settings);
	return withoutRole(guild, role ?? "").kind === "role_deleted"
		? t("problem.role_deleted")
		: t("skip.role_required", { role: `<@&${role}>` });
};

const listLines = ({ lead, body, extras }: ComposedMessage, { names }: AppliedGuildSettings): string[] =>
	[...(names === "off" ? [] : [lead]), body, ...extras].filter((line) => line !== "");

/** @returns how long a message takes to read, in estimated seconds */
const estimateMessage = (composed: ComposedMessage, settings: AppliedGuildSettings): number =>
	listLines(composed, settings).reduce((sum, line) => sum + estimateSeconds(line), 0);

/** @returns a sentence with the words that would be spoken; undefined if only the author's name would be */
const describeWords = (
	composed: ComposedMessage,
	settings: AppliedGuildSettings,
	isRead: boolean,
	t: Translate,
): string | undefined => {
	const { lead, body, turns, extras } = composed;
	const said = turns?.map(({ speaker, speakable }) => `${speaker}: ${speakable}`) ?? [body];
	if (body === "" && extras.length === 0) return undefined;
	const name = settings.names === "off" ? "" : `${lead}: `;
	const words = dropTags(`${name}${joinParts([...said, ...extras])}`);
	return t(isRead ? "verdict.words" : "verdict.skipped.words", { words: showText(words, shownMax) });
};

/**
 * @param seconds - the estimate; it is rounded up
 * @param leftMs - how much speech the author has left today, in ms; undefined without a limit
 */
const describeCost = (seconds: number, leftMs: number | undefined, t: Translate): string => {
	const cost = { seconds: Math.ceil(seconds) };
	return leftMs === undefined
		? t("verdict.cost", cost)
		: t("verdict.cost.left", { ...cost, left: Math.floor(leftMs / 1_000) });
};

/** Fetches the author, since an interaction doesn't bring the roles of its message's author. */
const fetchAuthor = async ({ guild, author, webhookId }: Message<true>, { guard }: Services) => {
	if (webhookId !== null) return null;
	try {
		const member = await guild.members.fetch({ user: author.id, force: true });
		guard.noteRoles(guild, author.id);
		return member;
	} catch {
		return null;
	}
};

export const readOrNot = messageCommand({
	declaration: { name: "Read or not?" },

	async execute(interaction, services, t) {
		const { guild, guildId, targetMessage, user } = interaction;
		const { composer, verdicts, guard, reader, say } = services;
		guard.noteRoles(guild, user.id);
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		const author = await fetchAuthor(targetMessage, services);
		const voiceChannelId = await reader.heardIn(guild, targetMessage.author.id);
		const whose = { place: inGuild(guildId), userId: targetMessage.author.id };
		const weigh = (composed: ComposedMessage, settings: AppliedGuildSettings) =>
			say.budget.weighRead(whose, estimateMessage(composed, settings) * 1_000, settings.sharePercent);
		const { verdict: again, settings } = await verdicts.examine(
			targetMessage,
			{ voiceChannelId, paused: reader.stateIn(guildId)?.kind === "paused", author },
			async (...words) => {
				const { exceeded } = await weigh(...words);
				return exceeded && `${exceeded}_over_share`;
			},
		);
		const skipped = again.read ? verdicts.skipOf(targetMessage.id) : undefined;
		const verdict: ReadDecision = skipped === undefined ? again : { read: false, reason: skipped };
		// Composed as it would be spoken, but without names of channels that the asking member can't view.
		const composed = await composer.compose(
			targetMessage,
			settings,
			(id) =>
				guard.mayView(guild, id, user.id) &&
				(voiceChannelId === undefined || guard.mayBeHeard(guild, voiceChannelId, id)),
		);
		const { leftMs } = await weigh(composed, settings);
		const words = describeWords(composed, settings, verdict.read, t);
		const lines = [
			verdict.read
				? t("verdict.read", { channel: `<#${voiceChannelId}>` })
				: t("verdict.skipped", { why: describeSkip(verdict.reason, settings, targetMessage, t) }),
			...(words === undefined ? [] : [words, describeCost(estimateMessage(composed, settings), leftMs, t)]),
		];
		await respondPrivately(interaction, lines.join("\n"));
	},
});
