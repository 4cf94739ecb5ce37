/**
 * Preloaded by every command: reads `.env`, if there is one, into the environment, where what is set already stays. Node's
 * own `--env-file-if-exists` tells everybody who has none that there is none.
 */
import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile();
