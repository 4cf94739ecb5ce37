/**
 * What a program under test gets of the environment that the tests run in. Everything else is the test's to set: no
 * setting of whoever runs the tests reaches it.
 */
export const programEnvironment: Readonly<NodeJS.ProcessEnv> = {
	PATH: process.env.PATH,
	// Set in vitest.config.ts.
	NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
