import type { ReadableMessage } from "../../src/reading/backlog.ts";

/** @returns the content of a message that consists of these words */
export const contentOf = (body: string, more: Partial<ReadableMessage> = {}): ReadableMessage => ({
	written: body,
	body,
	follows: true,
	lead: "",
	leadLanguage: undefined,
	language: undefined,
	extras: [],
	stickers: [],
	isForeign: false,
	...more,
});
