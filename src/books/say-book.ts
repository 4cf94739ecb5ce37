import { PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { mayPost } from "../discord/post-sound.ts";
import { noMentions } from "../discord/respond.ts";
import { textsFor } from "../discord/texts/index.ts";
import { Problem } from "../problem.ts";
import type { AnswerServices } from "../say/answer-services.ts";
import { checkSpeaker } from "../say/guild-rules.ts";
import type { VoicePreferences } from "../store/preferences.ts";
import { showUnderWay } from "./book-message.ts";
import { planBook } from "./plan-book.ts";
import type { BookShelf } from "./shelf.ts";
import { showOffer } from "./show-offer.ts";
import { type LongText, writeBook } from "./write-book.ts";

interface BookServices extends AnswerServices {
	readonly books: BookShelf;
}

const checkPlace = ({ channel, memberPermissions }: RepliableInteraction<"cached">): void => {
	if (!memberPermissions.has(PermissionFlagsBits.AttachFiles))
		throw new Problem({ kind: "may_not_attach_files", who: "member" });
	if (!channel?.isSendable() || !mayPost(channel)) throw new Problem({ kind: "may_not_post" });
};

/**
 * Has a long text spoken into files, in answer to an acknowledged interaction: at once, or after asking its member, who
 * is told what it takes.
 *
 * @param text - all of it as it was written, and its blocks
 * @param option - what the command itself names
 * @throws {@link Problem} when it may not or can't be spoken here
 */
export const sayBook = async (
	interaction: RepliableInteraction<"cached">,
	text: LongText,
	{ say, books }: BookServices,
	option: Partial<VoicePreferences>,
): Promise<void> => {
	const { guildId, user, member, memberPermissions, locale } = interaction;
	checkPlace(interaction);
	books.checkRoom(guildId, user.id);
	const { words, ...limits } = await say.readRules(guildId);
	const manages = memberPermissions.has(PermissionFlagsBits.ManageGuild);
	checkSpeaker(limits, { roles: [...member.roles.cache.keys()], manages }, text.written.length);
	say.countText(user.id);
	const book = await writeBook(interaction, text, { say, words, option });
	if (book.pages.length === 0) throw new Problem({ kind: "unspeakable" });

	const days = await say.budget.weighDay(guildId, user.id);
	const plan = planBook(book.pages, days);
	const t = textsFor(locale);
	const id = books.newId();
	const owner = { id, guildId, userId: user.id };
	// Kept first: its buttons work as soon as they are seen.
	if (plan.fitting.pages > 0) await books.offer(owner, book, plan.fitting.pages);
	const shown = plan.asks ? showOffer(id, plan, days, t) : showUnderWay(id, book, 0, t);
	const message = await interaction.editReply({ ...shown, allowedMentions: noMentions });
	if (!plan.asks) await books.begin(id, member, false, message.id);
};
