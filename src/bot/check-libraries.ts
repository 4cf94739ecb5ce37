import { StartError } from "@herald/common/start-error.ts";
import { discordPatches } from "../discord/patches/index.ts";
import type { Patch } from "../shared/patch.ts";
import { voicePatches } from "../voice/patches/index.ts";

const fits = (patch: Patch): boolean => {
	try {
		return patch.fits();
	} catch {
		return false;
	}
};

/** @throws StartError that names the first private part of a library that isn't as Herald expects it */
export const checkLibraries = (): void => {
	const broken = [...discordPatches, ...voicePatches].find((patch) => !fits(patch));
	if (broken)
		throw new StartError(
			`Herald changes how ${broken.library} works, and ${broken.part} isn't as it expects in the installed version: run npm ci to install the tested one.`,
		);
};
