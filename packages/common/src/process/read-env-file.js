/**
 * Preloaded by every command: reads `.env`, or the file named by `ENV_FILE`; variables that are set already keep their
 * values. Node's own `--env-file-if-exists` prints a note when there is no file.
 */
import { existsSync } from "node:fs";

const file = process.env.ENV_FILE ?? ".env";
if (existsSync(file) || process.env.ENV_FILE) process.loadEnvFile(file);
