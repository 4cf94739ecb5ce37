import type { Likeness, SpokenCast, SpokenRole, Voice } from "@herald/common/wire/voices.ts";

/** A change of pitch that is heard at all, and one that is more than a bit; then one of pace. */
const bitOfPitch = 1.02;
const muchPitch = 1.05;
const bitOfPace = 1.045;

const far = (ratio: number): number => Math.abs(Math.log(ratio));

const compare = (role: SpokenRole, first: SpokenRole): Likeness["changes"] => {
	const pitch = role.pitch / first.pitch;
	const pace = role.pace / first.pace;
	const changes: Likeness["changes"][number][] = [];
	if (far(pitch) >= Math.log(muchPitch)) changes.push(pitch < 1 ? "lower" : "higher");
	else if (far(pitch) >= Math.log(bitOfPitch)) changes.push(pitch < 1 ? "bit_lower" : "bit_higher");
	if (far(pace) >= Math.log(bitOfPace)) changes.push(pace < 1 ? "slower" : "faster");
	return changes;
};

/** @returns the voices as they are heard: where a person speaks for several, how these differ from that person's first */
export const describeCast = (voices: readonly Voice[], cast: SpokenCast): Voice[] => {
	const sexes = new Map(voices.map(({ name, sex }) => [name, sex]));
	const heard = new Map<string, Likeness | null>();
	for (const roles of Map.groupBy(Object.entries(cast), ([, { voice }]) => voice).values()) {
		const firsts = [...Map.groupBy(roles, ([name]) => sexes.get(name)).values()].map(
			([first]) => first as (typeof roles)[number],
		);
		const [own] = firsts.toSorted(([, a], [, b]) => far(a.pitch) - far(b.pitch));
		for (const [name, role] of roles) {
			const ofSex = firsts.find(([first]) => sexes.get(first) === sexes.get(name));
			const model = ofSex?.[0] === name ? own : ofSex;
			if (!model) continue;
			const [like, first] = model;
			heard.set(name, like === name ? null : { like, changes: compare(role, first) });
		}
	}
	return voices.map((voice) => {
		const likeness = heard.get(voice.name);
		return likeness === undefined ? voice : { ...voice, likeness };
	});
};
