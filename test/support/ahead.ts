import type { LineAhead, LineNews } from "../../src/speech/line.ts";

/** Makes what a Line's caller is told by: `note` gets the news. */
export const makeAhead = (
	note: (news: LineNews) => void = () => {},
	mayStream = false,
): Pick<LineAhead, "note" | "claimStream"> => ({ note, claimStream: () => mayStream });
