/**
 * Preloaded by `npm start`: refuses a Node that is too old, and caches compiled code of this process, its threads and its
 * children. Plain JavaScript, because an old Node can't read TypeScript, and because Node would load its type stripper
 * for this file alone.
 */
import { chmodSync } from "node:fs";
import * as nodeModule from "node:module";
import { resolve } from "node:path";
import { makeFolder } from "./make-folder.js";
import { refuseToStart } from "./refuse-to-start.js";

const oldestNode = 24;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
	refuseToStart(
		"node",
		`Herald needs Node ${oldestNode} or newer; this is ${process.versions.node}. On Linux, npm ci installs one that npm start uses; elsewhere, install a newer Node.`,
	);
}

const dataDir = resolve(process.env.DATA_DIR || "./data");
try {
	const cache = resolve(dataDir, "compile-cache");
	if (process.env.NODE_COMPILE_CACHE === undefined) {
		// Node would make the folder with the umask's permissions. Code that anyone else writes into it would be run.
		makeFolder(cache);
		chmodSync(cache, 0o700);
		process.env.NODE_COMPILE_CACHE = cache;
	}
	nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
} catch {
	// The program itself reports what is wrong with the folder.
}
