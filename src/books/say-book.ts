import { PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { nameFile } from "../discord/name-file.ts";
import { mayPost } from "../discord/post-sound.ts";
import { noMentions } from "../discord/respond.ts";
import { textsFor } from "../discord/texts/index.ts";
import { Problem } from "../problem.ts";
import type { AnswerServices } from "../say/answer-services.ts";
import { chooseRequest, type WrittenText } from "../say/choose-request.ts";
import { checkSpeaker } from "../say/guild-rules.ts";
import type { Block } from "../speech/text/document/block.ts";
import type { VoicePreferences } from "../store/preferences.ts";
import type { Book } from "./book.ts";
import { showUnderWay } from "./book-message.ts";
import { planBook } from "./plan-book.ts";
import type { BookShelf } from "./shelf.ts";
import { showOffer } from "./show-offer.ts";
import { writePages } from "./write-pages.ts";

/** How much of a text tells its language, in characters. */
const tellingCharacters = 6_000;

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
	{ blocks, written, quote, context }: WrittenText & { readonly blocks: readonly Block[] },
	{ say, books }: BookServices,
	option: Partial<VoicePreferences>,
): Promise<void> => {
	const { guildId, user, member, memberPermissions, locale, channelId } = interaction;
	checkPlace(interaction);
	books.checkRoom(guildId, user.id);
	const { words, ...limits } = await say.readRules(guildId);
	const manages = memberPermissions.has(PermissionFlagsBits.ManageGuild);
	checkSpeaker(limits, { roles: [...member.roles.cache.keys()], manages }, written.length);
	say.countText(user.id);
	const beginning = { written: written.slice(0, tellingCharacters), quote, context };
	const sound = await chooseRequest(interaction, beginning, say, option);
	const { voice, language, style, speed = 1, notes = [] } = sound;
	const checkWords = (text: string) => {
		if (words.areIn(text)) throw new Problem({ kind: "forbidden_word" });
		return text;
	};
	checkWords(style ?? "");
	const read = async (text: string) => checkWords(await say.read(checkWords(text), context, language));
	const pages = await writePages(blocks, read, language ?? locale);
	if (pages.length === 0) throw new Problem({ kind: "unspeakable" });

	const days = await say.budget.weighDay(guildId, user.id);
	const plan = planBook(pages, days);
	const t = textsFor(locale);
	const id = books.newId();
	const owner = { id, guildId, userId: user.id };
	const book: Book = {
		quote,
		fileName: nameFile(
			voice,
			pages
				.slice(0, 3)
				.flatMap(({ lines }) => lines)
				.join(" "),
		),
		voice,
		...(language !== undefined && { language }),
		...(style !== undefined && { style }),
		speed,
		locale,
		channelId: channelId ?? "",
		pages,
		notes,
	};
	// Kept first: its buttons work as soon as they are seen.
	if (plan.fitting.pages > 0) await books.offer(owner, book, plan.fitting.pages);
	const shown = plan.asks ? showOffer(id, plan, days, t) : showUnderWay(id, book, 0, t);
	const message = await interaction.editReply({ ...shown, allowedMentions: noMentions });
	if (!plan.asks) await books.begin(id, member, false, message.id);
};
