import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { defer } from "@herald/common/defer.ts";
import { StartError } from "@herald/common/start-error.ts";
import { isDatabaseUrl } from "../config.ts";
import { lockDataDir } from "../store/data-folder.ts";
import { moveToPostgres } from "../store/postgres/move.ts";
import { enumerate } from "./kept-files.ts";
import { runTool, type ToolCall } from "./run-tool.ts";

const usage = `Carry bot.db and bot.secret in DATA_DIR over to an empty PostgreSQL database. Stop Herald first.

  npm run move-store

The address of the database, postgres://user:password@host/database, is what DATABASE_URL says, or is asked for: on a
command line, everybody on this machine could read it. All is carried over and compared row by row, or nothing is. The files
stay as they are. With DATABASE_URL set, Herald uses the database in their place.
`;

const describeRows = (rows: ReadonlyMap<string, number>): string =>
	rows.size === 0
		? "bot.db, which has no rows,"
		: enumerate([...rows].map(([table, count]) => `${count} ${count === 1 ? "row" : "rows"} of ${table}`));

/** @returns what is typed, without showing it, or the first line of piped input; "" for no input */
const ask = async (question: string): Promise<string> => {
	process.stderr.write(question);
	const output = new Writable({ write: (_chunk, _encoding, done) => done() });
	using _ending = defer(() => process.stderr.write("\n"));
	using lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
	lines.once("SIGINT", () => lines.close());
	for await (const line of lines) return line.trim();
	return "";
};

const move = async ({ dataDir, databaseUrl }: ToolCall): Promise<string> => {
	const address = databaseUrl || (await ask("Address of the PostgreSQL database: "));
	if (!isDatabaseUrl(address))
		throw new StartError("The address must be postgres://user:password@host/database.");
	using _unlocking = defer(lockDataDir(dataDir, `Herald runs on the data of ${dataDir}: stop it first.`));
	const { called, rows, withSecret } = await moveToPostgres(dataDir, address);
	return `Moved ${describeRows(rows)} to ${called}${withSecret ? ", with bot.secret" : ""}. Set DATABASE_URL to it before Herald starts again: bot.db stays as it is, and isn't used any more.`;
};

await runTool(usage, {}, move, ({ length }) => length === 0);
