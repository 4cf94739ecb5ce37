import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { type Database, transact } from "@herald/common/storage/open-database.ts";
import { type Cast, castAll, giveName, listLanguages, makeRoom } from "./cast.ts";
import {
	type PrebuiltVoiceName,
	readVoicesFile,
	type Speaker,
	sexOf,
	speaksLanguage,
	VoiceError,
	type VoiceRecord,
	type VoicesFile,
	voicesFolder,
	writeVoicesFile,
} from "./voice.ts";

/**
 * Changes `voices.json`. Changes run one after the other, also across processes; concurrent readers see the old state.
 *
 * @param change - returns the new contents; if it throws, nothing changes
 * @throws VoicesFileError @throws StoreError @throws the system's error
 */
export const changeVoices = (
	database: Database,
	dataDir: string,
	change: (file: VoicesFile) => VoicesFile,
): void => {
	// The database's lock serves as a mutex, which the system frees when the process ends.
	transact(database, () => writeVoicesFile(dataDir, change(readVoicesFile(dataDir))));
};

/** @returns the cast without the names that a new voice is to get, in each of its languages */
export const makeRoomFor = (
	added: VoiceRecord,
	voices: readonly VoiceRecord[],
	given: Readonly<Record<string, Cast>>,
): Readonly<Record<string, Cast>> => {
	const room = listLanguages([added]).map((language) => [
		language,
		makeRoom(voices, language, given[language] ?? {}, added.name),
	]);
	return { ...given, ...Object.fromEntries(room) };
};

/**
 * Finds a voice ("joe"), or a voice and one of its speakers ("libritts:12").
 *
 * @throws VoiceError if the voice or the speaker is unknown
 */
export const findSpeaker = (
	{ voices }: VoicesFile,
	given: string,
): { readonly voice: VoiceRecord; readonly speaker?: Speaker } => {
	const [, name = given, number] = /^(.*?)(?::(\d{1,6}))?$/.exec(given) ?? [];
	const voice = voices.find((one) => one.name.toLowerCase() === name.toLowerCase());
	if (!voice) throw new VoiceError(`There is no voice ${name}. npm run voices -- list shows the voices.`);
	if (number === undefined) return { voice };
	const speaker = voice.speakers.find(({ id }) => id === Number(number));
	if (speaker) return { voice, speaker };
	const ids = voice.speakers.map(({ id }) => id);
	throw new VoiceError(
		`${voice.name} has no speaker ${number} to choose: there ${ids.length === 1 ? `is ${ids[0]}` : `are ${ids[0]} to ${ids.at(-1)}`}.`,
	);
};

const languagesOf = (voice: VoiceRecord, speaker: Speaker): readonly string[] =>
	listLanguages([{ languages: speaker.languages ?? voice.languages }]);

/**
 * Gives a name to a speaker, in one language or in all that the speaker speaks; the other names stay.
 *
 * @param given - a voice and its speaker ("libritts:12"), or only a voice ("joe"). Then, of the voice's speakers who
 *   speak the language, the first one of the name's sex is taken; if there is none, the first one
 * @throws VoiceError if the voice or the speaker is unknown, or doesn't speak the language
 */
export const assignName = (
	file: VoicesFile,
	name: PrebuiltVoiceName,
	given: string,
	language: string | undefined,
): { readonly file: VoicesFile; readonly languages: readonly string[] } => {
	const { voice, speaker: chosen } = findSpeaker(file, given);
	const mayBe = voice.speakers.filter(
		(one) => language === undefined || speaksLanguage(one.languages ?? voice.languages, language),
	);
	const speaker = chosen ?? mayBe.find(({ sex }) => sex === sexOf(name)) ?? mayBe[0];
	const languages = speaker
		? languagesOf(voice, speaker).filter((one) => language === undefined || one === language)
		: [];
	if (!speaker || languages.length === 0) throw new VoiceError(`${given} doesn't speak "${language}".`);
	const cast: Record<string, Cast> = { ...file.cast };
	for (const one of languages) {
		const before = cast[one] ?? {};
		cast[one] = { ...before, [name]: giveName(before, name, voice, speaker) };
	}
	return { file: { ...file, cast: castAll(file.voices, cast) }, languages };
};

/** Assigns all names anew, in one language or in all. @throws VoiceError if no voice speaks the language */
export const resetNames = (file: VoicesFile, language: string | undefined): VoicesFile => {
	if (language !== undefined && !listLanguages(file.voices).includes(language))
		throw new VoiceError(`No voice speaks "${language}".`);
	const kept = Object.entries(file.cast).filter(([one]) => language !== undefined && one !== language);
	return { ...file, cast: castAll(file.voices, Object.fromEntries(kept)) };
};

/** A name whose speaker was removed, and the voice that now speaks for the name, if any. */
export interface ReassignedName {
	readonly language: string;
	readonly name: string;
	readonly voice?: string;
}

const listMoved = (before: VoicesFile["cast"], after: VoicesFile["cast"], gone: string): ReassignedName[] =>
	Object.entries(before).flatMap(([language, cast]) =>
		Object.entries(cast)
			.filter(([, role]) => role.voice === gone)
			.map(([name]) => {
				const now = (after[language] as Readonly<Record<string, { voice: string }>> | undefined)?.[name];
				return { language, name, ...(now && { voice: now.voice }) };
			}),
	);

/**
 * Removes a voice and its files. The other voices of its languages speak for its names from now on.
 *
 * @returns the removed voice's name, and the names that it spoke for, with their new voices
 * @throws VoiceError when there is no such voice @throws the system's error
 */
export const removeVoice = (
	database: Database,
	dataDir: string,
	given: string,
): { readonly name: string; readonly moved: readonly ReassignedName[] } => {
	let name = given;
	let moved: ReassignedName[] = [];
	let old = "";
	changeVoices(database, dataDir, (file) => {
		({ name } = findSpeaker(file, given).voice);
		old = workFolder(voicesFolder(dataDir), "removed");
		const voices = file.voices.filter((voice) => voice.name !== name);
		const cast = castAll(voices, file.cast);
		moved = listMoved(file.cast, cast, name);
		return { format: 1, voices, cast };
	});
	const home = join(voicesFolder(dataDir), name);
	// Renamed first to free the name at once, because deleting gigabytes takes a while.
	if (existsSync(home)) renameSync(home, old);
	rmSync(old, { recursive: true, force: true });
	return { name, moved };
};

/**
 * This machine's name in the names of working folders. Containers that share DATA_DIR can't see each other's
 * processes, so a working folder is removed only by the host in its name or, once it is a day old, by any host.
 */
const host = hostname().replace(/[^\w.]/g, "_");
const forgottenMs = 24 * 60 * 60 * 1_000;

const isRunning = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
};

/** Removes working folders of this machine's processes that have ended, and all working folders older than a day. */
export const sweepWorkFolders = (folder: string): void => {
	for (const name of readdirSync(folder)) {
		const [, where, pid] = /^\.(?:adding|removed)-([\w.]+)-(\d+)-/.exec(name) ?? [];
		if (pid === undefined) continue;
		const path = join(folder, name);
		const isLeft = where === host && !isRunning(Number(pid));
		const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
		if (isLeft || age > forgottenMs) rmSync(path, { recursive: true, force: true });
	}
};

/** @returns the path of a new working folder among the voices, which readers of voices ignore */
export const workFolder = (voices: string, doing: "adding" | "removed"): string =>
	join(voices, `.${doing}-${host}-${process.pid}-${randomUUID()}`);
