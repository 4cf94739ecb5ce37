import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
// Requests of tests to this machine go through no proxy.
import "./packages/common/src/process/spare-proxy.js";
import { bothDatabases, pages, slow } from "./test/support/circles.ts";

// What Node has compiled is kept for everything that the tests start: test files, threads, programs. Starting is most of
// the work of many tests.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compile", import.meta.url));

const all = ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"];

const project = (name: string, options: TestProjectInlineConfiguration["test"]) => ({
	extends: true as const,
	// Most tests wait more than they work: eight at a time fit a machine of two cores.
	test: { name, maxWorkers: 8, sequence: { groupOrder: 1 }, ...options },
});

export default defineConfig({
	test: {
		projects: [
			// `npm test`; the others come with `npm run test:all`.
			project("herald", {
				include: all,
				exclude: [...pages, ...slow],
				env: { TEST_DATABASES: "SQLite" },
				// More would load all of Herald more often, and keep two cores no busier.
				maxWorkers: 4,
				// Vitest wants projects with other numbers of processes to run apart.
				sequence: { groupOrder: 2 },
			}),
			project("slow", { include: slow }),
			project("postgres", { include: bothDatabases, env: { TEST_DATABASES: "PostgreSQL" } }),
			// Each has a browser, which loads and compiles the page anew: few keep two cores busy.
			project("pages", { include: pages, maxWorkers: 3, sequence: { groupOrder: 0 } }),
		],
		globalSetup: [
			"test/support/keep-in-memory.ts",
			"test/support/tell-left-out.ts",
			"packages/playground/test/contract/tell-counts.ts",
		],
		setupFiles: ["packages/playground/test/set-up.ts"],
		// Far longer than anything takes: a busy machine is no failure, and whatever never comes is still told.
		testTimeout: 600_000,
		hookTimeout: 600_000,
		// Before a process ends, it writes what it has compiled: seconds where there is no such cache yet.
		teardownTimeout: 60_000,
		expect: { poll: { timeout: 60_000 } },
		// Programs started by tests tell only what is wrong.
		env: { LOG_LEVEL: "warn" },
		// Tests run as the program does, without a build: nothing here needs Vite's own modules.
		experimental: { viteModuleRunner: false, nodeLoader: false },
		// Worker threads and native addons inside tests want real processes around them.
		pool: "forks",
		// Test files that follow each other share a process: to load all of Herald for each is half of the work. Whatever a
		// test changes of its process, it restores.
		isolate: false,
		// Those that say so run side by side: all of them, as they wait for the same.
		maxConcurrency: 20,
		// Node 24's bookkeeping of JIT pages aborts the process now and then when worker threads with WebAssembly come and
		// go by the dozen (nodejs/node#64500). This makes it rarer, at best: a test file shares its workers where it can.
		//
		// And what is young has room: collecting it early would only cost time.
		execArgv: ["--no-memory-protection-keys", "--min-semi-space-size=32", "--max-semi-space-size=64"],
	},
});
