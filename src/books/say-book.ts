import { randomUUID } from "node:crypto";
import { PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { mayPost } from "../discord/files.ts";
import type { AnswerServices } from "../say/answers/answer-services.ts";
import { checkLimits } from "../say/rules/guild-rules.ts";
import type { VoicePreferences } from "../settings/settings.ts";
import { queueLongTexts } from "../shared/long-texts.ts";
import { inGuild, ofGuild } from "../shared/party.ts";
import { Problem } from "../shared/problem.ts";
import { textsFor } from "../texts/index.ts";
import { showBook } from "./book-progress.ts";
import type { Books } from "./books.ts";
import { fitChannel } from "./fit-channel.ts";
import { planBook, showOffer } from "./plan-book.ts";
import { type LongText, writeBook } from "./write-book.ts";

/**
 * Lets one book be written at a time, since each takes up to half a second of the event loop's time, although with
 * breaks.
 */
const writing = queueLongTexts();

/**
 * Refuses a place where Herald couldn't show the book's progress, or where Herald or the member may not post its files.
 *
 * @param inChannel - whether the book is read in a voice channel, so that no files are posted
 */
const checkPlace = ({ channel, memberPermissions }: RepliableInteraction<"cached">, inChannel: boolean) => {
	if (inChannel) {
		const may = channel?.permissionsFor(channel.client.user);
		if (!may?.has(PermissionFlagsBits.ViewChannel)) throw new Problem({ kind: "may_not_tell" });
		return;
	}
	if (!memberPermissions.has(PermissionFlagsBits.AttachFiles))
		throw new Problem({ kind: "may_not_attach_files", who: "member" });
	if (!channel?.isSendable() || !mayPost(channel)) throw new Problem({ kind: "may_not_post" });
};

/** Whether a book is read in the member's voice channel. With `auto`, only if Herald is in that channel. */
const isForChannel = async (
	{ guildId, user, member }: RepliableInteraction<"cached">,
	{ say, voice }: AnswerServices,
	option: Partial<VoicePreferences>,
): Promise<boolean> => {
	const { delivery } = await say.choose({ place: inGuild(guildId), userId: user.id }, option);
	if (delivery.value !== "auto") return delivery.value === "channel";
	return member.voice.channelId !== null && voice.channelOf(guildId) === member.voice.channelId;
};

/**
 * Answers an acknowledged interaction with a book, which is spoken into files or read in the member's voice channel. If
 * the book is long, or exceeds what is left of a daily limit, the member is asked first.
 *
 * @param text - the whole text as written, and its blocks
 * @param option - the command's own options
 * @throws {@link Problem} if the text may not or can't be spoken here
 */
export const sayBook = async (
	interaction: RepliableInteraction<"cached">,
	text: LongText,
	services: AnswerServices & { readonly books: Books },
	option: Partial<VoicePreferences>,
): Promise<void> => {
	const { guildId, user, member, locale } = interaction;
	const { say, books } = services;
	const place = inGuild(guildId);
	const inChannel = await isForChannel(interaction, services, option);
	checkPlace(interaction, inChannel);
	books.checkRoom(guildId, user.id, inChannel);
	const there = inChannel ? await books.findChannel(member) : undefined;
	const { words, ...limits } = await say.readRules(place);
	checkLimits(limits, member, text.written.length);
	const write = () => writeBook(interaction, text, { say, words, option });
	const written = await writing.run(ofGuild(guildId), write);
	const book = there
		? await fitChannel({ ...written.book, voiceChannelId: there.id }, there.textMaxMs)
		: written.book;
	if (book.pages.length === 0) throw new Problem({ kind: "unspeakable" });

	const days = await say.budget.weighDay(place, user.id);
	const plan = planBook(book.pages, days);
	const t = textsFor(locale);
	const id = randomUUID();
	// The offer is stored first, because its buttons must work as soon as they are shown.
	if (plan.fitting.pages > 0) await books.offers.add({ id, guildId, userId: user.id }, book);
	const shown = plan.asks
		? showOffer(id, book, plan, days, t)
		: showBook(id, book, { share: 0, voiceChannelId: book.voiceChannelId }, t);
	const message = await interaction.editReply(shown);
	await say.forgetLost({ place, userId: user.id }, written.lost);
	if (plan.asks) return;
	try {
		await books.begin(id, member, false, message.id);
	} catch (error) {
		// No message has a button for this book. If erasing it fails, it is erased later, with other old data.
		await books.offers.decline(id, member).catch(() => {});
		throw error;
	}
};
