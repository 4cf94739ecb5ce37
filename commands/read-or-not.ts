import { type GuildMember, type Message, MessageFlags } from "discord.js";
import { respondPrivately } from "../src/discord/respond.ts";
import type { Composed } from "../src/reading/compose.ts";
import {
	describeCost,
	describeSkip,
	describeWords,
	estimateMessage,
} from "../src/reading/describe-verdict.ts";
import type { Verdict } from "../src/reading/skip-reason.ts";
import type { AppliedGuildSettings } from "../src/settings/settings.ts";
import { textsFor } from "../src/texts/index.ts";
import { messageCommand, type Services } from "./services.ts";

/** An interaction doesn't tell the roles of the author of its message. */
const fetchAuthor = async (
	{ guild, author, webhookId }: Message<true>,
	{ guard }: Services,
): Promise<GuildMember | null> => {
	if (webhookId !== null) return null;
	try {
		const member = await guild.members.fetch({ user: author.id, force: true });
		guard.noteTold(guild, author.id);
		return member;
	} catch {
		return null;
	}
};

export const readOrNot = messageCommand({
	declaration: { name: "Read or not?" },

	async execute(interaction, services) {
		const { guild, guildId, locale, targetMessage, user } = interaction;
		const { examiner, guard, reader, say, store } = services;
		const t = textsFor(locale);
		guard.noteTold(guild, user.id);
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		const author = await fetchAuthor(targetMessage, services);
		const voiceChannelId = await reader.heardIn(guild, targetMessage.author.id);
		const whose = { guildId, userId: targetMessage.author.id };
		const weigh = (composed: Composed, settings: AppliedGuildSettings) =>
			say.weighRead(whose, estimateMessage(composed, settings) * 1_000, settings.sharePercent);
		const { verdict: again, settings } = await examiner.examine(
			targetMessage,
			{ voiceChannelId, paused: reader.stateIn(guildId)?.kind === "paused", author },
			async (...words) => {
				const { exceeded } = await weigh(...words);
				return exceeded && `${exceeded}_over_share`;
			},
		);
		const skipped = again.read ? reader.skipOf(targetMessage.id) : undefined;
		const verdict: Verdict = skipped === undefined ? again : { read: false, reason: skipped };
		// As it would be spoken, save for names of channels that whoever asks may not view.
		const composed = await examiner.compose(
			targetMessage,
			settings,
			(id) =>
				guard.mayView(guild, id, user.id) &&
				(voiceChannelId === undefined || guard.mayBeHeard(guild, voiceChannelId, id)),
		);
		const { leftMs } = await weigh(composed, settings);
		const { speakerRole } = await store.settings.readGuild(guildId);
		const words = describeWords(composed, settings, t);
		const lines = [
			verdict.read
				? t("verdict.read", { channel: `<#${voiceChannelId}>` })
				: t("verdict.skipped", { why: describeSkip(verdict.reason, speakerRole, t) }),
			...(words === undefined ? [] : [words, describeCost(estimateMessage(composed, settings), leftMs, t)]),
		];
		await respondPrivately(interaction, lines.join("\n"));
	},
});
