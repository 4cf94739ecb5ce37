import { readFileSync } from "node:fs";

/** The scripts of Herald's package.json, by name. */
export const scripts: Readonly<Record<string, string>> = JSON.parse(
	readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
).scripts;

/**
 * What a program under test gets of the environment that the tests run in. Everything else is the test's to set: no
 * setting of whoever runs the tests reaches it.
 */
export const programEnvironment: Readonly<NodeJS.ProcessEnv> = {
	PATH: process.env.PATH,
	// Set in vitest.config.ts.
	NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

/**
 * What Node starts the bot and the service with, as npm start has it but for the settings file. All of it, or nothing:
 * packages/common/src/process/prepare.js changes V8's flags, and what is compiled with some is thrown away with others.
 */
export const prepared: readonly string[] = (scripts.start ?? "")
	.replace("--import ./packages/common/src/process/read-env-file.js", "")
	.replace(
		"./packages/common/src/process/prepare.js",
		new URL("../src/process/prepare.js", import.meta.url).href,
	)
	.split(/ +/)
	.slice(1, -1);

/**
 * What Node loads at a start isn't searched for garbage time and again, and WebAssembly, which speaks little, isn't
 * optimized: a third of that start.
 */
export const quickStart: readonly string[] = ["--initial-heap-size=256", "--liftoff-only"];

/** What Node starts programs under test with. */
export const preparedForTest: readonly string[] = [...quickStart, ...prepared];
