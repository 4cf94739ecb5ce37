import { eventually } from "@herald/common/testing/eventually.ts";
import type { ManualClock, SeenMessage } from "@herald/playground";
import { expect } from "vitest";
import type { Herald } from "./herald.ts";
import { lookUpNumber } from "./look-into.ts";

/** What Herald's messages show, and which long texts its store keeps. */
export const lookAt = (
	{ playground, dataDir }: Pick<Herald, "playground" | "dataDir">,
	clock?: ManualClock,
) => {
	const messages = () => playground.messagesFor(playground.home.owner);
	const find = (id: string) => messages().find((message) => message.id === id) as SeenMessage;
	const select = (sql: string) => lookUpNumber(dataDir, `SELECT ${sql}`);
	const booksLeft = () => select("count(*) FROM kept_values WHERE kind = 'book'");
	return {
		messages,
		find,
		/**
		 * Waits until a message has this content. A given clock is advanced meanwhile, because edits of a message have
		 * pauses between them.
		 */
		shows: (id: string, content: RegExp) =>
			eventually(() => {
				clock?.advance(500);
				expect(find(id).content).toMatch(content);
			}),
		/** @returns the single number that a query selects from Herald's database */
		select,
		/** The number of long texts that are kept. */
		booksLeft,
		noBookIsLeft: () => eventually(() => expect(booksLeft()).toBe(0)),
	};
};
