/**
 * Preloaded by every command: reads `.env`, if there is one, or the file that `ENV_FILE` names, into the environment, where what is set already stays. Node's
 * own `--env-file-if-exists` tells everybody who has none that there is none.
 */
import { existsSync } from "node:fs";

const file = process.env.ENV_FILE ?? ".env";
if (existsSync(file) || process.env.ENV_FILE) process.loadEnvFile(file);
