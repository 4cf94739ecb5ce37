/**
 * `npm run emoji -- FOLDER`: writes what emoji are called in each language from CLDR's annotations, which the npm package
 * `cldr-annotations-full` has in its folder `annotations`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { namesFolder } from "../src/speech/text/emoji/load-names.ts";
import { findEmoji, plainEmoji } from "../src/speech/text/emoji/name-emoji.ts";

const languages = (
	"af ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mk ml mr " +
	"ms my ne nl no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh"
).split(" ");

interface Annotations {
	readonly annotations: {
		readonly annotations: Readonly<Record<string, { readonly tts?: readonly [string] }>>;
	};
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder that holds CLDR's annotations.");
for (const language of languages) {
	const file = readFileSync(join(folder, language, "annotations.json"), "utf8");
	const { annotations } = (JSON.parse(file) as Annotations).annotations;
	const names = Object.entries(annotations).flatMap(([emoji, { tts }]) =>
		tts && findEmoji(emoji) && plainEmoji(emoji) !== "" ? [[plainEmoji(emoji), tts[0]] as const] : [],
	);
	const sorted = Object.fromEntries(names.toSorted(([a], [b]) => (a < b ? -1 : 1)));
	writeFileSync(join(namesFolder, `${language}.json`), `${JSON.stringify(sorted)}\n`);
}
