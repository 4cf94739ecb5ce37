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

/** @returns how many speak a text */
export const countSpeakers = ({ turns }: Pick<SayRequest, "turns">): number =>
	turns ? new Set(turns.map((turn) => turn.speaker)).size : 1;

/** @returns a length of sound as people write it: "0:03", "12:40" */
export const formatLength = (ms: number): string => {
	const seconds = Math.max(1, Math.round(ms / 1_000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};
