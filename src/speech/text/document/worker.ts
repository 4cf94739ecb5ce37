/** The thread that reads text files: a long one takes longer than the event loop may wait. */
import { type DocumentReading, readDocument } from "./read-document.ts";

export default ({
	bytes,
	name,
	asPlain,
	maxCharacters,
}: {
	readonly bytes: Uint8Array;
	readonly name: string;
	readonly asPlain: boolean;
	readonly maxCharacters: number;
}): DocumentReading => {
	const reading = readDocument(bytes, name, asPlain);
	if (!reading.ok) return reading;
	const characters = reading.blocks.reduce((sum, { text }) => sum + text.length, 0);
	return characters > maxCharacters ? { ok: false, why: "too_long" } : reading;
};
