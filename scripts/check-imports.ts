/** `npm run check`: which rooms may import which. Prints a table of the rooms, and fails with a list of violations. */
import { buildGraph } from "./import-graph.ts";
import { readImports, type SourceFile } from "./read-imports.ts";

/** The longest allowed chain of imports in the bot: longer ones are hard to follow. */
const depthMax = 14;

/** Rooms that every room may import; `src` is its files `index.ts` and `config.ts`. */
const everywhere = ["shared", "process", "src"];

/**
 * Which rooms a room may import, beside itself and `everywhere`. `src/bot/bot.ts` puts all together and
 * starts the service, `src/index.ts` starts the bot or the playground.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
	commands: [
		"texts",
		"books",
		"say",
		"reading",
		"speech",
		"credit",
		"voice",
		"discord",
		"store",
		"settings",
		"wire",
	],
	say: ["texts", "speech", "voice", "discord", "store", "settings", "wire", "audio"],
	books: ["texts", "say", "speech", "voice", "discord", "store", "settings", "audio"],
	reading: ["texts", "say", "speech", "voice", "discord", "store", "settings"],
	speech: ["wire", "audio", "store"],
	credit: ["texts", "wire", "discord", "store"],
	voice: ["speech", "audio", "store", "settings"],
	discord: ["texts", "audio"],
	texts: [],
	shared: [],
	process: [],
	audio: [],
	store: ["settings"],
	settings: [],
	wire: [],
	service: ["wire", "audio", "store"],
	operations: ["service", "speech", "credit", "discord", "store", "wire"],
	monitoring: [],
	processes: ["bot", "discord", "monitoring", "speech"],
	playground: ["service", "say"],
};

const playgroundFolder = "packages/playground/";

/** @returns the room of a file of the bot: a folder of `src/`, `commands`, or `src` itself */
const roomOf = (path: string): string => /^(?:src\/)?([^/]+)\//.exec(path)?.[1] ?? "src";

const checkRooms = ({ path, imports }: SourceFile): string[] => {
	const room = roomOf(path);
	const mayImport = rooms[room];
	if (room === "src" || room === "bot") return [];
	if (!mayImport) return [`${path} is in a room that scripts/check-imports.ts knows no rule for`];
	return imports
		.filter((name) => /^(?:src|commands)\//.test(name))
		.filter(
			(name) =>
				["src/index.ts", "src/bot/bot.ts"].includes(name) ||
				![room, ...everywhere, ...mayImport].includes(roomOf(name)),
		)
		.map(
			(name) => `${path} imports ${name}: ${room} may know ${[...everywhere, ...mayImport].join(", ")} alone`,
		);
};

const checkPackage = ({ path, imports }: SourceFile): string[] => {
	const isInside = path.startsWith(playgroundFolder);
	return imports
		.filter((name) => name.startsWith(playgroundFolder) !== isInside)
		.map((name) =>
			isInside
				? `${path} imports ${name}: the playground knows nothing of Herald`
				: `${path} imports ${name}: what the playground shows is what its package.json exports`,
		);
};

const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const bot = readImports(["commands", "src"]);
const playground = readImports([`${playgroundFolder}src`]);
const outside = readImports(["bench", "test", "scripts", `${playgroundFolder}test`]);
const graphs = [buildGraph(bot), buildGraph(playground)] as const;
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

const byRoom = Object.entries(Object.groupBy(bot, ({ path }) => roomOf(path)))
	.map(([room, files = []]) => describe(room, files))
	.sort((a, b) => b.depth - a.depth);
console.table([...byRoom, describe("the bot", bot), describe("the playground", playground)]);

const wrong = [
	...graphs.flatMap(({ circles }) => circles).map((circle) => `A circle: ${circle.join(" → ")}`),
	...bot.flatMap(checkRooms),
	...[...bot, ...playground, ...outside].flatMap(checkPackage),
];
const longestWay = graphs[0].wayDown("src/index.ts");
if (longestWay.length - 1 > depthMax)
	wrong.push(`${longestWay.length - 1} imports deep, more than ${depthMax}:\n  ${longestWay.join("\n  ")}`);
if (wrong.length > 0) {
	console.error(wrong.join("\n"));
	process.exitCode = 1;
}
