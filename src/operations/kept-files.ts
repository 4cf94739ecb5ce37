import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "@herald/common/start-error.ts";
import { findDamage, type VoiceRecord, voicesFolder } from "@herald/service/voices";

/** Where a backup has its keys, unless they were put elsewhere. */
export const secretsFolder = (folder: string): string => join(folder, "secrets");

/** @returns "1,024 MB" */
export const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString("en-GB")} MB`;

/** @returns "a", "a and b" or "a, b and c" */
export const enumerate = (words: readonly string[]): string =>
	new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);

const megabyte = 1024 * 1024;

/** @returns "the voices amy and joe (124 MB)" */
export const describeVoices = (voices: readonly VoiceRecord[]): string => {
	const bytes = voices.reduce((sum, voice) => sum + voice.bytes, 0);
	const names = enumerate(voices.map(({ name }) => name));
	const size = Math.ceil(bytes / megabyte).toLocaleString("en-GB");
	return `the voice${voices.length > 1 ? "s" : ""} ${names} (${size} MB)`;
};

export const hasVoice = (folder: string, { name }: VoiceRecord): boolean =>
	existsSync(join(voicesFolder(folder), name));

/**
 * Copies a voice's folder. Links are replaced by the files that they lead to.
 *
 * @throws StartError if the copy differs from what was added
 */
export const copyVoice = async (from: string, to: string, voice: VoiceRecord): Promise<void> => {
	await cp(from, to, { recursive: true, dereference: true, preserveTimestamps: true });
	const damage = await findDamage(to, voice);
	if (damage !== undefined)
		throw new StartError(
			`The voice ${voice.name} in ${from} is damaged (${damage}): add it anew or remove it with npm run voices.`,
		);
};
