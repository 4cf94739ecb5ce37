import type { Texts } from "./texts.ts";

/** What a member typed that their client would not send, said so that they can mend it. */
export class InputError extends Error {
	override readonly name = "InputError";
	/** The sentence in the page's languages; as a message it is English. */
	readonly texts: Texts;

	constructor(en: string, de: string) {
		super(en);
		this.texts = { en, de };
	}
}
