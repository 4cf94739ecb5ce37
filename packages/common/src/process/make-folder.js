import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder that only its owner can use, with the folders above it; one that is there keeps its mode. Node's own
 * recursive way never comes back where the system says that the parent is missing although it is there, as in /proc.
 *
 * @param {string} folder
 * @returns {void}
 * @throws the system's error
 */
export const makeFolder = (folder) => {
	const make = () => mkdirSync(folder, { mode: 0o700 });
	try {
		make();
	} catch (error) {
		const { code } = /** @type {NodeJS.ErrnoException} */ (error);
		if (code === "EEXIST") return;
		if (code !== "ENOENT" || dirname(folder) === folder) throw error;
		makeFolder(dirname(folder));
		make();
	}
};
