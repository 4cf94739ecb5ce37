import { readFileSync } from "node:fs";

export const scripts: Readonly<Record<string, string>> = JSON.parse(
	readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
).scripts;

/**
 * What a program under test gets of the environment that the tests run in. The test sets everything else, so that no
 * setting of whoever runs the tests reaches the program.
 */
export const programEnvironment: Readonly<NodeJS.ProcessEnv> = {
	PATH: process.env.PATH,
	// Set in vitest.config.ts.
	NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

/** @returns what a script of package.json gives Node, but for the settings file */
export const wordsOf = (script: string): readonly string[] =>
	script.replace("--import ./packages/common/src/process/read-env-file.js", "").split(/ +/).slice(1);

/**
 * The options with which Node starts the bot and the service, as npm start has them, but without the settings file.
 * Take all of them or none: some change V8's flags, and compiled code in the cache is thrown away if other flags are
 * set.
 */
export const prepared: readonly string[] = wordsOf(scripts.start ?? "")
	.slice(0, -1)
	.map((word) => word.replace(/^.*(?=process\/prepare\.js$)/, new URL("../src/", import.meta.url).href));

/**
 * Options of Node that save a third of a start: a large heap is searched for garbage less often, and WebAssembly, which
 * has little to do in tests, isn't optimized.
 */
export const quickStart: readonly string[] = ["--initial-heap-size=256", "--liftoff-only"];

export const preparedForTest: readonly string[] = [...quickStart, ...prepared];
