import type { InstalledVoice } from "../../voices/voice.ts";

/** What of a voice is needed to load its model. */
export type ModelSource = Pick<InstalledVoice, "name" | "folder" | "kind" | "files">;

/** A phrase, and who speaks it. */
export interface PhraseOrder {
	readonly text: string;
	/** The model's own number for the speaker, from 0. */
	readonly speakerId: number;
	/** The pitch is so many times higher, and with it the formants. */
	readonly pitch: number;
	/** Speech is so many times quicker. */
	readonly pace: number;
}

/** What a model's process is told. */
export type ModelCommand =
	| {
			readonly type: "load";
			readonly source: ModelSource;
			readonly threads: number;
			readonly library: string;
	  }
	| ({ readonly type: "speak"; readonly id: number } & PhraseOrder)
	/** What is made of this phrase is of no use any more. */
	| { readonly type: "stop"; readonly id: number };

/** What a model's process tells. */
export type ModelReport =
	| {
			readonly type: "loaded";
			/** The model's own, in Hz. */
			readonly sampleRate: number;
			/** How many people the model can speak as. */
			readonly speakers: number;
			readonly rssBytes: number;
	  }
	/** It can't be loaded; a sentence says why. The process ends. */
	| { readonly type: "failed"; readonly message: string }
	/** All of a phrase, mono at 24 kHz, without silence at either end; less of it where it was stopped. */
	| {
			readonly type: "spoken";
			readonly id: number;
			readonly samples: Int16Array;
			readonly rssBytes: number;
	  }
	| { readonly type: "unspoken"; readonly id: number; readonly message: string };
