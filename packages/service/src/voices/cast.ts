import { castNames, type PrebuiltVoiceName, sexOf } from "./names.ts";
import { type InstalledVoice, type Sex, type Speaker, speaksLanguage } from "./voice.ts";
import type { Role } from "./voices-file.ts";

/** The roles of one language by name. */
export type Cast = Readonly<Partial<Record<PrebuiltVoiceName, Role>>>;

type VoiceChange = Pick<Role, "pitch" | "pace">;

/** The changes by which one speaker can have up to sixteen names of their sex: unchanged first, then by contrast. */
const changes: readonly VoiceChange[] = [
	{ pitch: 1, pace: 1 },
	{ pitch: 1.07, pace: 1.04 },
	{ pitch: 0.93, pace: 0.96 },
	{ pitch: 1.035, pace: 0.94 },
	{ pitch: 0.965, pace: 1.06 },
	{ pitch: 1.07, pace: 0.95 },
	{ pitch: 0.93, pace: 1.05 },
	{ pitch: 1, pace: 1.08 },
	{ pitch: 1.035, pace: 1.03 },
	{ pitch: 0.965, pace: 0.97 },
	{ pitch: 1, pace: 0.93 },
	{ pitch: 1.07, pace: 1.12 },
	{ pitch: 0.93, pace: 0.89 },
	{ pitch: 1.035, pace: 1.11 },
	{ pitch: 0.965, pace: 0.89 },
	{ pitch: 1, pace: 1.15 },
];

/** For names of the other sex: formants of men and women differ by about this much. */
const otherSex: Readonly<Record<Sex, number>> = { f: 1.2, m: 0.82 };

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** @returns all changes that make a speaker of one sex one of many names of a sex, the gentlest first */
const changesFor = (speaker: Sex, name: Sex): readonly VoiceChange[] =>
	speaker === name
		? changes
		: changes.map(({ pitch, pace }) => ({ pitch: round(pitch * otherSex[name]), pace }));

interface CastCandidate extends Speaker {
	readonly voice: string;
}

const listCandidates = (voices: readonly InstalledVoice[], language: string): CastCandidate[] =>
	voices.flatMap(({ name, languages, speakers }) =>
		speakers
			.filter((speaker) => speaksLanguage(speaker.languages ?? languages, language))
			.map((speaker) => ({ ...speaker, voice: name })),
	);

const isBy =
	({ voice, id }: Pick<CastCandidate, "voice" | "id">) =>
	(role: Role): boolean =>
		role.voice === voice && role.speaker === id;

/** The first change that the speaker's other names don't use. */
const findChange = (roles: readonly Role[], candidate: CastCandidate, sex: Sex): VoiceChange => {
	const all = changesFor(candidate.sex, sex);
	const taken = roles.filter(isBy(candidate));
	return (
		all.find(({ pitch, pace }) => !taken.some((role) => role.pitch === pitch && role.pace === pace)) ??
		(all[0] as VoiceChange)
	);
};

/** @returns the role of a name for this speaker, different from the speaker's other names */
export const giveName = (
	cast: Cast,
	name: PrebuiltVoiceName,
	voice: InstalledVoice,
	speaker: Speaker,
): Role => {
	const others = Object.entries(cast).flatMap(([other, role]) => (other === name ? [] : [role]));
	const change = findChange(others, { ...speaker, voice: voice.name }, sexOf(name));
	return { voice: voice.name, speaker: speaker.id, ...change };
};

/**
 * Makes room for a voice that is added. Speakers of its sexes keep no more than their share, their first names; names of
 * its sexes that others spoke in disguise become free.
 *
 * @returns the roles that stay
 */
export const makeRoom = (
	voices: readonly InstalledVoice[],
	language: string,
	given: Cast,
	added: string,
): Cast => {
	const candidates = listCandidates(voices, language);
	const counts = new Map<CastCandidate, number>();
	const stays = (name: PrebuiltVoiceName, role: Role): boolean => {
		const ofSex = candidates.filter(({ sex }) => sex === sexOf(name));
		if (!ofSex.some(({ voice }) => voice === added)) return true;
		const speaker = ofSex.find((candidate) => isBy(candidate)(role));
		if (!speaker) return false;
		const count = (counts.get(speaker) ?? 0) + 1;
		counts.set(speaker, count);
		const names = castNames.filter((other) => sexOf(other) === sexOf(name));
		return count <= Math.ceil(names.length / ofSex.length);
	};
	return Object.fromEntries(
		castNames.flatMap((name) => {
			const role = given[name];
			return role && stays(name, role) ? [[name, role]] : [];
		}),
	);
};

/**
 * Gives each name without a speaker to the speaker of the name's sex with the fewest names, in the order of the voices;
 * to one of the other sex if the language has none. Existing roles stay, unless their voice or speaker was removed.
 *
 * @returns the cast of a language; empty when no voice speaks it
 */
export const completeCast = (voices: readonly InstalledVoice[], language: string, given: Cast): Cast => {
	const candidates = listCandidates(voices, language);
	if (candidates.length === 0) return {};
	const cast: Partial<Record<PrebuiltVoiceName, Role>> = {};
	for (const name of castNames) {
		const role = given[name];
		if (role && candidates.some((candidate) => isBy(candidate)(role))) cast[name] = role;
	}
	for (const name of castNames) {
		if (cast[name]) continue;
		const roles = Object.values(cast);
		const ofSex = candidates.filter(({ sex }) => sex === sexOf(name));
		const [least] = (ofSex.length > 0 ? ofSex : candidates)
			.map((candidate) => ({ candidate, names: roles.filter(isBy(candidate)).length }))
			.sort((a, b) => a.names - b.names);
		const { candidate } = least as { candidate: CastCandidate };
		cast[name] = {
			voice: candidate.voice,
			speaker: candidate.id,
			...findChange(roles, candidate, sexOf(name)),
		};
	}
	return cast;
};
