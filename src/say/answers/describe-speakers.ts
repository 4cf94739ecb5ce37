import type { SayRequest } from "../sound/request.ts";

const shownMax = 4;

/** @returns names once each, with an ellipsis for those that are too many to show */
export const listSpeakers = (names: readonly string[]): string => {
	const all = [...new Set(names)];
	return `${all.slice(0, shownMax).join(", ")}${all.length > shownMax ? " …" : ""}`;
};

/** @returns who speaks a text, as its answer shows them */
export const describeSpeakers = ({
	turns,
	voice,
	speaker = voice,
}: Pick<SayRequest, "turns" | "voice" | "speaker">): string =>
	turns ? listSpeakers(turns.map((turn) => turn.speaker)) : speaker;
