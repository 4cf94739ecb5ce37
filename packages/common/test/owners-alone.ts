import { statSync } from "node:fs";
import { expect } from "vitest";

/** Expects a file to be its owner's alone. Windows has permissions of another kind, so nothing is checked there. */
export const expectOwnersAlone = (file: string): void => {
	if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
};
