import type { InstalledVoice } from "../../voices/voice.ts";

/** The part of a voice needed to load its model. */
export type ModelSource = Pick<InstalledVoice, "name" | "folder" | "kind" | "files">;

/** A phrase and its speaker. */
export interface PhraseOrder {
	readonly text: string;
	/** The model's own number for the speaker, from 0. */
	readonly speakerId: number;
	/** The pitch is so many times higher, and with it the formants. */
	readonly pitch: number;
	/** Speech is so many times quicker. */
	readonly pace: number;
}

/** A message to a model's process. */
export type ModelCommand =
	| {
			readonly type: "load";
			readonly source: ModelSource;
			readonly threads: number;
			readonly library: string;
	  }
	| ({ readonly type: "speak"; readonly id: number } & PhraseOrder)
	/** The phrase was aborted. */
	| { readonly type: "stop"; readonly id: number };

/** A message from a model's process. */
export type ModelReport =
	| {
			readonly type: "loaded";
			/** The model's own, in Hz. */
			readonly sampleRate: number;
			/** The number of speakers. */
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
