/** What `npm run check` has dependency-cruiser check: which rooms (folders or files of the code) may import which. */

import { Visitor } from "@swc/core/Visitor.js";

// Version 1.16 of @swc/core parses a `using` declaration, but its visitor, through which dependency-cruiser reads a
// file, throws at one. This change of the visitor can go when `npm run check:imports` passes without it, or when the
// visitor has no `visitStatement` any more.
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function (statement) {
	if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
	statement.decls = this.visitVariableDeclarators(statement.decls);
	return statement;
};

/** Rooms that every room of the bot may import. */
const everywhere = ["shared", "config", "common", "process", "storage"];

/** The three rooms of `src/say`, and `say.ts` itself, in the order in which data flows. */
const say = ["say/sound", "say/rules", "say", "say/answers"];

/** Rooms that every room of `src/say` may import. */
const belowSay = ["texts", "budget", "speech", "discord", "store", "settings", "wire"];

/**
 * The rooms that a room of the bot may import, besides itself and `everywhere`.
 * `src/bot` and `src/index.ts` have no rules: they compose and start all rooms.
 *
 * @type {Record<string, string[]>}
 */
const rooms = {
	commands: [...belowSay, ...say, "books", "reading", "credit", "accounts", "voice"],
	"say/sound": belowSay,
	"say/rules": [...belowSay, "say/sound", "voice"],
	say: [...belowSay, "say/sound", "say/rules", "voice", "audio"],
	"say/answers": [...belowSay, ...say, "voice", "audio"],
	books: [...say, "texts", "budget", "speech", "voice", "discord", "store", "settings", "audio"],
	reading: [...say, "texts", "budget", "speech", "voice", "discord", "store", "settings"],
	speech: ["budget", "wire", "audio", "store"],
	budget: ["store", "settings"],
	accounts: ["speech", "credit", "store", "wire"],
	credit: ["texts", "wire", "discord", "store"],
	voice: ["budget", "speech", "audio", "store", "settings"],
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

/** @type {Record<string, string>} the files of rooms that aren't the folder `src/ROOM` */
const files = {
	commands: "commands/",
	config: "src/config[.]ts$",
	say: "src/say/[^/]+$",
	bot: "src/bot/(?!bot[.]ts)",
	service: "packages/service/src/",
	common: "packages/common/src/[^/]+$",
	audio: "packages/common/src/audio/",
	process: "packages/common/src/process/",
	storage: "packages/common/src/storage/",
	wire: "packages/common/src/wire/",
};

/** @param {string} room */
const filesOf = (room) => `^${files[room] ?? `src/${room}/`}`;

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const forbidden = [
	{ name: "circle", from: {}, to: { circular: true } },
	{
		name: "room-without-a-rule",
		from: { path: "^src/.+/", pathNot: ["^src/bot/", ...Object.keys(rooms).map(filesOf)] },
		to: {},
	},
	...Object.entries(rooms).map(([room, others]) => ({
		name: `not-for-${room}`,
		from: { path: filesOf(room) },
		to: {
			path: "^(src|commands|packages/(common|service)/src)/",
			pathNot: [room, ...everywhere, ...others].map(filesOf),
		},
	})),
	{
		name: "not-for-packages",
		from: { path: "^packages/([^/]+)/" },
		to: {
			path: "^(src|commands|bench|test|scripts|packages)/",
			pathNot: ["^packages/$1/", "^packages/common/"],
		},
	},
	{
		name: "not-exported",
		from: { path: "^(packages/[^/]+|[^/]+)/" },
		to: { path: "^packages/", pathNot: "^$1/", dependencyTypesNot: ["aliased-workspace", "undetermined"] },
	},
];

export default {
	forbidden: forbidden.map((rule) => ({ ...rule, severity: "error" })),
	options: {
		parser: "swc",
		doNotFollow: { path: "node_modules" },
		enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node"] },
	},
};
