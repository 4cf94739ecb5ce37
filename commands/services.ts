import { randomUUID } from "node:crypto";
import { Recent } from "@herald/common/recent.ts";
import type { OwnAccounts } from "../src/accounts/own-accounts.ts";
import type { Books } from "../src/books/books.ts";
import type { Config } from "../src/config.ts";
import type { Credit } from "../src/credit/credit.ts";
import type { CommandCatalogue } from "../src/discord/catalogue.ts";
import { commandsWith } from "../src/discord/command.ts";
import type { RefusedLine } from "../src/reading/dictionary.ts";
import type { Reader } from "../src/reading/reader.ts";
import type { ReadingParts } from "../src/reading/reading-parts.ts";
import type { AnswerServices } from "../src/say/answers/answer-services.ts";
import type { FileReading } from "../src/say/answers/message-parts.ts";
import type { Speech } from "../src/speech/speech.ts";
import type { Store } from "../src/store/store.ts";

interface Kept<T> {
	readonly id: string;
	readonly until: number;
	readonly value: T;
}

/**
 * @param now - in ms
 * @param openMs - how long a question can be answered, in ms
 * @param max - the most questions, or the most that they weigh. If there is more, the oldest questions are dropped
 * @returns values by key that wait for a member's answer. A key has one value. Kept only in memory, and only for a while
 */
const keepQuestions = <T>(
	now: () => number,
	openMs: number,
	max: number,
	weigh: (value: T) => number = () => 1,
) => {
	const all = new Recent<Kept<T>>(max, ({ value }) => weigh(value));
	/** @returns a key's value and the question's id; undefined if there is none, it is too old, or it was taken */
	const find = (key: string): Kept<T> | undefined => {
		const kept = all.find(key);
		return kept && kept.until > now() ? kept : undefined;
	};
	return {
		find,
		/** Keeps a value in place of the key's earlier one. @returns the question's id */
		ask: (key: string, value: T): string => {
			const id = randomUUID();
			all.set(key, { id, until: now() + openMs, value });
			return id;
		},
		/** @returns a question's value, only once; undefined if it is too old, was taken, or another followed */
		take: (key: string, id: string): T | undefined => {
			const kept = find(key);
			if (kept?.id !== id) return undefined;
			all.delete(key);
			return kept.value;
		},
	};
};

export interface CodeToConfirm {
	readonly code: string;
	/** The id of a text to say again afterwards, or "". */
	readonly answer: string;
	/** The id of the account that the question names. */
	readonly ownId: string;
}

export interface FileEntries<T> {
	readonly entries: readonly T[];
	/** Entries that may have been meant otherwise, so that the panel asks about them. */
	readonly unsure?: readonly T[];
	readonly refused: readonly RefusedLine[];
}

/** The entries that a file adds to a list, or replaces the list with (`replaces`), once a member confirms them. */
export interface ListImport {
	readonly found: FileEntries<unknown>;
	readonly replaces: boolean;
}

/** How long a question about a code can be answered, in ms. */
const codeMs = 15 * 60_000;
/** How long a change can be undone, and a file's import confirmed, in ms. */
const listMs = 10 * 60_000;
/** The most members whose codes are kept, and the most entries of all guilds' lists. A list counts as one entry more. */
const [codesMax, entriesMax] = [1_000, 20_000];

/** @param now - in ms */
export const openQuestions = (now: () => number) => ({
	/** The codes that members are asked about, by party and member. */
	codesToConfirm: keepQuestions<CodeToConfirm>(now, codeMs, codesMax),
	/** Each list's entries before its last change, which can be undone. Lists go by guild and name. */
	listChanges: keepQuestions<readonly unknown[]>(now, listMs, entriesMax, ({ length }) => 1 + length),
	/** The last file for each list, until a member confirms its import. */
	listImports: keepQuestions<ListImport>(now, listMs, entriesMax, ({ found }) => 1 + found.entries.length),
});

/** The services that commands use, built in `src/bot/bot.ts`. */
export interface Services
	extends AnswerServices,
		FileReading,
		Pick<ReadingParts, "access" | "composer" | "verdicts" | "guard">,
		ReturnType<typeof openQuestions> {
	readonly catalogue: CommandCatalogue;
	readonly speech: Speech;
	readonly store: Store;
	readonly books: Books;
	readonly credit: Credit;
	/** The accounts that servers and members connect; undefined if the operator allows none. */
	readonly accounts: OwnAccounts | undefined;
	readonly reader: Reader;
	readonly prices: Config["prices"];
	/** The current time, in ms since the epoch. */
	readonly now: () => number;
}

export const { slashCommand, subcommand, messageCommand, handleRoutes, handleEverywhere } =
	commandsWith<Services>();
