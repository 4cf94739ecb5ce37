import type { TextKey } from "../texts/en.js";
import { type Texts, type Value, writeAll } from "../texts/write.js";

/** A member's act that Discord's client would not send. The message is a sentence for the member. */
export class InputError extends Error {
	override readonly name = "InputError";
	/** The sentence in the page's languages. `message` has it in English. */
	readonly texts: Texts;

	/** @param said - the sentence in the page's languages */
	constructor(said: Texts);
	/** @param said - one of the page's own texts; @param values - for the text's placeholders */
	constructor(said: TextKey, values?: Readonly<Record<string, Value>>);
	constructor(said: TextKey | Texts, values: Readonly<Record<string, Value>> = {}) {
		const texts = typeof said === "string" ? writeAll(said, values) : said;
		super(texts.en);
		this.texts = texts;
	}
}
