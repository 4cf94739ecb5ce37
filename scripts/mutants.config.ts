/** Vitest as Stryker runs it: one project, since several would run a test file several times. */
import config from "../vitest.config.ts";

const { projects: _projects, env, ...test } = config.test ?? {};

export default {
	...config,
	test: { ...test, include: ["test/**/*.test.ts"], env: { ...env, TEST_DATABASES: "SQLite" } },
};
