/** `npm run check`: which rooms may import which. Prints a table of the rooms, and fails with a list of violations. */
import { readFileSync } from "node:fs";
import { guildSettings } from "../src/settings/settings.ts";
import { buildGraph } from "./import-graph.ts";
import { readImports, type SourceFile } from "./read-imports.ts";

/** The longest allowed chain of imports in a program: longer ones are hard to follow. */
const depthMax = 14;

/** Rooms that every room of the bot may import; `src` is its files `index.ts` and `config.ts`. */
const everywhere = ["shared", "src", "common", "process", "storage"];

/** The three rooms of `src/say`, and `say.ts` itself, in the order in which data flows. */
const say = ["say/sound", "say/rules", "say", "say/answers"];

/**
 * The rooms that a room of the bot may import, besides itself and
 * `everywhere`. A folder of `packages/common` is a room, too.
 * `src/bot` and `src` have no rules: they compose and start all rooms.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
	commands: [
		"texts",
		"books",
		...say,
		"reading",
		"speech",
		"credit",
		"accounts",
		"voice",
		"discord",
		"store",
		"settings",
		"wire",
	],
	"say/sound": ["texts", "speech", "discord", "store", "settings", "wire"],
	"say/rules": ["say/sound", "texts", "speech", "voice", "discord", "store", "settings", "wire"],
	say: [
		"say/sound",
		"say/rules",
		"texts",
		"speech",
		"voice",
		"discord",
		"store",
		"settings",
		"wire",
		"audio",
	],
	"say/answers": [...say, "texts", "speech", "voice", "discord", "store", "settings", "wire", "audio"],
	books: [...say, "texts", "speech", "voice", "discord", "store", "settings", "audio"],
	reading: [...say, "texts", "speech", "voice", "discord", "store", "settings"],
	speech: ["wire", "audio", "store"],
	accounts: ["speech", "credit", "store", "wire"],
	credit: ["texts", "wire", "discord", "store"],
	voice: ["speech", "audio", "store", "settings"],
	discord: ["texts", "audio"],
	texts: [],
	shared: [],
	store: ["settings"],
	settings: [],
	operations: ["service", "accounts", "speech", "credit", "discord", "store", "wire"],
	monitoring: ["service"],
	processes: ["bot", "discord", "monitoring", "speech", "wire"],
	playground: ["service", ...say],
};

/** The packages that each program may import, by what their package.json exports. */
const packages: Readonly<Record<string, readonly string[]>> = {
	bot: ["common", "service", "playground"],
	common: [],
	service: ["common"],
	playground: ["common"],
};

const programOf = (path: string): string => /^(?:packages|@herald)\/([^/]+)\//.exec(path)?.[1] ?? "bot";

/** @returns the room of a file: a folder of `src/`, `src/say` or `packages/common/src`, `commands`, or a program or package itself */
const roomOf = (path: string): string =>
	/^(?:src\/|packages\/common\/src\/)?(?!packages\/)(say\/\w+(?=\/)|[^/]+)\//.exec(path)?.[1] ??
	(path.startsWith("packages/") ? programOf(path) : "src");

const checkRooms = ({ path, imports }: SourceFile): string[] => {
	const room = roomOf(path);
	const mayImport = rooms[room];
	if (room === "src" || room === "bot") return [];
	if (!mayImport) return [`${path} is in a room that scripts/check-imports.ts knows no rule for`];
	return imports
		.filter((name) => /^(?:src|commands|packages\/(?:common|service)\/src)\//.test(name))
		.filter(
			(name) =>
				["src/index.ts", "src/bot/bot.ts"].includes(name) ||
				![room, ...everywhere, ...mayImport].includes(roomOf(name)),
		)
		.map(
			(name) => `${path} imports ${name}: ${room} may know ${[...everywhere, ...mayImport].join(", ")} alone`,
		);
};

const checkPackage = ({ path, imports, relative }: SourceFile): string[] => {
	const own = programOf(path);
	const others = imports.filter((name) => programOf(name) !== own);
	return others.flatMap((name) => {
		if (!packages[own]?.includes(programOf(name)))
			return [`${path} imports ${name}: ${own} knows nothing of it`];
		if (relative.includes(name) || name.startsWith("@"))
			return [`${path} imports ${name}, which its package.json doesn't export`];
		return [];
	});
};

const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const programs = {
	bot: readImports(["commands", "src"]),
	service: readImports(["packages/service/src"]),
	playground: readImports(["packages/playground/src"]),
};
const common = readImports(["packages/common/src"]);
const outside = readImports([
	...["bench", "test", "scripts"],
	...["common", "service", "playground"].map((name) => `packages/${name}/test`),
]);
/** The imports of each program, including those of `packages/common`. */
const graphs = Object.values(programs).map((files) => buildGraph([...files, ...common]));
const depthOf = (path: string): number => Math.max(...graphs.map((graph) => graph.wayDown(path).length)) - 1;

const describe = (name: string, files: readonly SourceFile[]) => {
	const lines = files.map((file) => file.lines);
	const paths = new Set(files.map(({ path }) => path));
	return {
		room: name,
		files: files.length,
		lines: lines.reduce((sum, count) => sum + count, 0),
		median: median(lines),
		longest: Math.max(...lines),
		circles: graphs
			.flatMap(({ circles }) => circles)
			.filter((circle) => circle.some((path) => paths.has(path))).length,
		depth: Math.max(...files.map(({ path }) => depthOf(path))),
	};
};

const rows = Object.entries(Object.groupBy([...programs.bot, ...common], ({ path }) => roomOf(path)))
	.map(([room, files = []]) => describe(room, files))
	.sort((a, b) => b.depth - a.depth);
console.table([...rows, ...Object.entries(programs).map(([name, files]) => describe(`the ${name}`, files))]);

/** @returns the number of files with a name, for the rarest name: the others may also be ordinary words */
const leastPlaces = (patterns: readonly RegExp[]): number =>
	Math.min(...patterns.map((pattern) => programs.bot.filter(({ text }) => pattern.test(text)).length));
const glossary = readFileSync("docs/architecture.md", "utf8").matchAll(/^\| \*\*/gm);
console.table({
	"own words": [...glossary].length,
	"places of a setting": leastPlaces(
		Object.entries(guildSettings)
			// A setting without a control has no texts.
			.filter(([, setting]) => "page" in setting)
			.map(([key]) => new RegExp(`\\b${key}\\b`)),
	),
	"places of a command": leastPlaces(
		programs.bot
			.flatMap(({ path, text }) => {
				const [, name] = /^commands\/([a-z-]+)\.ts$/.exec(path) ?? [];
				return name !== undefined && text.includes(`name: "${name}"`) ? name : [];
			})
			.map((name) => new RegExp(`name: "${name}"|/${name}\\.ts"|^\t(?:${name}|"${name}"): `, "m")),
	),
});

const wrong = [
	...new Set(graphs.flatMap(({ circles }) => circles.map((circle) => `A circle: ${circle.join(" → ")}`))),
	...programs.bot.flatMap(checkRooms),
	...[...Object.values(programs).flat(), ...common, ...outside].flatMap(checkPackage),
];
for (const [n, files] of Object.values(programs).entries()) {
	const ways = files.map(({ path }) => graphs[n]?.wayDown(path) ?? []);
	const longest = ways.reduce((best, way) => (way.length > best.length ? way : best), []);
	if (longest.length - 1 > depthMax)
		wrong.push(`${longest.length - 1} imports deep, more than ${depthMax}:\n  ${longest.join("\n  ")}`);
}
if (wrong.length > 0) {
	console.error(wrong.join("\n"));
	process.exitCode = 1;
}
