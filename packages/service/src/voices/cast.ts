import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@herald/common/log.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import {
	castNames,
	type InstalledVoice,
	type PrebuiltVoiceName,
	type Role,
	readVoicesFile,
	type Sex,
	type Speaker,
	sexOf,
	speaksLanguage,
	type VoiceRecord,
	type VoicesFile,
	VoicesFileError,
	voicesFolder,
} from "./voice.ts";

/** @returns what is wrong with a voice's folder; undefined if it is intact */
export const findDamage = async (
	folder: string,
	{ files, sizes }: VoiceRecord,
): Promise<string | undefined> => {
	for (const path of new Set([
		...Object.values(files).flatMap((paths) => paths.split(",")),
		...Object.keys(sizes),
	])) {
		const found = await stat(join(folder, path)).catch(() => undefined);
		if (!found) return `${path} is missing`;
		const size = sizes[path];
		if (size !== undefined && found.size !== size)
			return `${path} has ${found.size} bytes instead of ${size}`;
	}
	return undefined;
};

/** @returns the base languages of some voices, in alphabetical order */
export const listLanguages = (voices: readonly Pick<InstalledVoice, "languages">[]): string[] =>
	[...new Set(voices.flatMap(({ languages }) => languages.flatMap((tag) => baseLanguage(tag) ?? [])))].sort();

/** Incremented with every change in how texts are read, so that cached speech is made anew. */
const version = "2";

const hashCast = (cast: Cast, voices: ReadonlyMap<string, InstalledVoice>): string => {
	const roles = Object.entries(cast).map(([name, role]) => [name, role, voices.get(role.voice)?.fingerprint]);
	return createHash("sha256")
		.update(JSON.stringify([version, roles]))
		.digest("base64url")
		.slice(0, 16);
};

export type LocalVoices = ReturnType<typeof openVoices>;

export const openVoices = (installed: readonly InstalledVoice[], given: VoicesFile["cast"]) => {
	const byName = new Map(installed.map((voice) => [voice.name, voice]));
	const casts = new Map(Object.entries(castAll(installed, given)));
	const prints = new Map([...casts].map(([language, cast]) => [language, hashCast(cast, byName)]));
	return {
		installed,
		/**
		 * @param language - a BCP 47 tag, of which only the base language counts
		 * @returns the speaker of a name, and the factors of pitch and pace that tell the name from the speaker's other
		 *   names; undefined when no voice speaks the base language
		 */
		find: (name: PrebuiltVoiceName, language: string) => {
			const role = casts.get(baseLanguage(language) ?? "")?.[name];
			const voice = role && byName.get(role.voice);
			return voice && { voice, speakerId: role.speaker, pitch: role.pitch, pace: role.pace };
		},
		/** @returns the spoken base languages */
		languages: () => [...casts.keys()],
		/**
		 * @returns a fingerprint that changes when a name sounds different in a language; empty if no voice speaks the
		 *   language
		 */
		fingerprint: (language: string) => prints.get(baseLanguage(language) ?? "") ?? "",
	};
};

/** @returns the intact voices of `voices.json`, and the defects of the damaged ones */
export const checkVoices = async (dataDir: string, file: VoicesFile) => {
	const sound: InstalledVoice[] = [];
	const damaged: { readonly name: string; readonly why: string }[] = [];
	for (const record of file.voices) {
		const folder = join(voicesFolder(dataDir), record.name);
		const why = await findDamage(folder, record);
		if (why === undefined) sound.push({ ...record, folder });
		else damaged.push({ name: record.name, why });
	}
	return { sound, damaged };
};

/**
 * Reads the voices. A damaged voice is logged and left out, and other voices speak for its names. If the file can't be
 * read, that is logged, and there are no voices.
 */
export const readVoices = async (dataDir: string, logger: Logger): Promise<LocalVoices> => {
	try {
		const file = readVoicesFile(dataDir);
		const { sound, damaged } = await checkVoices(dataDir, file);
		for (const { name, why } of damaged)
			logger.error(
				{ event: "voice_damaged", voice: name },
				`the voice ${name} is damaged and not used: ${why}. Remove it and add it again with npm run voices`,
			);
		return openVoices(sound, file.cast);
	} catch (error) {
		if (!(error instanceof VoicesFileError) && (error as NodeJS.ErrnoException).code === undefined)
			throw error;
		logger.error({ event: "voices_unreadable" }, (error as Error).message);
		return openVoices([], {});
	}
};

/** The roles of one language by name. */
export type Cast = Readonly<Partial<Record<PrebuiltVoiceName, Role>>>;

type VoiceChange = Pick<Role, "pitch" | "pace">;

/**
 * The changes of pitch and pace with which one speaker can stand for up to sixteen prebuilt names of the speaker's own
 * sex: no change first, then the most distinct ones.
 */
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

/** The factor of the pitch, by a name's sex, for speakers of the other sex: formants differ by about this much. */
const otherSex: Readonly<Record<Sex, number>> = { f: 1.2, m: 0.82 };

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** @returns the changes with which a speaker can have names of a sex, in order of preference */
const changesFor = (speaker: Sex, name: Sex): readonly VoiceChange[] =>
	speaker === name
		? changes
		: changes.map(({ pitch, pace }) => ({ pitch: round(pitch * otherSex[name]), pace }));

/** What decides which names a voice's speakers get. */
type CastVoice = Pick<InstalledVoice, "name" | "languages" | "speakers">;

type CastCandidate = Speaker & { readonly voice: string };

const listCandidates = (voices: readonly CastVoice[], language: string): CastCandidate[] =>
	voices.flatMap(({ name, languages, speakers }) =>
		speakers
			.filter((speaker) => speaksLanguage(speaker.languages ?? languages, language))
			.map((speaker) => ({ ...speaker, voice: name })),
	);

const isBy =
	({ voice, id }: Pick<CastCandidate, "voice" | "id">) =>
	(role: Role): boolean =>
		role.voice === voice && role.speaker === id;

/** @returns the first change that the speaker's other names don't use; the first of all if they use every change */
const findChange = (roles: readonly Role[], candidate: CastCandidate, sex: Sex): VoiceChange => {
	const all = changesFor(candidate.sex, sex);
	const taken = roles.filter(isBy(candidate));
	return (
		all.find(({ pitch, pace }) => !taken.some((role) => role.pitch === pitch && role.pace === pace)) ??
		(all[0] as VoiceChange)
	);
};

/** @returns the role that gives a name to a speaker, if possible with a change that no other role of the speaker has */
export const giveName = (cast: Cast, name: PrebuiltVoiceName, voice: CastVoice, speaker: Speaker): Role => {
	const others = Object.entries(cast).flatMap(([other, role]) => (other === name ? [] : [role]));
	const change = findChange(others, { ...speaker, voice: voice.name }, sexOf(name));
	return { voice: voice.name, speaker: speaker.id, ...change };
};

/**
 * Frees names for the voice `added`. For each sex among its speakers, every speaker of that sex keeps at most an
 * equal share of the names of that sex: the first ones in `castNames`. Speakers of the other sex keep none of these
 * names. If `added` has no speaker of a sex, the names of that sex stay as they are.
 *
 * @returns the roles that are kept
 */
export const makeRoom = (
	voices: readonly CastVoice[],
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
 * Gives each name without a speaker to a speaker of the name's sex; if the language has none, to a speaker of the other
 * sex. Of several speakers, the one with the fewest names gets the name; in a tie, the one whose voice was added first.
 * Existing roles stay, unless their voice or speaker was removed.
 *
 * @returns the cast of a language; empty when no voice speaks it
 */
export const completeCast = (voices: readonly CastVoice[], language: string, given: Cast): Cast => {
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

/** @returns the cast, completed with a speaker for every name in every spoken language */
export const castAll = (
	voices: readonly CastVoice[],
	given: Readonly<Record<string, Cast>>,
): VoicesFile["cast"] =>
	Object.fromEntries(
		listLanguages(voices).map((language) => [
			language,
			completeCast(voices, language, given[language] ?? {}),
		]),
	);
