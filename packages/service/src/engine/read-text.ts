import { normalise } from "./flite/normalise.ts";
import { type Phrase, splitPhrases } from "./phrases.ts";
import { writePlainly } from "./plain-text.ts";

/** A text for an engine. */
export interface Reading {
	readonly text: string;
	/** A BCP 47 tag. */
	readonly language: string;
	/** Whether the engine is Flite, which knows plain English alone; others read their language's letters. */
	readonly isForFlite: boolean;
}

/** @returns the phrases of a text that the engine can speak */
export const readText = ({ text, language, isForFlite }: Reading): Phrase[] =>
	splitPhrases(isForFlite ? normalise(text) : writePlainly(text, language), language);
