/** Runs in a thread: loading the detector's tables would block the event loop for too long. */
import { eld } from "eld/extrasmall";

/** @returns the ISO 639-1 code of a text's language; undefined if the detector isn't sure */
export default (text: string): string | undefined => {
	const found = eld.detect(text);
	return found.isReliable() ? found.language : undefined;
};
