import { describeProblem, describeVoiceTrouble } from "../discord/describe-problem.ts";
import type { PacedEdits, Shown } from "../discord/paced-edits.ts";
import { problemButtons } from "../discord/problem-buttons.ts";
import { bookRoutes } from "../discord/routes.ts";
import type { ProblemDetail, VoiceTrouble } from "../shared/problem.ts";
import { type Translate, textsFor } from "../texts/index.ts";
import type { Book, BookRest } from "./book.ts";
import { describeEnd, type HeardEnd } from "./book-end.ts";
import { buttonRow, showRest } from "./book-message.ts";
import { type EditTools, editMessage } from "./edit-message.ts";
import type { HeardAct } from "./shelf.ts";

/** How a book is doing in a voice channel. */
export interface HeardState {
	/** How much of it has been heard, from 0 to 1. */
	readonly share: number;
	/** Where Herald is, or was to be. */
	readonly voiceChannelId: string;
	/** While it is paused: what made it so, where nobody did. */
	readonly pause?: { readonly why?: ProblemDetail | undefined } | undefined;
	/** Why it can't be heard at the moment. */
	readonly trouble?: VoiceTrouble | undefined;
}

/** While it is read, its message keeps up in steps of so many percent: a message takes only so many edits. */
const stepPercent = 10;

/** @returns what is shown of a book in a voice channel */
export const showHeard = (id: string, book: Book, state: HeardState, t: Translate): Shown => {
	const { pause, trouble } = state;
	const exact = Math.floor(state.share * 100);
	const percent = pause ? exact : exact - (exact % stepPercent);
	const about = {
		voice: book.speaker ?? book.voice,
		channel: `<#${state.voiceChannelId}>`,
		percent,
		text: book.quote,
	};
	const button = (act: HeardAct) => ({
		customId: bookRoutes[act].to({ book: id }),
		label: t(`book.button.${act}`),
	});
	return {
		content: [
			t(pause ? "book.paused" : "book.reading", about),
			...(pause?.why ? [describeProblem(pause.why, t)] : []),
			...(pause ? [t("book.paused.hint")] : []),
			...book.notes,
			...(trouble ? [describeVoiceTrouble(trouble, t)] : []),
		].join("\n"),
		components: [
			buttonRow(button(pause ? "resume" : "pause"), button("back"), button("end")),
			...(pause?.why ? problemButtons(pause.why, t) : []),
		],
	};
};

/** The message that tells how a book goes in a voice channel. */
export class HeardMessage {
	readonly #id: string;
	readonly #book: Book;
	readonly #t: Translate;
	readonly #edits: PacedEdits;
	#leftOut = 0;

	/** @param onGone - told when the message isn't there any more */
	constructor(id: string, messageId: string, book: Book, tools: EditTools, onGone: () => void) {
		this.#id = id;
		this.#book = book;
		this.#t = textsFor(book.locale);
		this.#edits = editMessage({ channelId: book.channelId, messageId }, tools, onGone);
	}

	/** Shows how it is doing. */
	show(state: HeardState): void {
		this.#edits.show(showHeard(this.#id, this.#book, state, this.#t));
	}

	/** @returns how it is doing, for an answer that puts it into the message */
	answer(state: HeardState): Shown {
		const shown = showHeard(this.#id, this.#book, state, this.#t);
		this.#edits.told(shown);
		return shown;
	}

	/** Lines couldn't be spoken. */
	leaveOut(count: number): void {
		this.#leftOut += count;
	}

	/** Shows how it ended. @returns what is shown */
	end(end: HeardEnd, { share, voiceChannelId }: HeardState, rest: BookRest | undefined): Shown {
		const about = {
			voice: this.#book.speaker ?? this.#book.voice,
			channel: `<#${voiceChannelId}>`,
			percent: Math.floor(share * 100),
			text: this.#book.quote,
		};
		const { lines, components } = showRest(this.#id, rest, this.#t);
		const shown = {
			content: [
				this.#describe(end, about, lines[0]),
				...(this.#leftOut > 0 ? [this.#t("book.left_out", { count: this.#leftOut })] : []),
				...this.#book.notes,
			].join("\n"),
			components,
		};
		this.#edits.show(shown, true);
		return shown;
	}

	#describe(
		end: HeardEnd,
		about: {
			readonly voice: string;
			readonly channel: string;
			readonly percent: number;
			readonly text: string;
		},
		rest: string | undefined,
	): string {
		const t = this.#t;
		if (end.how === "heard" && rest !== undefined) return t("book.failed", { ...about, why: rest });
		if (end.how === "heard") return t("book.read", about);
		if (end.how === "pause_over") return t("book.failed", { ...about, why: t("book.pause_over") });
		if (end.how !== "left") return describeEnd(end, about, t);
		const why = end.trouble ? describeVoiceTrouble(end.trouble, t) : t("channel.left");
		return t("book.failed", { ...about, why });
	}
}
