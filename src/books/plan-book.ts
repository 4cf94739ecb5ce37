import type { DayLeft } from "../say/budget.ts";
import { type Book, type BookProgress, findPageOf, type Page, sumPages } from "./book.ts";

/** Whether a book is spoken at once, or its member asked, and how much of it fits into today. */
export interface BookPlan {
	readonly ms: number;
	readonly asks: boolean;
	/** How many of the first pages fit, and how much speech that is. */
	readonly fitting: { readonly pages: number; readonly ms: number };
	/** Whose day is too short for all of it. */
	readonly exceeds: readonly ("member" | "guild")[];
}

/** Longer ones are asked about, in ms. */
const askedFromMs = 10 * 60_000;
/** Less than this isn't worth a beginning, in ms. */
const leastMs = 60_000;

/** Decides what becomes of a book, by what is left of the day to its member and guild. */
export const planBook = (
	pages: readonly Page[],
	days: { readonly member: DayLeft; readonly guild: DayLeft },
): BookPlan => {
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
		fitting: isWorthIt ? { pages: fitting, ms: fittingMs } : { pages: 0, ms: 0 },
		exceeds: (["member", "guild"] as const).filter((whose) => ms > left(whose)),
	};
};

/** @returns as much of what is offered as fits into a day; a page at least, for which the budget may say no */
export const fitDay = (
	book: Book,
	offered: BookProgress,
	days: Parameters<typeof planBook>[1],
): BookProgress => {
	const from = findPageOf(book, offered.done);
	const { fitting } = planBook(book.pages.slice(from), days);
	return { ...offered, pages: from + Math.max(1, fitting.pages) };
};
