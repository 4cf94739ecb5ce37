/**
 * Preloaded by every command: reads `.env`, or the file named by `ENV_FILE`. Variables that are already set keep their
 * values.
 */
import { existsSync, readFileSync } from "node:fs";
import { parseEnvironmentFile } from "./parse-environment-file.js";
import { refuseToStart } from "./refuse-to-start.js";

const given = process.env.ENV_FILE;
const file = given || ".env";
try {
	if (given || existsSync(file))
		Object.assign(process.env, { ...parseEnvironmentFile(readFileSync(file, "utf8")), ...process.env });
} catch (error) {
	const name = given ? "ENV_FILE" : "The file for settings";
	refuseToStart("settings", `${name} must be a file that Herald may read, not "${file}" (${error.code}).`);
}
