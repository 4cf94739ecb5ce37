import type { Usage } from "../usage.ts";

/** The audio of one part: its decoded bytes and their stated type. */
export interface AudioPart {
	readonly mimeType: string;
	readonly bytes: Uint8Array;
	/** The start of a group of four base64 characters, which goes on in the next part. */
	readonly cut?: string;
}

/** A 200 without all of its sound. It may have been charged. */
export type SilentReading = {
	readonly usage: Usage;
	/** Sound in the answer that isn't used, or that came before the trouble, in ms. */
	readonly madeMs?: number | undefined;
} & (
	| { readonly kind: "blocked"; readonly reason: string }
	| { readonly kind: "no_audio"; readonly finishReason: string }
	| { readonly kind: "bad_response"; readonly why: string }
	/** Sound in a format that can't be played, or only a link to sound. */
	| { readonly kind: "unplayable"; readonly why: string }
	/** A stream that ended with a refusal. It has the status and body that the refusal would have had as an answer. */
	| { readonly kind: "refused"; readonly status: number; readonly body: string }
);

/** The contents of a 200. */
export type AnswerReading =
	| {
			readonly kind: "audio";
			readonly parts: readonly AudioPart[];
			/** Whether the sound ends before the text does. */
			readonly isCut: boolean;
			readonly usage: Usage;
	  }
	| SilentReading;
