import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Recent } from "@herald/common/recent.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";

/** CLDR's names, a file for each language, written by `scripts/write-emoji-names.ts`. */
export const namesFolder = fileURLToPath(new URL("names/", import.meta.url));

/** More languages than there are files. */
const languagesMax = 1_000;
const loaded = new Recent<Promise<ReadonlyMap<string, string>>>(languagesMax);

const load = async (language: string): Promise<ReadonlyMap<string, string>> => {
	try {
		return new Map(Object.entries(JSON.parse(await readFile(`${namesFolder}${language}.json`, "utf8"))));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
		throw error;
	}
};

/** Loads the names of emoji in a tag's language, once. @returns an empty map if Herald has none in it */
export const loadEmojiNames = (tag: string): Promise<ReadonlyMap<string, string>> => {
	const language = baseLanguage(tag) ?? "en";
	return loaded.get(language, () => load(language));
};
