import { newFolder } from "@herald/common/testing/afterwards.ts";
import { beforeEach } from "vitest";

/** The running test's folder, which is empty at first: see {@link useFolder}. */
export let folder: string;

/** Makes a folder for every test of the file, and removes it afterwards. */
export const useFolder = (): void => {
	beforeEach(() => {
		folder = newFolder();
	});
};
