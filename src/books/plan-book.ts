import { ButtonStyle, type Client, type GuildMember } from "discord.js";
import type { DayLeft } from "../budget/budget.ts";
import { actionRow, bookRoutes, pressable } from "../discord/buttons.ts";
import { findPlace } from "../discord/files.ts";
import type { ShownMessage } from "../discord/paced-edits.ts";
import { checkLimits, type GuildRules } from "../say/rules/guild-rules.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { Problem } from "../shared/problem.ts";
import type { Translate } from "../texts/index.ts";
import { decideAct } from "../voice/permissions.ts";
import { type Book, type BookMember, type BookProgress, findPageOf, listLines, sumPages } from "./book.ts";

type DaysLeft = Readonly<Record<"member" | "guild", DayLeft>>;

/** The longest book that is spoken without asking the member, in ms. */
const askedFromMs = 10 * 60_000;
/** The least speech for which a book is begun, in ms, if the daily limits don't allow the whole book. */
const leastMs = 60_000;

/** @returns whether a book is spoken at once or its member is asked first, and how much the daily limits allow today */
export const planBook = (pages: Book["pages"], days: DaysLeft) => {
	const ms = sumPages(pages);
	const left = (whose: "member" | "guild") => days[whose].leftMs ?? Number.POSITIVE_INFINITY;
	const most = Math.min(left("member"), left("guild"));
	let fittingMs = 0;
	let fitting = 0;
	for (const page of pages) {
		if (fittingMs + page.ms > most) break;
		fittingMs += page.ms;
		fitting += 1;
	}
	const isWorthIt = ms <= most || fittingMs >= leastMs;
	return {
		ms,
		asks: ms > askedFromMs || ms > most,
		/**
		 * How many of the first pages the daily limits allow, and the duration of those pages, in ms. Both 0 if that is
		 * less than the whole book and less than `leastMs`.
		 */
		fitting: isWorthIt ? { pages: fitting, ms: fittingMs } : { pages: 0, ms: 0 },
		/** Whose daily limit the whole book would exceed. */
		exceeds: (["member", "guild"] as const).filter((whose) => ms > left(whose)),
	};
};

/**
 * @returns the progress with as many further pages as the daily limits allow today, but with at least one, which the
 * budget may refuse
 */
export const fitDay = (book: Book, offered: BookProgress, days: DaysLeft): BookProgress => {
	const from = findPageOf(book, offered.done);
	return { ...offered, pages: from + Math.max(1, planBook(book.pages.slice(from), days).fitting.pages) };
};

/** Rounds down, so that a sentence never promises more minutes than there are. */
const toMinutes = (ms: number): number => Math.floor(ms / 60_000);

/** @returns the question to a member before a book is spoken; without buttons if too little speech is left today */
export const showOffer = (
	id: string,
	{ voiceChannelId, notes }: Pick<Book, "voiceChannelId" | "notes">,
	plan: ReturnType<typeof planBook>,
	days: DaysLeft,
	t: Translate,
): ShownMessage => {
	const minutes = Math.ceil(plan.ms / 60_000);
	const { limitMs } = days.guild;
	const offer =
		limitMs === undefined
			? t("book.offer", { minutes })
			: t("book.offer.share", { minutes, percent: Math.round((plan.ms / limitMs) * 100) });
	const there =
		voiceChannelId === undefined ? [] : [t("book.offer.channel", { channel: `<#${voiceChannelId}>` })];
	const over = plan.exceeds.map((whose) =>
		t(`book.over.${whose}`, {
			left: toMinutes(days[whose].leftMs ?? 0),
			limit: toMinutes(days[whose].limitMs ?? 0),
		}),
	);
	const all = plan.exceeds.length === 0;
	const some = plan.fitting.pages > 0;
	const fits = all
		? []
		: [some ? t("book.fits", { minutes: toMinutes(plan.fitting.ms) }) : t("book.fits.nothing")];
	const act = all ? "all" : "fitting";
	const yes = pressable(bookRoutes[act].to({ book: id }), t(`book.button.${act}`));
	const no = pressable(bookRoutes.decline.to({ book: id }), t("book.button.no"));
	return {
		content: [offer, ...there, ...over, ...fits, ...notes].join("\n"),
		components: some ? [actionRow({ ...yes, style: ButtonStyle.Primary }, no)] : [],
	};
};

/** The most books of a guild, including those that wait. */
const guildMax = 3;

export type BookTarget = { readonly inChannel: boolean };

/**
 * @param all - the books that are being spoken or about to begin
 * @throws {@link Problem} `book_under_way` or `book_in_channel`, if another book would be too many
 */
export const checkMayBegin = (
	all: readonly (BookMember & BookTarget)[],
	{ guildId, userId, inChannel }: BookMember & BookTarget,
): void => {
	const there = all.filter((book) => book.guildId === guildId);
	if (there.length >= guildMax || there.some((book) => book.userId === userId))
		throw new Problem({ kind: "book_under_way" });
	if (inChannel && there.some((book) => book.inChannel)) throw new Problem({ kind: "book_in_channel" });
};

/** @throws {@link Problem} if a guild's rules forbid speaking a book for a member */
export const checkBook = async (book: Book, member: GuildMember, { words, ...limits }: GuildRules) => {
	checkLimits(limits, member, book.characters ?? 0);
	const lines = listLines(book, book.pages.length);
	// Most Lines have the same style, so equal texts are checked once.
	const texts = new Set(lines.flatMap(({ line }) => [line.text, line.style ?? ""]));
	for await (const text of inStretches(texts))
		if (words.areIn(text)) throw new Problem({ kind: "forbidden_word" });
};

/** @throws {@link Problem} `not_your_book` if a member may not end a book */
export const checkMayCancel = (
	member: GuildMember,
	{ owner, channelId }: { readonly owner: BookMember; readonly channelId: string },
	client: Client,
): void => {
	const place = findPlace(client, channelId);
	// The owner counts as the only listener, because others can't vote on a book.
	const decision = decideAct("skip", {
		memberId: member.id,
		permissions: place?.permissionsFor(member.id)?.bitfield ?? member.permissions.bitfield,
		listeners: [owner.userId],
		own: member.id === owner.userId,
		votes: [],
	});
	if (!decision.allowed) throw new Problem({ kind: "not_your_book" });
};
