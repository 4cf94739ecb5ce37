import { isPrebuilt, prebuiltVoices, type Voice } from "@herald/common/wire/voices.ts";
import { pickName } from "../../shared/pick-name.ts";

/** @returns the name of a voice that every service has: the voice's own, or one that takes its place, of its sex if that is known */
export const standIn = ({ name, sex }: Voice): string => {
	if (isPrebuilt(name)) return name;
	const alike = prebuiltVoices.filter((voice) => sex === undefined || voice.sex === sex);
	return pickName(
		name,
		alike.map((voice) => voice.name),
	);
};
