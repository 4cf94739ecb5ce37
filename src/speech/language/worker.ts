/** The thread that finds out languages: what it knows of them takes longer to load than the event loop may wait. */
import { eld } from "eld/extrasmall";

/** @returns the language that a text is in, an ISO 639-1 code; undefined when that isn't sure */
export default (text: string): string | undefined => {
	const found = eld.detect(text);
	return found.isReliable() ? found.language : undefined;
};
