import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import { relativeTime } from "../discord/describe-problem.ts";
import type { PacedEdits, Shown } from "../discord/paced-edits.ts";
import { problemButtons } from "../discord/problem-buttons.ts";
import { bookRoutes } from "../discord/routes.ts";
import { formatLength } from "../say/format-length.ts";
import { type Translate, textsFor } from "../texts/index.ts";
import type { Book, BookRest } from "./book.ts";
import { type BookEnd, describeEnd } from "./book-end.ts";
import { type EditTools, editMessage } from "./edit-message.ts";

/** Progress is shown in steps of so many percent: a message takes only so many edits. */
const stepPercent = 5;

/** @returns buttons in a row; each leads to where its `customId` says */
export const buttonRow = (
	...buttons: readonly { readonly customId: string; readonly label: string; readonly style?: ButtonStyle }[]
): ActionRowBuilder<ButtonBuilder> =>
	new ActionRowBuilder<ButtonBuilder>().addComponents(
		buttons.map(({ customId, label, style = ButtonStyle.Secondary }) =>
			new ButtonBuilder().setCustomId(customId).setLabel(label).setStyle(style),
		),
	);

/** @returns what the end of a book says of its rest, and the button that goes on with it */
export const showRest = (id: string, rest: BookRest | undefined, t: Translate) => ({
	lines: rest ? [t("book.rest", { percent: rest.percent, when: relativeTime(rest.until) })] : [],
	components: rest
		? [buttonRow({ customId: bookRoutes.fitting.to({ book: id }), label: t("book.button.rest") })]
		: [],
});

const toPercent = (share: number): number => Math.floor((share * 100) / stepPercent) * stepPercent;

/** @param share - how much of it is spoken, from 0 to 1 @returns what is shown of a book that is being spoken */
export const showUnderWay = (
	id: string,
	{ voice, speaker = voice, quote, notes }: Pick<Book, "voice" | "speaker" | "quote" | "notes">,
	share: number,
	t: Translate,
): Shown => ({
	content: [t("book.under_way", { voice: speaker, text: quote, percent: toPercent(share) }), ...notes].join(
		"\n",
	),
	components: [buttonRow({ customId: bookRoutes.cancel.to({ book: id }), label: t("book.button.cancel") })],
});

/** The message that tells how a book goes. */
export class BookMessage {
	readonly #id: string;
	readonly #book: Book;
	readonly #t: Translate;
	readonly #edits: PacedEdits;
	#share: number;
	#leftOut = 0;

	/**
	 * @param share - how much of it was spoken before, from 0 to 1
	 * @param onGone - told when the message isn't there any more
	 */
	constructor(
		id: string,
		messageId: string,
		book: Book,
		share: number,
		tools: EditTools,
		onGone: () => void,
	) {
		this.#share = share;
		this.#id = id;
		this.#book = book;
		this.#t = textsFor(book.locale);
		this.#edits = editMessage({ channelId: book.channelId, messageId }, tools, onGone);
	}

	/** Shows how much of it is spoken, from 0 to 1. */
	show(share: number): void {
		this.#share = share;
		this.#edits.show(showUnderWay(this.#id, this.#book, share, this.#t));
	}

	/** A Line couldn't be spoken. */
	leaveOut(): void {
		this.#leftOut += 1;
	}

	/** Shows how it ended. */
	end(end: BookEnd, rest: BookRest | undefined): void {
		const shown = showRest(this.#id, rest, this.#t);
		const content = [
			this.#describe(end),
			...(this.#leftOut > 0 ? [this.#t("book.left_out", { count: this.#leftOut })] : []),
			...shown.lines,
			...this.#book.notes,
		];
		const problem = end.how === "failed" ? end.problem : undefined;
		const components = [...(problem ? problemButtons(problem, this.#t) : []), ...shown.components];
		this.#edits.show({ content: content.join("\n"), components }, true);
	}

	#describe(end: BookEnd): string {
		const { voice, speaker = voice, quote } = this.#book;
		const about = { voice: speaker, text: quote, percent: toPercent(this.#share) };
		if (end.how === "done")
			return this.#t("book.done", { ...about, length: formatLength(end.lengthMs), parts: end.parts });
		return describeEnd(end, about, this.#t);
	}
}
