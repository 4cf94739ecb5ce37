import type { Logger } from "@herald/common/log.ts";
import type { Client } from "discord.js";
import { payPart, type Reservation } from "../budget/reservation.ts";
import { actionRow, bookRoutes, pressable, problemButtons } from "../discord/buttons.ts";
import { describeProblem, describeVoiceTrouble, relativeTime } from "../discord/describe-problem.ts";
import { findPlace } from "../discord/files.ts";
import { paceEdits, type ShownMessage } from "../discord/paced-edits.ts";
import { isGone } from "../discord/respond.ts";
import { formatLength } from "../discord/show-text.ts";
import type { AnswerServices } from "../say/answers/answer-services.ts";
import { pause } from "../shared/clock.ts";
import type { ProblemDetail, VoiceTrouble } from "../shared/problem.ts";
import { UnderWay } from "../shared/under-way.ts";
import type { SpeechSource } from "../speech/line.ts";
import type { SealedValues } from "../store/kept-values.ts";
import { type Translate, textsFor } from "../texts/index.ts";
import type { Book, BookOwner, BookProgress, BookRest, HeardAct } from "./book.ts";

export interface BookTools extends Pick<AnswerServices, "clock" | "edits" | "shutdown"> {
	readonly client: Client;
	readonly speech: SpeechSource;
	/** The stored books, which go on after a restart. */
	readonly kept: SealedValues<Book, BookProgress>;
	readonly logger: Logger;
	/** Keeps the rest of a book, so that its member can ask for it later. @returns whether that succeeded */
	readonly keepRest: (owner: BookOwner, rest: BookRest) => Promise<boolean>;
	/** The most bytes of a file, if it isn't the usual number. */
	readonly partMaxBytes?: number;
}

export type BookRun = BookTools & BegunBook;

export interface BegunBook {
	readonly owner: BookOwner;
	readonly book: Book;
	readonly progress: BookProgress;
	readonly reservation: Reservation;
}

/** The wait before another attempt to erase a book, in ms. */
const eraseAgainMs = 30_000;

/**
 * Stores a book's progress, and how much of its reserved speech its requests have used.
 *
 * @param onErased - called when the book's row is gone, because the book's member has erased it
 */
export const openLedger = (options: BookRun, onErased: () => void) => {
	const { owner, kept, clock, shutdown, reservation, keepRest } = options;
	let { progress } = options;
	/** The pages with Lines that may still be made. */
	const open = new UnderWay();
	let noted: Promise<void> = Promise.resolve();

	/** Changes the progress. Resolves when the new progress is written, or couldn't be written. */
	const note = (change: Partial<BookProgress>): Promise<void> => {
		progress = { ...progress, ...change };
		// Progress is written in order, so that the newest is written last.
		noted = noted.then(async () => {
			const { begun } = progress;
			const reserved = begun && { begun: { ...begun, reserved: reservation.reserved } };
			if (!(await kept.note(owner.id, { ...progress, ...reserved }).catch(() => true))) onErased();
		});
		return noted;
	};
	reservation.onSpent = () => note({});

	return {
		note,
		read: (): BookProgress => progress,

		/** @returns the payer of a page. The book isn't settled before the page is */
		payPage: () => {
			const payer = payPart(reservation);
			void open.follow(payer.counted);
			return payer;
		},

		/** Stores the progress once all speech is counted, for a book that goes on after a restart. */
		keep: async (): Promise<void> => {
			await open.settle();
			await note({});
		},

		/** Settles the reservation of a book that has ended, and keeps its rest. @returns whether the rest was kept */
		close: async (rest: BookRest | undefined): Promise<boolean> => {
			await open.settle();
			await noted;
			await reservation.settle();
			// A cost that comes late only changes the budget, since the book itself is finished.
			reservation.onSpent = () => {};
			return rest !== undefined && (await keepRest(owner, rest));
		},

		/**
		 * Erases the book, and tries again until it succeeds or Herald stops. A book that isn't erased is spoken again after
		 * a restart.
		 */
		erase: async (): Promise<void> => {
			for (;;) {
				try {
					return await kept.erase(owner.id);
				} catch {
					if (shutdown.aborted) return;
					// `pause` rejects when Herald stops. The next attempt is then the last.
					await pause(clock, eraseAgainMs, shutdown).catch(() => {});
				}
			}
		},
	};
};

export type BookLedger = ReturnType<typeof openLedger>;

interface BookState {
	/** The share of the book that is spoken, from 0 to 1. */
	readonly share: number;
	/** The voice channel in which the book is read; undefined if it is spoken into files. */
	readonly voiceChannelId?: string | undefined;
	/** Set while the book is paused, with the problem that paused it, if any. */
	readonly pause?: { readonly why?: ProblemDetail | undefined } | undefined;
	readonly trouble?: VoiceTrouble | undefined;
	/** Whether the service hasn't answered for a while. */
	readonly isLate?: boolean | undefined;
}

export type BookEnd =
	/** The first `BookProgress.pages` pages were posted as files. */
	| { readonly how: "done"; readonly lengthMs: number; readonly parts: number }
	/**
	 * `heard`: the first `BookProgress.pages` pages were read in a voice channel. `pause_over`: the book was paused for too
	 * long. `cancelled`: a member ended the book, or deleted its message or its data. `expired`: the book took longer than
	 * a book may take.
	 */
	| { readonly how: "heard" | "pause_over" | "cancelled" | "expired" }
	/** Herald left the voice channel: because of `trouble` or, without one, because it was asked to or left by itself. */
	| { readonly how: "left"; readonly trouble?: VoiceTrouble }
	/** Speaking failed: because of `problem` or, without one, because of a bug, which is logged. */
	| { readonly how: "failed"; readonly problem?: ProblemDetail };

/** `kept`: Herald is stopping. The book stays in the store, and goes on after the next start. */
export type BookStop = BookEnd | { readonly how: "kept" };

/**
 * The steps in which progress is shown, in percent, for a book in files and in a voice channel. They aren't smaller,
 * since Discord limits how often a message is edited.
 */
const fileStepPercent = 5;
const channelStepPercent = 10;
/** How many times a book's message says that it waits for the service. Each time takes edits, which Discord limits. */
const latesMax = 3;

export const percentOf = ({ share }: BookState): number => Math.floor(share * 100);

const aboutBook = ({ voice, speaker = voice, quote }: Book, state: BookState, percent: number) => ({
	voice: speaker,
	channel: `<#${state.voiceChannelId}>`,
	percent,
	text: quote,
});

/** @param percent - the progress that the message shows */
export const showBook = (
	id: string,
	book: Book,
	state: BookState,
	t: Translate,
	percent = percentOf(state),
): ShownMessage => {
	const { voiceChannelId, pause, trouble, isLate } = state;
	const waiting = isLate && !pause ? [t("say.waiting")] : [];
	const button = (act: HeardAct | "cancel") =>
		pressable(bookRoutes[act].to({ book: id }), t(`book.button.${act}`));
	if (voiceChannelId === undefined)
		return {
			content: [t("book.under_way", aboutBook(book, state, percent)), ...book.notes, ...waiting].join("\n"),
			components: [actionRow(button("cancel"))],
		};
	return {
		content: [
			t(pause ? "book.paused" : "book.reading", aboutBook(book, state, percent)),
			...(pause?.why ? [describeProblem(pause.why, t)] : []),
			...(pause ? [t("book.paused.hint")] : []),
			...book.notes,
			...(trouble ? [describeVoiceTrouble(trouble, t)] : []),
			...waiting,
		].join("\n"),
		components: [
			actionRow(button(pause ? "resume" : "pause"), button("back"), button("end")),
			...(pause?.why ? problemButtons(pause.why, t) : []),
		],
	};
};

const describeEnd = (end: BookEnd, about: ReturnType<typeof aboutBook>, t: Translate): string => {
	const failed = (why: string) => t("book.failed", { ...about, why });
	switch (end.how) {
		case "done":
			return t("book.done", { ...about, length: formatLength(end.lengthMs), parts: end.parts });
		case "heard":
			return t("book.read", about);
		case "pause_over":
			return failed(t("book.pause_over"));
		case "left":
			return failed(end.trouble ? describeVoiceTrouble(end.trouble, t) : t("channel.left"));
		case "failed":
			return failed(end.problem ? describeProblem(end.problem, t) : t("channel.failed"));
		default:
			return t(`book.${end.how}`, about);
	}
};

interface BookMessageOptions extends BookRun {
	readonly readState: () => BookState;
	readonly onGone: () => void;
}

/**
 * @returns the message that shows a book's progress. It isn't an answer to an interaction, since such an answer can only
 * be edited for 15 minutes
 */
export const followBook = (options: BookMessageOptions) => {
	const { client, clock, edits: underWay, owner, book, progress, readState, onGone } = options;
	const t = textsFor(book.locale);
	let leftOut = 0;
	let percent = percentOf(readState());
	let wasLate = false;
	let lates = 0;
	const edit = async (shown: ShownMessage) => {
		try {
			await findPlace(client, book.channelId)?.messages.edit(progress.begun?.messageId ?? "", shown);
		} catch (error) {
			if (isGone(error)) onGone();
			throw error;
		}
	};
	const edits = paceEdits({ edit, clock, underWay });

	const write = (): ShownMessage => {
		const state = readState();
		const now = percentOf(state);
		const step = state.voiceChannelId === undefined ? fileStepPercent : channelStepPercent;
		// The percentage only falls if a member goes back.
		if (state.pause || now < percent || now >= percent + step) percent = now;
		const { isLate = false } = state;
		if (isLate && !wasLate) lates += 1;
		wasLate = isLate;
		return showBook(owner.id, book, { ...state, isLate: isLate && lates <= latesMax }, t, percent);
	};

	return {
		show: () => edits.show(write()),

		/** @returns the current state, for an answer that replaces the message */
		answer: (): ShownMessage => {
			const shown = write();
			edits.noteEdit(shown);
			return shown;
		},

		leaveOut: (count: number) => {
			leftOut += count;
		},

		/** Shows how the book ended. @returns what is shown */
		end: (end: BookEnd, rest: BookRest | undefined): ShownMessage => {
			const state = readState();
			const about = aboutBook(book, state, percentOf(state));
			const more = rest && t("book.rest", { percent: rest.percent, when: relativeTime(rest.until) });
			const isCutShort = end.how === "heard" && more !== undefined;
			const content = [
				isCutShort ? t("book.failed", { ...about, why: more }) : describeEnd(end, about, t),
				...(leftOut > 0 ? [t("book.left_out", { count: leftOut })] : []),
				...(more !== undefined && !isCutShort ? [more] : []),
				...book.notes,
			].join("\n");
			const restButton = pressable(bookRoutes.fitting.to({ book: owner.id }), t("book.button.rest"));
			const components = [
				...(end.how === "failed" && end.problem ? problemButtons(end.problem, t) : []),
				...(rest ? [actionRow(restButton)] : []),
			];
			edits.show({ content, components }, true);
			return { content, components };
		},
	};
};

export type BookMessage = ReturnType<typeof followBook>;
