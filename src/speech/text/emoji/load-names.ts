import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Recent } from "@herald/common/recent.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";

/** CLDR's names, as `scripts/write-emoji-names.ts` writes them: a file for each language. */
export const namesFolder = fileURLToPath(new URL("names/", import.meta.url));

/** More than there are. */
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

/** @returns what emoji are called in the language of a tag; none where that isn't known. A file is read once */
export const loadEmojiNames = (tag: string): Promise<ReadonlyMap<string, string>> => {
	const language = baseLanguage(tag) ?? "en";
	return loaded.get(language, () => load(language));
};
