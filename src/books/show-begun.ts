import type { Shown } from "../discord/paced-edits.ts";
import type { Translate } from "../texts/index.ts";
import type { Book } from "./book.ts";
import { showUnderWay } from "./book-message.ts";
import { showHeard } from "./heard-message.ts";

/** @param share - how much of it was spoken before, from 0 to 1 @returns what is shown of a book that begins or goes on */
export const showBegun = (id: string, book: Book, t: Translate, share = 0): Shown =>
	book.voiceChannelId === undefined
		? showUnderWay(id, book, share, t)
		: showHeard(id, book, { share, voiceChannelId: book.voiceChannelId }, t);
