import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		testTimeout: 30_000,
		hookTimeout: 30_000,
		// Worker threads and native addons inside tests want real processes around them.
		pool: "forks",
	},
});
