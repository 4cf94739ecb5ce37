/** The thread that reads text files: a long one takes longer than the event loop may wait. */
import { type DocumentReading, readDocument } from "./read-document.ts";

export default ({
	bytes,
	name,
	asPlain,
}: {
	readonly bytes: Uint8Array;
	readonly name: string;
	readonly asPlain: boolean;
}): DocumentReading => readDocument(bytes, name, asPlain);
