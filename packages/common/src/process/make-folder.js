import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and missing folders above it, for their owner only; an existing folder keeps its mode. Node's own
 * recursive mkdir never returns if the system reports an existing parent as missing, as in /proc.
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
