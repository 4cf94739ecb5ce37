import { defineConfig } from "vitest/config";

/** Bots in other languages: they need more than npm, and so stay out of `npm test`. */
export default defineConfig({
	test: {
		root: import.meta.dirname,
		include: ["*.check.ts"],
		// Compiling Rust takes minutes: it is looked at by hand, with SONGBIRD naming the program.
		exclude: process.env.SONGBIRD ? [] : ["songbird.check.ts"],
		testTimeout: 90_000,
		hookTimeout: 60_000,
	},
});
