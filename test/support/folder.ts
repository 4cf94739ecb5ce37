import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach } from "vitest";

/** The running test's folder, which is empty at first: see {@link useFolder}. */
export let folder: string;

/** Makes a folder for every test of the file, and removes it afterwards. */
export const useFolder = (): void => {
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "herald-"));
		return () => rmSync(folder, { recursive: true });
	});
};
