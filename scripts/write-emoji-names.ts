/** `npm run emoji -- FOLDER`: writes the names of emoji in each language. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { offerHelp } from "@herald/common/process/command-line.ts";
import { findEmoji, namesFolder, plainEmoji } from "../src/speech/text/emoji/name-emoji.ts";

const usage = `Write what emoji are called in each language from CLDR's annotations.

  npm run emoji -- FOLDER
      FOLDER is "annotations" in the npm package cldr-annotations-full.
`;

const languages = (
	"af ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mk ml mr " +
	"ms my ne nl no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh"
).split(" ");

interface Annotations {
	readonly annotations: {
		readonly annotations: Readonly<Record<string, { readonly tts?: readonly [string] }>>;
	};
}

const refuse = (sentence: string): never => {
	process.stderr.write(sentence);
	process.exit(2);
};

offerHelp(usage);
const folder = process.argv[2] ?? refuse(`Name the folder that holds CLDR's annotations.\n\n${usage}`);
if (!existsSync(join(folder, "en", "annotations.json")))
	refuse(`${folder} doesn't hold CLDR's annotations: there is no en/annotations.json.\n`);
for (const language of languages) {
	const file = readFileSync(join(folder, language, "annotations.json"), "utf8");
	const { annotations } = (JSON.parse(file) as Annotations).annotations;
	const names = Object.entries(annotations).flatMap(([emoji, { tts }]) =>
		tts && findEmoji(emoji) && plainEmoji(emoji) !== "" ? [[plainEmoji(emoji), tts[0]] as const] : [],
	);
	const sorted = Object.fromEntries(names.toSorted(([a], [b]) => (a < b ? -1 : 1)));
	writeFileSync(join(namesFolder, `${language}.json`), `${JSON.stringify(sorted)}\n`);
}
