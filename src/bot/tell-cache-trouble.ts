import type { Logger } from "../shared/log.ts";
import type { CacheTrouble } from "../speech/clips/cache-settings.ts";
import { tellUnwritable } from "../store/tell-unwritable.ts";

/** @returns what logs each trouble with the cache `clips.db` */
export const tellCacheTrouble = (logger: Logger, now: () => number): ((trouble: CacheTrouble) => void) => {
	const onUnwritable = tellUnwritable("clips.db", logger, now);
	return (trouble) => {
		if (trouble.kind === "unwritable") onUnwritable(trouble.code);
		else logger.warn({ event: "clips_damaged" }, "clips.db was damaged, and is made anew");
	};
};
