import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished, TestRunner } from "vitest";

/**
 * Runs a function after the running test or, outside of a test, after all tests of the file. What was given last runs
 * first. Not for `beforeAll`, which can return such a function.
 */
export const afterwards = (end: () => unknown): void => {
	const run = async () => void (await end());
	if (TestRunner.getCurrentTest()) onTestFinished(run);
	else afterAll(run);
};

/** @returns the path of a new folder, which is removed afterwards */
export const newFolder = (): string => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	afterwards(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
};
