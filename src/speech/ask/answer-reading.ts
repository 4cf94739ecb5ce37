import type { Usage } from "../usage.ts";

/** The audio of one part: its bytes as received, and their stated type. */
export interface AudioPart {
	readonly mimeType: string;
	readonly bytes: Uint8Array;
}

/** A 200 without sound: it may have been charged all the same. */
export type SilentReading = { readonly usage: Usage } & (
	| { readonly kind: "blocked"; readonly reason: string }
	| { readonly kind: "no_audio"; readonly finishReason: string }
	| {
			readonly kind: "bad_response";
			readonly why: string;
			/** Sound in it that isn't taken, in ms. */
			readonly madeMs?: number | undefined;
	  }
);

/** What a 200 holds. */
export type AnswerReading =
	| { readonly kind: "audio"; readonly parts: readonly AudioPart[]; readonly usage: Usage }
	| SilentReading;
