import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		testTimeout: 30_000,
		hookTimeout: 30_000,
		// Programs started by tests tell only what is wrong.
		env: { LOG_LEVEL: "warn" },
		// Worker threads and native addons inside tests want real processes around them.
		pool: "forks",
	},
});
