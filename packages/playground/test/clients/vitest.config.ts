import { defineConfig } from "vitest/config";

/**
 * Tests of bots in other languages and of the packed package. They need more than npm, so `npm run test:all` leaves
 * them out.
 */
export default defineConfig({
	test: {
		root: import.meta.dirname,
		include: ["*.check.ts"],
		// Compiling Rust takes minutes, so this test runs only if SONGBIRD names the compiled program.
		exclude: process.env.SONGBIRD ? [] : ["songbird.check.ts"],
		testTimeout: 90_000,
		hookTimeout: 60_000,
	},
});
