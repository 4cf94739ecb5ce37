/**
 * Preloaded by `npm start`: refuses a Node that is too old, has the allocator keep little, and keeps what Node has
 * compiled, here, in threads and in children. This is JavaScript that any Node can read: an old one knows no TypeScript,
 * and for a first file of it, Node would load what strips types from it, and need it no more.
 */
import { chmodSync } from "node:fs";
import * as nodeModule from "node:module";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { isMainThread } from "node:worker_threads";
import { allocatorEnvironment } from "./allocator-environment.js";
import { collectEarly } from "./garbage-collection.js";
import { makeFolder } from "./make-folder.js";
import { refuseToStart } from "./refuse-to-start.js";

const oldestNode = 24;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
	refuseToStart(
		"node",
		`Herald needs Node ${oldestNode} or newer; this is ${process.versions.node}. On Linux, npm ci installs one that npm start uses; elsewhere, install a newer Node.`,
	);
}

// The allocator reads its settings when a program begins: without them, this one begins anew, as the same process. A child
// that its parent talks to inherits them.
const { execve } = process;
if (process.platform === "linux" && execve && isMainThread && !process.send && !process.env.MALLOC_ARENA_MAX)
	execve(process.execPath, [process.argv0, ...process.execArgv, ...process.argv.slice(1)], {
		...process.env,
		...allocatorEnvironment,
	});

// Threads that start later leave it as it is: it holds in all of them.
if (isMainThread) collectEarly();
// With that, V8 collects what is young after every megabyte. So npm start gives the main thread up to 8 MB: while guilds
// arrive, members wait half as long, and speaking takes less time, too. Other threads need none of it.
setFlagsFromString("--max-semi-space-size=0");

const dataDir = resolve(process.env.DATA_DIR || "./data");
try {
	const cache = resolve(dataDir, "compile-cache");
	if (process.env.NODE_COMPILE_CACHE === undefined) {
		// Before Node makes them, as open as the umask lets it: what is written there is run.
		makeFolder(cache);
		chmodSync(cache, 0o700);
		process.env.NODE_COMPILE_CACHE = cache;
	}
	nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
} catch {
	// The program says what is wrong with the folder.
}
