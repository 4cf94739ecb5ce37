import type { Logger } from "@herald/common/log.ts";
import { tellUnwritable } from "@herald/common/storage/tell-unwritable.ts";
import type { CacheTrouble } from "../speech/clips/cache-settings.ts";

/** @returns what logs each trouble with the cache `clips.db` */
export const tellCacheTrouble = (logger: Logger, now: () => number): ((trouble: CacheTrouble) => void) => {
	const onUnwritable = tellUnwritable("clips.db", logger, now);
	return (trouble) => {
		if (trouble.kind === "unwritable") onUnwritable(trouble.code);
		else logger.warn({ event: "clips_damaged" }, "clips.db was damaged, and is made anew");
	};
};
