/** `npm run move-store -- postgres://…`: carries what the bot keeps from SQLite to PostgreSQL. */

import { isDatabaseUrl } from "../config.ts";
import { lockDataDir } from "../store/data-lock.ts";
import { moveToPostgres } from "../store/postgres/move.ts";
import { enumerate } from "./kept-files.ts";
import { runTool, type ToolCall, ToolError } from "./run-tool.ts";

const usage = `Carry bot.db and bot.secret in DATA_DIR over to an empty PostgreSQL database. Stop Herald first.

  npm run move-store -- postgres://user:password@host/database

All is carried over and compared row by row, or nothing is. The files stay as they are. Then set DATABASE_URL to the
same address, which takes their place.
`;

const describeRows = (rows: ReadonlyMap<string, number>): string =>
	rows.size === 0
		? "bot.db, which has no rows,"
		: enumerate([...rows].map(([table, count]) => `${count} ${count === 1 ? "row" : "rows"} of ${table}`));

const move = async ({ dataDir, word }: ToolCall): Promise<string> => {
	if (!isDatabaseUrl(word))
		throw new ToolError("The address must be postgres://user:password@host/database.");
	const unlock = lockDataDir(dataDir, `Herald runs on the data of ${dataDir}: stop it first.`);
	try {
		const { called, rows, withSecret } = await moveToPostgres(dataDir, word);
		return `Moved ${describeRows(rows)} to ${called}${withSecret ? ", with bot.secret" : ""}. Set DATABASE_URL to it before Herald starts again: bot.db stays as it is, and isn't used any more.`;
	} finally {
		unlock();
	}
};

await runTool(usage, {}, move);
