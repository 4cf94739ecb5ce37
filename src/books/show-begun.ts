import type { Shown } from "../discord/paced-edits.ts";
import type { Translate } from "../discord/texts/index.ts";
import type { Book } from "./book.ts";
import { showUnderWay } from "./book-message.ts";
import { showHeard } from "./heard-message.ts";

/** @returns what is shown of a book of which nothing is spoken yet */
export const showBegun = (id: string, book: Book, t: Translate): Shown =>
	book.voiceChannelId === undefined
		? showUnderWay(id, book, 0, t)
		: showHeard(id, book, { share: 0, voiceChannelId: book.voiceChannelId }, t);
