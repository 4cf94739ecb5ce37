import { ButtonStyle } from "discord.js";
import type { Shown } from "../discord/paced-edits.ts";
import { bookRoutes } from "../discord/routes.ts";
import type { DayLeft } from "../say/budget.ts";
import type { Translate } from "../texts/index.ts";
import type { Book } from "./book.ts";
import { buttonRow } from "./book-message.ts";
import type { BookPlan } from "./plan-book.ts";

/** What is left is rounded down, as is what fits into it, and what it takes up: each is so much at least, or at most. */
const toMinutes = (ms: number): number => Math.floor(ms / 60_000);

/** @returns what a member is told and asked before a long text is spoken; @param voiceChannelId - where it is read */
export const showOffer = (
	id: string,
	{ voiceChannelId, notes }: Pick<Book, "voiceChannelId" | "notes">,
	plan: BookPlan,
	days: { readonly member: DayLeft; readonly guild: DayLeft },
	t: Translate,
): Shown => {
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
	const yes = all
		? { customId: bookRoutes.all.to({ book: id }), label: t("book.button.all") }
		: { customId: bookRoutes.fitting.to({ book: id }), label: t("book.button.fitting") };
	const no = { customId: bookRoutes.decline.to({ book: id }), label: t("book.button.no") };
	return {
		content: [offer, ...there, ...over, ...fits, ...notes].join("\n"),
		components: some ? [buttonRow({ ...yes, style: ButtonStyle.Primary }, no)] : [],
	};
};
