import type { Usage } from "../usage.ts";

/** The audio of one part: its bytes as received, and their stated type. */
export interface AudioPart {
	readonly mimeType: string;
	readonly bytes: Uint8Array;
	/** The start of a group of four characters of base64, which the next part has the rest of. */
	readonly cut?: string;
}

/** A 200 without all of its sound: it may have been charged all the same. */
export type SilentReading = {
	readonly usage: Usage;
	/** Sound in it that isn't taken, or came before the trouble, in ms. */
	readonly madeMs?: number | undefined;
} & (
	| { readonly kind: "blocked"; readonly reason: string }
	| { readonly kind: "no_audio"; readonly finishReason: string }
	| { readonly kind: "bad_response"; readonly why: string }
	/** Sound of a kind that can't be played, or that isn't in the answer. */
	| { readonly kind: "unplayable"; readonly why: string }
	/** A stream that ended with a refusal: as an answer of its own, it would have had this status and body. */
	| { readonly kind: "refused"; readonly status: number; readonly body: string }
);

/** The contents of a 200. */
export type AnswerReading =
	| {
			readonly kind: "audio";
			readonly parts: readonly AudioPart[];
			/** Whether it ends before the text does. */
			readonly isCut: boolean;
			readonly usage: Usage;
	  }
	| SilentReading;
